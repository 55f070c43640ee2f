"""Form fields of A Game of Bastards that the forms of sheets, opponents and catalogue rows share."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.game_forms import text_lines
from characters.game_forms.game_of_bastards import text_lines as lines

TRAITS = ("body", "spirit", "mind", "luck")
SUITS = [
    ("", _("not chosen yet")),
    ("clubs", _("Clubs: Body, Kranos")),
    ("hearts", _("Hearts: Spirit, Loressa")),
    ("spades", _("Spades: Mind, Aiyala")),
    ("diamonds", _("Diamonds: Luck, Esme")),
]
MOST_TEXT = 20000


class LinesField(forms.CharField):
    """A list with one item on each line; a parse and a format function of `text_lines` read and write it."""

    def __init__(self, read: Callable[[str], Any], rows: int = 3, **kwargs: Any) -> None:
        box = forms.Textarea(attrs={"rows": rows, "autocapitalize": "words", "spellcheck": "false"})
        super().__init__(widget=box, required=False, max_length=MOST_TEXT, **kwargs)
        self.read = read

    def clean(self, value: Any) -> Any:
        """The things that the lines name; ValidationError says which line and how it is written."""
        return self.read(super().clean(value))


def items_field(
    kept: Iterable[Any] | None,
    parse: Callable[[str], list[Any]],
    write: Callable[[list[Any]], str],
    rows: int,
    **kwargs: Any,
) -> LinesField:
    """A list that the form shows as `write(kept)`; items of unchanged lines stay as they are."""
    return LinesField(partial(text_lines.read_items, kept=kept, parse=parse, write=write), rows, **kwargs)


def number_field(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    """A whole number from `least` to `most`, which may stay empty."""
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, **kwargs)


def priced_fields(kept: dict[str, Any]) -> dict[str, forms.Field]:
    """The fields of everything that costs experience, for sheets and fated opponents; the form shows `kept`."""
    skills, advantages = kept.get("skills"), kept.get("advantages") or []
    return {
        "suit": forms.ChoiceField(label=_("Suit"), choices=SUITS, required=False),
        "body": number_field(_("Body"), 1, 20),
        "spirit": number_field(_("Spirit"), 1, 20),
        "mind": number_field(_("Mind"), 1, 20),
        "luck": number_field(_("Luck"), 1, 20),
        "skills": LinesField(
            partial(text_lines.read_numbers, kept=skills, parse=lines.parse_skills, write=lines.format_skills),
            5,
            label=_("Skills"),
            help_text=_("One per line: “Stealth 3”, “Combat (Sword) 2”. Skills that are not listed are at 1."),
        ),
        "advantages": items_field(
            advantages,
            partial(lines.parse_advantages, kept=advantages),
            lines.format_advantages,
            3,
            label=_("Advantages"),
            help_text=_(
                "One per line: “Dodge”, “Counter (Sword)”, “Toughness 2”. If the name itself has a number, write its "
                "key: “style-2”."
            ),
        ),
    }


def gear_fields(kept: dict[str, Any]) -> dict[str, forms.Field]:
    """The fields of weapons and armour; the form shows those of `kept`."""
    return {
        "weapons": items_field(
            kept.get("weapons"),
            lines.parse_weapons,
            lines.format_weapons,
            3,
            label=_("Weapons"),
            help_text=_("One per line: “Sabre, 2, Combat (Sword)”; add “, ranged” for ranged weapons."),
        ),
        "armor": number_field(_("Armour: reduces damage to BP by"), 0, 50),
        "wildcards": number_field(_("Wildcards"), 0, 20),
    }
