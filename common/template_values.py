"""Values in a template (`{{ name }}`), written without the questions that only dates and numbers need."""

from html import escape
from typing import Any

from django.template import Context
from django.template.base import VariableNode, render_value_in_context
from django.utils.safestring import SafeString


class ValueNode(VariableNode):
    """Renders what `VariableNode` renders; most values are texts, which have no zone and no local form."""

    def render(self, context: Context) -> str:
        """The value as the page shows it, escaped where it must be."""
        try:
            value = self.filter_expression.resolve(context)
        except UnicodeDecodeError:
            return ""
        return show_value(value, context)


def show_value(value: Any, context: Context) -> str:
    """A value as Django's `render_value_in_context` shows it; texts without the way there."""
    kind = type(value)
    if kind is SafeString:
        return value
    if kind is str:
        return escape(value) if context.autoescape else value
    return render_value_in_context(value, context)
