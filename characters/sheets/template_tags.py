"""A filter that shows keys of the catalogue as names."""

from django import template

register = template.Library()


@register.filter
def key_as_name(key: str) -> str:
    """A catalogue key as a name: "iron-wall" becomes "Iron Wall"."""
    return " ".join(word.capitalize() for word in key.split("-"))
