"""`os`, `sync`, `log`, `flag` and `context`: the world around, which is the one of an unset environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.values import GoPanic, Native, Place, Pointer, Struct, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def _getenv(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    name = arguments[0]
    return ev.variable(name) or "" if isinstance(name, str) else Unknown("os.Getenv", place.file, place.line)


def _lookup_env(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    name = arguments[0]
    if not isinstance(name, str):
        unknown = Unknown("os.LookupEnv", place.file, place.line)
        return unknown, unknown
    value = ev.variable(name)
    return value or "", value is not None


def _exit(_ev: Evaluator, _arguments: list[Value], place: Place) -> Value:
    raise GoPanic("the program exits", place.file, place.line)


def _once(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    receiver, function = arguments
    target = receiver.load() if isinstance(receiver, Pointer) else receiver
    if isinstance(target, Struct) and not target.fields.get("done"):
        target.fields["done"] = True
        ev.call(function, [], place)
    return None


def _once_value(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    function = arguments[0]
    results: list[Value] = []

    def call(ev: Evaluator, _arguments: list[Value], place: Place) -> Value:
        if not results:
            results.append(ev.call(function, [], place))
        return results[0]

    return Native("sync.OnceValue", call)


def _nothing(_ev: Evaluator, _arguments: list[Value], _place: Place) -> Value:
    return None


_IGNORED = (
    *(("log", name) for name in ("Print", "Printf", "Println", "SetFlags", "SetPrefix", "SetOutput")),
    *(("flag", name) for name in ("BoolVar", "StringVar", "IntVar", "Parse", "DurationVar")),
    *(("sync", f"{kind}.{name}") for kind in ("Mutex", "RWMutex") for name in ("Lock", "Unlock", "RLock", "RUnlock")),
    *(("sync", f"WaitGroup.{name}") for name in ("Add", "Done", "Wait")),
    ("os", "Setenv"),
    ("os", "Unsetenv"),
)
_EXITS = (
    *(("log", name) for name in ("Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln")),
    ("os", "Exit"),
)

MEMBERS: dict[tuple[str, str], Value] = {
    ("os", "Getenv"): Native("os.Getenv", _getenv),
    ("os", "LookupEnv"): Native("os.LookupEnv", _lookup_env),
    ("sync", "Once.Do"): Native("sync.Once.Do", _once),
    ("sync", "OnceValue"): Native("sync.OnceValue", _once_value),
    ("sync", "OnceFunc"): Native("sync.OnceFunc", _once_value),
    **{key: Native(".".join(key), _nothing) for key in _IGNORED},
    **{key: Native(".".join(key), _exit) for key in _EXITS},
}
