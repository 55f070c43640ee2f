"""Forms for a game without its own: its figures as JSON, checked by its engine."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common import strict_json


class FiguresField(forms.CharField):
    """A JSON object, read strictly: no duplicate keys, no NaN, nothing too deep."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}), **kwargs)

    def clean(self, value: Any) -> Any:
        """The object; ValidationError says where the JSON is wrong."""
        text = super().clean(value)
        if not text.strip():
            return {}
        try:
            read = strict_json.loads(text)
        except strict_json.MalformedJson as fault:
            raise ValidationError(fault.message, code=fault.code) from fault
        if not isinstance(read, dict):
            raise ValidationError(_("Write a JSON object: { ... }."))
        return read

    def prepare_value(self, value: Any) -> Any:
        """Figures as indented JSON; what was typed stays as typed."""
        return value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False)


class SheetForm(forms.Form):
    """A sheet as JSON."""

    figures = FiguresField(label=_("Sheet"), help_text=_("In the format of the game."))

    def __init__(self, *args: Any, sheet: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": {"figures": sheet or {}}})

    def cleaned_sheet(self) -> dict[str, Any]:
        """The sheet as it was filled in."""
        return self.cleaned_data["figures"]


class MonsterForm(forms.Form):
    """A monster's figures as JSON."""

    figures = FiguresField(label=_("Figures"), help_text=_("In the format of the game."))

    def __init__(self, *args: Any, stats: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": {"figures": stats or {}}})

    def cleaned_stats(self) -> dict[str, Any]:
        """The figures as they were filled in."""
        return self.cleaned_data["figures"]


class RowForm(forms.Form):
    """The figures of a catalogue row as JSON."""

    figures = FiguresField(label=_("Figures"), required=False)

    def __init__(self, *args: Any, figures: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": {"figures": figures or {}}})

    def cleaned_figures(self, _kind: str) -> dict[str, Any]:
        """The figures as they were filled in."""
        return self.cleaned_data["figures"] or {}


def build_sheet(_posted: Any, _sheet: dict[str, Any], _house: dict[str, Any]) -> dict[str, Any]:
    """Changes nothing: a game without forms of its own has no buttons."""
    return {}


def check_guide(_read: Any, _house: dict[str, Any], _form_data: Any) -> dict[str, Any]:
    """Empty: the check page only has its form."""
    return {}


def sheet_context(_read: Any, _house: dict[str, Any]) -> dict[str, Any]:
    """Empty: the sheet's template only needs the figures."""
    return {}


def keeps_rolls(_before: dict[str, Any], _after: dict[str, Any]) -> bool:
    """True: no edit of the sheet drops what was rolled."""
    return True


def may_undo(_step: dict[str, Any], _sheet: dict[str, Any]) -> bool:
    """True: a player may take back every step that the game can take back."""
    return True
