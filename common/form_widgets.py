"""Form widgets of our own."""

from functools import lru_cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString


class DayInput(forms.DateInput):
    """A field for a day, with the browser's own calendar."""

    input_type = "date"

    def __init__(self, attrs: Any = None) -> None:
        super().__init__(attrs, format="%Y-%m-%d")


class LinkingTextarea(forms.Textarea):
    """A text with `[[links]]`: static/js/link_names.js offers names while one is written."""

    def __init__(self, rows: int) -> None:
        super().__init__(attrs={"rows": rows, "data-links": ""})


class PlainSelect(forms.Select):
    """A select that needs no template, because Django renders one for each option, which takes 0.1 ms."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The same HTML that Django gives."""
        attributes = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        options = _options(tuple(_fixed(key, label) for key, label in self.choices))
        for chosen in {str(item) for item in self.format_value(value)}:
            bare = format_html('<option value="{}"', chosen)
            options = SafeString(options.replace(f"{bare}>", f"{bare} selected>"))
        return format_html("<select{}>{}</select>", flatatt(attributes), options)


def _fixed(key: Any, label: Any) -> tuple[str, Any]:
    """A choice, or a group of choices, as text, which can be compared."""
    if isinstance(label, list | tuple):
        return str(key), tuple(_fixed(*option) for option in label)
    return "" if key is None else str(key), conditional_escape(label)


@lru_cache(maxsize=128)
def _options(choices: tuple[tuple[str, Any], ...]) -> SafeString:
    """The options of a select, none of them selected; labels are escaped already."""
    return format_html_join(
        "",
        "{}",
        (
            (
                format_html('<optgroup label="{}">{}</optgroup>', key, _options(label))
                if isinstance(label, tuple)
                else format_html('<option value="{}">{}</option>', key, label),
            )
            for key, label in choices
        ),
    )
