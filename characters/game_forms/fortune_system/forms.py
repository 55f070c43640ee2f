"""Forms for a sheet, an opponent and a catalogue row of the Fortune System, and the context of the sheet."""

import json
import re
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.game_forms import text_lines
from characters.game_forms.fortune_system.check_guide import check_guide
from characters.game_forms.fortune_system.slot_history import slot_histories

__all__ = ["MonsterForm", "RowForm", "SheetForm", "check_guide", "keeps_rolls", "may_undo", "sheet_context"]

ATTRIBUTES = ("atk", "vit", "spd", "mag", "spr")
SLOT = re.compile(r"^(?P<value>\d{1,3}|blown)(?P<damaged>\s+damaged)?(?:\s+(?P<group>.+))?$", re.IGNORECASE)
TALENT = re.compile(r"^(?P<key>[\w-]+)(?::\s*(?P<focus>.*?))?(?:\s*[x×]\s*(?P<ranks>\d))?$")
KINDS = [("group", _("a group")), ("skill", _("a skill")), ("none", _("nothing"))]


def parse_slots(text: str) -> list[dict[str, Any]]:
    """Slots, one on each line: "40", "30 damaged", "blown", "61 Physical" (of Lucky)."""
    found = []
    for line in text_lines.split_lines(text):
        parts = SLOT.match(line)
        blown = parts is not None and parts["value"].lower() == "blown"
        value = int(parts["value"]) if parts and not blown else None
        condition = "blown" if blown else "damaged" if parts and parts["damaged"] else "sound"
        found.append({"value": value, "condition": condition, "group": parts["group"] if parts else line})
    return found


def format_slots(slots: list[dict[str, Any]]) -> str:
    """Slots in the form that `parse_slots` reads."""
    words = []
    for slot in slots:
        value = "blown" if slot["condition"] == "blown" else str(slot["value"])
        more = [" damaged"] * (slot["condition"] == "damaged") + ([f" {slot['group']}"] if slot.get("group") else [])
        words.append(value + "".join(more))
    return "\n".join(words)


def parse_talents(text: str) -> list[dict[str, Any]]:
    """Talents, one on each line: "aptitude: Physical × 2", "couldnt-sleep"."""
    found = []
    for line in text_lines.split_lines(text):
        parts = TALENT.match(line)
        key, focus, ranks = (parts["key"], parts["focus"] or None, parts["ranks"]) if parts else (line, None, None)
        found.append({"key": key, "focus": focus, "ranks": int(ranks or 1)})
    return found


def format_talents(talents: list[dict[str, Any]]) -> str:
    """Talents in the form that `parse_talents` reads."""
    return "\n".join(
        talent["key"]
        + (f": {talent['focus']}" if talent.get("focus") else "")
        + (f" × {talent['ranks']}" * (talent["ranks"] > 1))
        for talent in talents
    )


class SheetForm(forms.Form):
    """Equipment; talents and attributes only during the creation and for the GM, slots only for the GM."""

    equipment = forms.CharField(
        label=_("Equipment"),
        required=False,
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("One item per line: “3 × torch”, “rope (50 feet)”."),
    )
    slots = forms.CharField(
        label=_("Slots"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("One per line: “40”, “30 damaged”, “blown”, “61 Physical” for a Lucky slot."),
    )
    talents = forms.CharField(
        label=_("Talents"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One per line with its focus and ranks: “aptitude: Physical × 2”."),
    )

    def __init__(self, *args: Any, sheet: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = sheet or {}
        initial = {
            "equipment": text_lines.format_equipment(kept.get("equipment") or []),
            "slots": format_slots(kept.get("slots") or []),
            "talents": format_talents(kept.get("talents") or []),
        } | {name: (kept.get("attributes") or {}).get(name, 4) for name in ATTRIBUTES}
        super().__init__(*args, **kwargs | {"initial": initial})
        for name in ATTRIBUTES:
            self.fields[name] = forms.IntegerField(label=name.upper(), min_value=4, max_value=8, required=False)
            self.initial.setdefault(name, initial[name])
        self._kept = kept

    def attributes(self) -> list[forms.BoundField]:
        """The fields of the attributes."""
        return [self[name] for name in ATTRIBUTES if name in self.fields]

    def for_player(self) -> None:
        """Removes the fields that change by play and by steps."""
        for name in ("slots", "talents", *ATTRIBUTES):
            del self.fields[name]

    def for_player_creating(self) -> None:
        """Removes the slots: they are rolled or taken by steps."""
        del self.fields["slots"]

    def cleaned_sheet(self) -> dict[str, Any]:
        """The sheet's fields as they were filled in; the engine decides whether they go together."""
        data = self.cleaned_data
        sheet: dict[str, Any] = {
            "equipment": self._read("equipment", text_lines.parse_equipment, text_lines.format_equipment)
        }
        if "slots" in self.fields:
            sheet["slots"] = self._read("slots", parse_slots, format_slots)
        if "talents" in self.fields:
            values = {name: 4 if data[name] is None else data[name] for name in ATTRIBUTES}
            sheet |= {
                "talents": self._read("talents", parse_talents, format_talents),
                "attributes": values,
            }
        return sheet

    def _read(
        self, name: str, parse: Callable[[str], list[dict[str, Any]]], write: Callable[[list[dict[str, Any]]], str]
    ) -> list[dict[str, Any]]:
        return text_lines.read_items(self.cleaned_data[name], self._kept.get(name), parse, write)


def may_undo(step: dict[str, Any], sheet: dict[str, Any]) -> bool:
    """Whether a player may take back a step of the creation; not rolled slots, or one could roll again and again."""
    rolled = step.get("type") in ("fill", "mulligan") or (step.get("key") == "lucky" and bool(sheet.get("slots")))
    return not rolled


def keeps_rolls(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether an edit keeps the rolled slots: without Lucky its slot would go, and could be rolled again (FOS-39)."""
    return len(after.get("slots", [])) >= len(before.get("slots", []))


def sheet_context(read: Any, house: dict[str, Any]) -> dict[str, Any]:
    """`slots` (each with its story), `skills` by group, `undo` steps of the creation, which slots can be struck."""
    slots, talents = _slot_rows(read), _talent_rows(read)
    return {
        "slots": slots,
        "skills": _skills_by_group(house),
        "talents": talents,
        "attributes": _attribute_rows(read.sheet),
        "hardships": [row for row in house["rows"] if row["kind"] == "hardship"],
        "whole": [slot for slot in slots if slot["condition"] != "blown"],
        "hurt": any(slot["condition"] != "sound" for slot in slots),
        "sleepless": any(
            talent["key"] == "couldnt-sleep" for talent in [*talents, read.figures.get("free") or {"key": ""}]
        ),
    }


def _slot_rows(read: Any) -> list[dict[str, Any]]:
    """The slots of a sheet, each with its place and with what happened to it."""
    histories = slot_histories(read)
    return [
        slot | {"index": place, "n": place + 1, "story": histories.get(place, [])}
        for place, slot in enumerate(read.sheet.get("slots") or [])
    ]


def _skills_by_group(house: dict[str, Any]) -> list[tuple[str, list[str]]]:
    by_group: dict[str, list[str]] = {}
    for row in house["rows"]:
        if row["kind"] == "skill":
            by_group.setdefault(str(row["figures"].get("group") or ""), []).append(row["name"])
    return list(by_group.items())


def _talent_rows(read: Any) -> list[dict[str, Any]]:
    """The talents, each with the step that takes it back."""
    rows = []
    for talent in read.figures.get("talents", []):
        step = {"type": "talent", "key": talent["key"], "focus": talent["focus"]}
        rows.append(talent | {"undo": json.dumps({name: value for name, value in step.items() if value})})
    return rows


def _attribute_rows(sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """The attributes with their values, each with the step that raises it or takes that back."""
    values, rows = sheet.get("attributes") or {}, []
    for name in ATTRIBUTES:
        value, undo = values.get(name, 4), {"type": "attribute", "attribute": name}
        step = json.dumps(undo | {"to": value + 1}, sort_keys=True)
        rows.append({"name": name.upper(), "value": value, "step": step, "undo": json.dumps(undo, sort_keys=True)})
    return rows


class MonsterForm(forms.Form):
    """An opponent is a note: a level for its tier, hit points for trigger damage (FOS-27)."""

    level = forms.IntegerField(label=_("Level"), min_value=1, max_value=99, required=False)
    hp = forms.IntegerField(label=_("Hit points"), min_value=1, max_value=9_999_999, required=False)

    def __init__(self, *args: Any, stats: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"initial": stats or {}})
        self._text = (stats or {}).get("text")

    def cleaned_stats(self) -> dict[str, Any]:
        """The figures as they were filled in; what is left empty is left out."""
        figures = {"level": self.cleaned_data["level"], "hp": self.cleaned_data["hp"], "text": self._text}
        return {name: value for name, value in figures.items() if value}


class RowForm(forms.Form):
    """The figures of a catalogue row that the game reads, by its kind."""

    group = forms.CharField(label=_("Group"), max_length=120, required=False, help_text=_("For skills (FOS-25)."))
    cos = forms.IntegerField(
        label=_("Chance of success"), min_value=-100, max_value=300, required=False, help_text=_("For the CoS guide.")
    )
    degree = forms.ChoiceField(
        label=_("The slot is"),
        choices=[("damaged", _("damaged")), ("blown", _("blown"))],
        required=False,
        help_text=_("For hardships (FOS-09)."),
    )
    selection = forms.ChoiceField(
        label=_("Which slot"),
        choices=[("choice", _("the player's choice")), ("lowest", _("the lowest"))],
        required=False,
    )
    for_ = forms.ChoiceField(label=_("Taken for"), choices=KINDS, required=False, help_text=_("For talents (FOS-21)."))
    ranks = forms.IntegerField(label=_("Highest rank"), min_value=1, max_value=4, required=False)
    reduction = forms.IntegerField(label=_("Reduces a die by"), min_value=0, max_value=100, required=False)

    def __init__(self, *args: Any, figures: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = dict(figures or {})
        kept["for_"] = kept.get("for", "group")
        super().__init__(*args, **kwargs | {"initial": kept})
        self._kept = figures or {}

    def cleaned_figures(self, kind: str) -> dict[str, Any]:
        """The figures of a catalogue row of this kind, as the engine and the pages read them."""
        data = self.cleaned_data
        if kind == "skill":
            return {"group": data["group"].strip()}
        if kind == "cos":
            return {"cos": 50 if data["cos"] is None else data["cos"]}
        if kind == "hardship":
            return {"degree": data["degree"] or "damaged", "selection": data["selection"] or "choice"}
        if kind == "talent":
            figures = {"for": data["for_"] or "group", "ranks": data["ranks"], "reduction": data["reduction"]}
            return self._kept | {name: value for name, value in figures.items() if value is not None}
        return self._kept
