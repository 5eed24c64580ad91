"""A partial evaluator for Go: what the source settles is a value, what it does not is unknown."""

from release_check.golang.interpreter.evaluator import Evaluator
from release_check.golang.interpreter.options import Options

__all__ = ["Evaluator", "Options"]
