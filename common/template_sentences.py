"""Splits sentences with values in a template (`{% blocktranslate %}`) once, if the site has no translations.

Django puts such a sentence together, looks for its translation and fills in the values at every rendering.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.template import Context, Node, TemplateSyntaxError
from django.template.base import Token, TokenType
from django.templatetags.i18n import BlockTranslateNode
from django.utils.safestring import SafeString
from django.utils.translation import trim_whitespace

from common.template_values import show_value

_MARK = "\0"  # stands before and after the name of a value; no template contains it


class SentenceNode(Node):
    """Renders the same as `BlockTranslateNode` without translations."""

    def __init__(self, node: BlockTranslateNode) -> None:
        self.token, self.origin = node.token, node.origin
        self._values = node.extra_context
        self._as = node.asvar
        self._tag = getattr(node, "tag_name", "blocktranslate")
        self._one = _split(node.singular, node.trimmed)
        self._many: list[str] | None = None
        if node.plural and node.countervar and node.counter:
            self._many = _split(node.plural, node.trimmed)
            self._counted, self._count = node.countervar, node.counter

    @property
    def constant_text(self) -> str | None:
        """The sentence if it is the same on every page, else None."""
        fixed = self._many is None and self._as is None and len(self._one) == 1 and not self._values
        return self._one[0] if fixed else None

    def render(self, context: Context) -> str:
        """The sentence with its values; stored in the context instead where the template says `as name`."""
        values = {name: expression.resolve(context) for name, expression in self._values.items()}
        pieces = self._one
        if self._many is not None:
            count = self._count.resolve(context)
            if not isinstance(count, (Decimal, float, int)):
                raise TemplateSyntaxError(f"{self._counted!r} argument to {self._tag!r} tag must be a number.")
            values[self._counted] = count
            pieces = self._one if count == 1 else self._many
        text = "".join(_value(piece, values, context) if index % 2 else piece for index, piece in enumerate(pieces))
        if self._as is None:
            return text
        context[self._as] = SafeString(text)
        return ""


def _split(tokens: Iterable[Token], trimmed: bool) -> list[str]:
    """Texts and names of values in turn, a text first and last."""
    parts = [f"{_MARK}{t.contents}{_MARK}" if t.token_type == TokenType.VAR else t.contents for t in tokens]
    sentence = "".join(parts)
    return (trim_whitespace(sentence) if trimmed else sentence).split(_MARK)


def _value(name: str, values: dict[str, Any], context: Context) -> str:
    """A value as the page shows it, escaped where it must be."""
    if name in values:
        return show_value(values[name], context)
    if name in context:
        return show_value(context[name], context)
    missing = context.template.engine.string_if_invalid if context.template else ""
    return show_value(missing % name if "%s" in missing else missing, context)
