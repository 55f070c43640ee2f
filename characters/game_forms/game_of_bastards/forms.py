"""Forms for a sheet, an opponent and a catalogue row of A Game of Bastards."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from characters.game_forms.game_of_bastards import text_lines as lines
from characters.game_forms.game_of_bastards.check_guide import check_guide
from characters.game_forms.game_of_bastards.creation_taps import SUIT_TRAIT, build_sheet, shift_pools
from characters.game_forms.game_of_bastards.fields import (
    SUITS,
    TRAITS,
    gear_fields,
    items_field,
    number_field,
    priced_fields,
)
from characters.game_forms.text_lines import format_equipment, parse_equipment

__all__ = ["MonsterForm", "RowForm", "SheetForm", "build_sheet", "check_guide"]

BOUGHT = ("suit", *TRAITS, "skills", "specialties", "advantages", "disadvantages")


class SheetForm(forms.Form):
    """The whole sheet as lists; the buttons of the creation and the steps change the same things one by one."""

    tarot = forms.BooleanField(
        label=_("Show tarot suits"), required=False, help_text=_("Swords, cups, staves and coins (GOB-10).")
    )
    GEAR = ("weapons", "armor", "wildcards", "equipment", "tarot")

    def __init__(self, *args: Any, sheet: dict[str, Any] | None = None, **kwargs: Any) -> None:
        self.kept = sheet or {}
        super().__init__(*args, **kwargs | {"initial": _sheet_lines(self.kept)})
        self.fields |= gear_fields(self.kept) | priced_fields(self.kept) | _sheet_fields(self.kept)

    def for_player(self) -> None:
        """Removes the fields of what is bought, because a player changes it by steps."""
        for name in BOUGHT:
            del self.fields[name]

    @property
    def buys(self) -> bool:
        """Whether what is bought is on the form."""
        return "suit" in self.fields

    @property
    def finished(self) -> bool:
        """Whether the creation is over; a change of what was bought is then a correction."""
        return bool(self.kept.get("finished"))

    def gear(self) -> list[forms.BoundField]:
        """The fields that cost nothing."""
        return [self[name] for name in self.GEAR]

    def traits(self) -> list[forms.BoundField]:
        """The four traits."""
        return [self[name] for name in TRAITS]

    def bought(self) -> list[forms.BoundField]:
        """The other fields of what is bought."""
        return [self[name] for name in ("skills", "specialties", "advantages", "disadvantages")]

    def cleaned_sheet(self) -> dict[str, Any]:
        """The sheet's fields as they were filled in; the engine decides whether they go together."""
        data = self.cleaned_data
        gear = {
            "weapons": data["weapons"],
            "armor": data["armor"] or 0,
            "wildcards": data["wildcards"] or 0,
            "tarot": data["tarot"],
            "equipment": data["equipment"],
        }
        if "suit" not in self.fields:
            return gear
        return {
            **gear,
            **self._shifted_pools(),
            "suit": data["suit"] or None,
            "traits": {name: data[name] for name in TRAITS if data[name] is not None},
            "skills": data["skills"],
            "specialties": data["specialties"],
            "advantages": _keep_implicit_ranks(data["advantages"], self.kept.get("advantages") or []),
            "disadvantages": data["disadvantages"],
        }

    def _shifted_pools(self) -> dict[str, Any]:
        """The pools with the traits as they were filled in; a trait left empty starts again."""
        data, traits = self.cleaned_data, self.kept.get("traits")
        if not traits:
            return {}
        own = SUIT_TRAIT.get(data["suit"])
        return shift_pools(self.kept, {name: max(data[name] or 0, 2 if name == own else 1) for name in traits})


def _sheet_fields(kept: dict[str, Any]) -> dict[str, forms.Field]:
    """The lists that only sheets have."""
    return {
        "equipment": items_field(
            kept.get("equipment"),
            parse_equipment,
            format_equipment,
            4,
            label=_("Equipment"),
            help_text=_("One a line: “3 × torch”, “rope (50 feet)”."),
        ),
        "specialties": items_field(
            kept.get("specialties"),
            lines.parse_specialties,
            lines.format_specialties,
            3,
            label=_("Specialties"),
            help_text=_("One per line: “Lockpicking: Stealth, Technology”. Both skills must be at 2 or more."),
        ),
        "disadvantages": items_field(
            kept.get("disadvantages"),
            lines.parse_disadvantages,
            lines.format_disadvantages,
            2,
            label=_("Disadvantages"),
            help_text=_("One per line: “Wanted: in three cities”. Only during creation."),
        ),
    }


def _keep_implicit_ranks(written: list[dict[str, Any]], kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep ranks of 1 as they were stored, with or without an entry."""
    plain = [{**entry, "ranks": entry.get("ranks") or 1} for entry in kept]
    return [
        kept[plain.index(entry)] if (entry := {**now, "ranks": now.get("ranks") or 1}) in plain else now
        for now in written
    ]


def _sheet_lines(kept: dict[str, Any]) -> dict[str, Any]:
    traits = {name: (kept.get("traits") or {}).get(name) for name in TRAITS}
    return traits | {
        "suit": kept.get("suit") or "",
        "tarot": bool(kept.get("tarot")),
        "armor": kept.get("armor") or 0,
        "wildcards": kept.get("wildcards") or 0,
        "skills": lines.format_skills(kept.get("skills") or {}),
        "specialties": lines.format_specialties(kept.get("specialties") or []),
        "advantages": lines.format_advantages(kept.get("advantages") or []),
        "disadvantages": lines.format_disadvantages(kept.get("disadvantages") or []),
        "weapons": lines.format_weapons(kept.get("weapons") or []),
        "equipment": format_equipment(kept.get("equipment") or []),
    }


KINDS = [
    ("follower", _("Follower: one person with a power rating (GOB-95)")),
    ("extras", _("Extras: a group with a power rating (GOB-96)")),
    ("fated", _("Fated: full figures, as a player's character has")),
]


class MonsterForm(forms.Form):
    """A follower, a group of extras, or a fated opponent; fields of another kind are left out."""

    kind = forms.ChoiceField(label=_("Format"), choices=KINDS, widget=forms.RadioSelect, initial="follower")
    power_rating = number_field(_("Power rating"), 1, 5, help_text=_("For followers and extras."))
    members = number_field(_("Members"), 1, 5, help_text=_("For extras only."))
    power = number_field(_("Power left"), 1, 25, help_text=_("For followers. If empty: all of it."))

    def __init__(self, *args: Any, stats: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = stats or {}
        names = ("power_rating", "members", "power")
        initial = _sheet_lines(kept) | {name: kept.get(name) for name in names}
        initial |= {"kind": kept.get("kind") or "follower"}
        super().__init__(*args, **kwargs | {"initial": initial})
        self.fields |= gear_fields(kept) | priced_fields(kept)
        self.kept = kept

    def rating_fields(self) -> list[forms.BoundField]:
        """The fields of followers and extras."""
        return [self[name] for name in ("power_rating", "members", "power")]

    def gear(self) -> list[forms.BoundField]:
        """The fields of every kind."""
        return [self[name] for name in ("weapons", "armor", "wildcards")]

    def traits(self) -> list[forms.BoundField]:
        """Suit and traits of a Fated one."""
        return [self[name] for name in ("suit", *TRAITS)]

    def bought(self) -> list[forms.BoundField]:
        """Skills and advantages of a Fated one."""
        return [self["skills"], self["advantages"]]

    def clean(self) -> dict[str, Any]:
        """Requires a rating for followers and extras, and a number of members for extras."""
        data = super().clean() or {}
        kind = data.get("kind")
        if kind in ("follower", "extras") and data.get("power_rating") is None:
            self.add_error("power_rating", ValidationError(_("Give a power rating from 1 to 5.")))
        if kind == "extras" and data.get("members") is None:
            self.add_error("members", ValidationError(_("Give 1 to 5 members.")))
        return data

    def cleaned_stats(self) -> dict[str, Any]:
        """The figures of the chosen kind; what is left empty is left out."""
        data = self.cleaned_data
        kind = data["kind"]
        stats: dict[str, Any] = {"kind": kind} | ({"text": self.kept["text"]} if self.kept.get("text") else {})
        wanted = {"follower": ("power_rating", "power"), "extras": ("power_rating", "members"), "fated": ("suit",)}
        names = (*wanted[kind], "weapons", "armor", "wildcards", *(("skills", "advantages") if kind == "fated" else ()))
        stats |= {name: data[name] for name in names if data[name]}
        if kind == "fated":
            traits = {name: data[name] for name in TRAITS if data[name] is not None}
            stats |= {"traits": traits} if traits else {}
            stats |= {"pools": self.kept["pools"]} if self.kept.get("pools") else {}
        return stats


NUMBERS = ("cost", "wildcards", "times", "draw", "more", "fewer", "penalty", "reduction", "raises", "damage")
CATEGORIES = [("", "–"), ("defensive", _("defensive")), ("offensive", _("offensive")), ("utility", _("utility"))]
EFFECT = _("For your own advantages: an existing advantage with the same effect, such as toughness or iron-wall.")


class RowForm(forms.Form):
    """The figures of a catalogue row; which fields count depends on its kind."""

    effect = forms.SlugField(label=_("Works like"), required=False, help_text=EFFECT)
    suit = forms.ChoiceField(label=_("Suit"), choices=[("", "–"), *SUITS[1:]], required=False)
    category = forms.ChoiceField(label=_("Category"), choices=CATEGORIES, required=False)
    text = forms.CharField(label=_("What it does, in one line"), max_length=400, required=False)
    cost = number_field(_("Costs points of its suit's pool"), 0, 50)
    wildcards = number_field(_("Costs wildcards"), 0, 20)
    times = number_field(_("Multiplier of the trait or rank"), 0, 50)
    draw = number_field(_("Cards drawn"), 0, 50)
    more = number_field(_("More cards"), 0, 50)
    fewer = number_field(_("Fewer cards"), 0, 50)
    penalty = number_field(_("Card cost of two weapons"), 0, 50)
    reduction = number_field(_("Damage reduction per rank"), 0, 50)
    raises = number_field(_("Raises needed"), 0, 50)
    damage = number_field(_("Damage"), 0, 50, help_text=_("Of a weapon, or of an advantage that adds to it."))
    skill = forms.CharField(label=_("Skill of the weapon"), max_length=200, required=False)
    ranged = forms.BooleanField(label=_("Ranged"), required=False)
    armor = number_field(_("Armour: reduces damage to BP by"), 0, 50)
    difficulty = number_field(_("Difficulty"), 0, 20, help_text=_("For the difficulty guide (GOB-21)."))
    first = forms.CharField(label=_("First skill of the specialty"), max_length=200, required=False)
    second = forms.CharField(label=_("Second skill of the specialty"), max_length=200, required=False)

    def __init__(self, *args: Any, figures: dict[str, Any] | None = None, **kwargs: Any) -> None:
        self.kept = dict(figures or {})
        pair = self.kept.get("skills")
        both = dict(zip(("first", "second"), pair, strict=False)) if isinstance(pair, list) else {}
        super().__init__(*args, **kwargs | {"initial": self.kept | both})

    def cleaned_figures(self, kind: str) -> dict[str, Any]:
        """What the engine and the sheet read, by the kind of row; figures without a field here are kept."""
        data = self.cleaned_data
        rest = {name: value for name, value in self.kept.items() if name not in (*self.fields, "skills")}
        if kind == "advantage":
            named = {name: data[name] for name in ("effect", "suit", "category", "text") if data[name]}
            return rest | named | {name: data[name] for name in NUMBERS if data[name] is not None}
        if kind == "weapon":
            return rest | {
                "damage": data["damage"] or 0,
                "skill": data["skill"] or "Combat (Unarmed)",
                "ranged": data["ranged"],
            }
        if kind == "armor":
            return rest | {"armor": data["armor"] or 0}
        if kind == "difficulty":
            return rest | {"difficulty": data["difficulty"] or 0}
        if kind == "specialty":
            pair = [data["first"].strip(), data["second"].strip()]
            return rest | ({"skills": pair} if all(pair) else {})
        return self.kept
