"""Our own syntax tree: nested tuples `(kind, row, …)` that hold no reference to text or parser and can be marshalled.

Rows count from the first line of the declaration, so that one declaration has one tree wherever it stands. Nodes of
types carry row 0: equal types are equal tuples.

Expressions                                        Types
  (id, row, name)                                    (id, 0, name)      (sel, 0, (id, 0, package), name)
  (lit, row, value)                                  (star, 0, type)    (slicet, 0, type)
  (sel, row, operand, name)                          (arrayt, 0, length | None, type)
  (call, row, function, arguments, spread)           (mapt, 0, key, value)
  (inst, row, operand, types)                        (funct, 0, parameters, results)
  (comp, row, type | None, elements)                 (structt, 0, fields)    field: (name, type, embedded)
  (func, row, parameters, results, body)             (ifacet, 0, methods, embedded types)
  (lazyfunc, row, text)                              (chant, 0, type)   (inst, 0, type, types)
  (unary, row, operator, operand)
  (binary, row, operator, left, right)             Statements
  (star, row, operand)   (amp, row, operand)         (expr, row, expression)
  (index, row, operand, index)                       (define, row, names, values)
  (slice, row, operand, low, high[, limit])          (assign, row, targets, operator, values)
  (assert, row, operand, type)                       (incdec, row, target, step)
  (conv, row, type, operand)                         (vars, row, specs)  (consts, row, specs)
  (iota, row)                                          spec: (names, type | None, values, iota, row)
                                                     (typedecls, row, specs)
Elements of a composite literal                        spec: (name, type parameters, type, alias, row)
  (key | None, value, row)                           (block, row, statements)
                                                     (if, row, init, condition, then, else)
Parameters                                           (for, row, init, condition, post, body)
  (name | None, type, variadic)                      (range, row, targets, define, operand, body)
                                                     (switch, row, init, tag, cases)
Declarations                                           case: (expressions | None for default, statements)
  (funcdecl, row, name, receiver, type parameters,   (typeswitch, row, init, alias, operand, cases)
   parameters, results, body | None)                 (return, row, values)
                                                     (break | continue | goto, row, label)  (fallthrough, row)
                                                     (label, row, name, statement)
                                                     (defer, row, call)  (go, row, call)  (select, row, cases)
                                                     (send, row)
"""

from __future__ import annotations

from typing import Any, TypeAlias

Node: TypeAlias = tuple[Any, ...]
