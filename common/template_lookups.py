"""Resolves the values of templates without Django's general search where the outcome is the same.

Django tries for each step of `table.seat` a key, an attribute and a place in a list, one after the other, with an
exception for each that fails. A page resolves some hundred values, which took a sixth of its time. A value that is no
plain key of a dictionary and no plain attribute of an object is left to Django, and so is every error.
"""

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.template import Context, RequestContext, VariableDoesNotExist
from django.template.base import FilterExpression, Variable
from django.template.defaulttags import TemplateLiteral
from django.utils.safestring import SafeString

PLAIN_CONTEXTS: Final = frozenset({Context, RequestContext})
MISSING: Final = object()
# Types of values that are no functions.
PLAIN_TYPES: Final = frozenset({str, SafeString, int, bool, float, dict, list, tuple, type(None)})
# Types whose objects have no keys and no places; found in use.
WITHOUT_ITEMS: Final[set[type]] = set()
Condition = Callable[[Any], Any]


class QuickVariable(Variable):
    """Resolves to the same as `Variable`."""

    __slots__ = ()

    def resolve(self, context: Any) -> Any:
        """The value in this context; VariableDoesNotExist without one."""
        if self.lookups is None or type(context) not in PLAIN_CONTEXTS:
            return super().resolve(context)
        try:
            value = _find(self.lookups, context)
        except Exception:
            return super().resolve(context)  # which raises the same error, or handles it
        if value is MISSING:
            raise VariableDoesNotExist("Failed lookup for key [%s]", (self.var,))
        return value


def _find(lookups: tuple[str, ...], context: Any) -> Any:
    """The value of a name with its attributes; MISSING if Django would not find it either.

    One function without helpers: it runs some hundred times on a page."""
    name = lookups[0]
    for scope in reversed(context.dicts):
        if name in scope:
            current = scope[name]
            break
    else:
        return _require_missing(context, name)
    if type(current) not in PLAIN_TYPES and callable(current):
        current = _call(current)
    for bit in lookups[1:]:
        kind = type(current)
        if kind is dict:
            if bit not in current:
                return _require_missing(dict, bit)
            current = current[bit]
        elif kind in WITHOUT_ITEMS:
            current = getattr(current, bit)
        else:
            _require_no_items(kind)
            current = getattr(current, bit)
        if type(current) not in PLAIN_TYPES and callable(current):
            current = _call(current)
    return current


def _require_no_items(kind: type) -> None:
    """Remembers a type of objects whose values are attributes only; LookupError for others."""
    if hasattr(kind, "__getitem__"):
        raise LookupError
    WITHOUT_ITEMS.add(kind)


def _require_missing(owner: object, name: str) -> object:
    """MISSING; raises LookupError if Django would look further for this name than among the keys."""
    if hasattr(owner, name) or name.isdigit():
        raise LookupError
    return MISSING


def _call(function: Any) -> Any:
    """The result of a function, as templates call it."""
    if getattr(function, "do_not_call_in_templates", False):
        return function
    if getattr(function, "alters_data", False):
        raise LookupError
    return function()


class QuickExpression(FilterExpression):
    """Resolves to the same as `FilterExpression`."""

    __slots__ = ()

    def resolve(self, context: Any, ignore_failures: bool = False) -> Any:
        """The value with its filters; without one None or the engine's replacement."""
        variable = self.var
        if self.filters or type(variable) is not QuickVariable:
            return super().resolve(context, ignore_failures)
        if variable.lookups is not None and type(context) in PLAIN_CONTEXTS:
            try:
                found = _find(variable.lookups, context)
            except Exception:  # `variable.resolve` raises the same error, or handles it
                found = MISSING
            if found is not MISSING:
                return found
        try:
            return variable.resolve(context)
        except VariableDoesNotExist:
            return None if ignore_failures else super().resolve(context)


def speed_up(expression: FilterExpression) -> None:
    """Lets an expression and its variables resolve quickly, in place."""
    if type(expression) is not FilterExpression:
        return
    expression.__class__ = QuickExpression
    arguments = [
        argument
        for _function, filter_arguments in expression.filters
        for is_variable, argument in filter_arguments
        if is_variable
    ]
    for variable in [expression.var, *arguments]:
        if type(variable) is Variable:
            variable.__class__ = QuickVariable


def compile_condition(token: Any) -> Condition:
    """A function that evaluates a condition of `if` in a context, as the condition itself does."""
    if isinstance(token, TemplateLiteral):
        expression: Any = token.value
        speed_up(expression)
        return partial(expression.resolve, ignore_failures=True)
    if token.second is None:
        return partial(_negate, compile_condition(token.first)) if token.id == "not" else token.eval
    operator_class = OPERATORS.get(token.id)
    if operator_class is None:
        return token.eval
    return partial(operator_class, compile_condition(token.first), compile_condition(token.second))


def _negate(condition: Condition, context: Any) -> bool:
    try:
        return not condition(context)
    except Exception:
        return False


def _both(first: Condition, other: Condition, context: Any) -> Any:
    try:
        return first(context) and other(context)
    except Exception:
        return False


def _either(first: Condition, other: Condition, context: Any) -> Any:
    try:
        return first(context) or other(context)
    except Exception:
        return False


def _comparison(compare: Callable[[Any, Any], Any]) -> Callable[[Condition, Condition, Any], Any]:
    def evaluate(first: Condition, other: Condition, context: Any) -> Any:
        try:
            return compare(first(context), other(context))
        except Exception:  # as Django: values that cannot be compared make the condition false
            return False

    return evaluate


OPERATORS: Final[dict[str, Callable[[Condition, Condition, Any], Any]]] = {
    "and": _both,
    "or": _either,
    "==": _comparison(operator.eq),
    "!=": _comparison(operator.ne),
    "<": _comparison(operator.lt),
    "<=": _comparison(operator.le),
    ">": _comparison(operator.gt),
    ">=": _comparison(operator.ge),
    "is": _comparison(operator.is_),
    "is not": _comparison(operator.is_not),
    "in": _comparison(lambda member, other: member in other),
    "not in": _comparison(lambda member, other: member not in other),
}
