"""Forms for a sheet, a monster and a catalogue row of 52 Fates."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from characters.game_forms.text_lines import format_equipment, parse_equipment, read_items
from rules import play

SKILLS = 3
DIFFICULTIES = (2, 11)
HIGHEST_LEVEL = 50
STATES = [
    ("held", _("in hand")),
    ("floor", _("on the floor")),
    ("away", _("thrown out of reach")),
    ("broken", _("broken")),
    ("none", _("none")),
]
CLASSES = [("warrior", _("Warrior")), ("wizard", _("Wizard")), ("", _("Neither"))]
LINES = [("number", _("Number card")), ("face", _("Face card")), ("ace", _("Ace"))]
DEGREES = [("", _("no")), ("partial", _("partly (F52-53)")), ("full", _("fully (F52-55)"))]


class SheetForm(forms.Form):
    """Class, background skills, weapon and equipment; hit points have their own buttons."""

    char_class = forms.ChoiceField(label=_("Class"), choices=CLASSES, required=False, widget=forms.RadioSelect)
    skill_1 = forms.CharField(label=_("First background skill"), max_length=200, required=False)
    skill_2 = forms.CharField(label=_("Second background skill"), max_length=200, required=False)
    skill_3 = forms.CharField(label=_("Third background skill"), max_length=200, required=False)
    weapon = forms.CharField(label=_("Weapon"), max_length=200, required=False)
    weapon_state = forms.ChoiceField(label=_("State of the weapon"), choices=STATES, initial="held")
    equipment = forms.CharField(
        label=_("Equipment"),
        required=False,
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("One item per line: “3 × torch”, “rope (50 feet)”."),
    )

    def __init__(self, *args: Any, sheet: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = sheet or {}
        skills = kept.get("background_skills") or []
        initial = {
            "char_class": kept.get("class") or "",
            "weapon": kept.get("weapon") or "",
            "weapon_state": kept.get("weapon_state") or "held",
            "equipment": format_equipment(kept.get("equipment") or []),
        } | {f"skill_{place + 1}": skill for place, skill in enumerate(skills[:SKILLS])}
        super().__init__(*args, **kwargs | {"initial": initial})
        self._kept = kept
        for place in range(1, SKILLS + 1):
            self.fields[f"skill_{place}"].widget.attrs |= {"list": "skills", "autocomplete": "off"}
        self.fields["weapon"].widget.attrs |= {"list": "weapons", "autocomplete": "off"}

    def skills(self) -> list[forms.BoundField]:
        """The fields for background skills."""
        return [self[f"skill_{place}"] for place in range(1, SKILLS + 1)]

    def cleaned_sheet(self) -> dict[str, Any]:
        """The sheet's fields as they were filled in; the engine decides whether they go together."""
        data = self.cleaned_data
        skills = [data[f"skill_{place}"].strip() for place in range(1, SKILLS + 1)]
        equipment, weapon = self._kept.get("equipment"), data["weapon"].strip()
        # An NPC made in a hurry is armed with a weapon that has no name; losing a name means losing the weapon.
        unnamed = bool(self._kept) and not self._kept.get("weapon")
        return {
            "class": data["char_class"] or None,
            "background_skills": [skill for skill in skills if skill],
            "weapon": weapon,
            "weapon_state": self._state(weapon, unnamed),
            "equipment": read_items(data["equipment"], equipment, parse_equipment, format_equipment),
        }

    def _state(self, weapon: str, unnamed: bool) -> str:
        """The state of the weapon; the first one is taken in hand, because the form still says “none”."""
        state: str = self.cleaned_data["weapon_state"]
        if not weapon and not unnamed:
            return "none"
        return "held" if weapon and unnamed and state == "none" else state


def _number(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, **kwargs)


NUMBERS = ("level", "max_hp", "allowance", "speed")
FLAGS = ("armed", "maneuvers", "spells", "death_draws")


class MonsterForm(forms.Form):
    """A monster's figures (F52-95, F52-96) and its three attack lines."""

    level = _number(_("Level"), 1, 50, help_text=_("Optional."))
    max_hp = _number(_("Hit points"), 1, 999, help_text=_("If empty: level + 2, or 3 without a level."))
    allowance = _number(_("Cards per play"), 1, 10, help_text=_("If empty: 1."))
    speed = _number(_("Speed in feet"), 0, 1000, help_text=_("If empty: 30."))
    armed = forms.BooleanField(label=_("Holds a weapon"), required=False)
    maneuvers = forms.BooleanField(label=_("Warrior-like: maneuvers"), required=False)
    spells = forms.BooleanField(label=_("Wizard-like: spells"), required=False)
    death_draws = forms.BooleanField(label=_("Makes death draws at 0 hit points"), required=False)

    def __init__(self, *args: Any, stats: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = {"armed": True} | (stats or {})
        lines = kept.pop("lines", None) or {}
        initial = dict(kept)
        for line, _title in LINES:
            initial |= {f"{line}_{name}": value for name, value in _flatten(lines.get(line) or {}).items()}
        super().__init__(*args, **kwargs | {"initial": initial})
        for line, _title in LINES:
            self.fields |= _line_fields(line)
        self._kept = kept
        self._stored_flags = {name for name in FLAGS if name in (stats or {})}

    def lines(self) -> list[tuple[str | Promise, list[forms.BoundField]]]:
        """Each attack line's title and fields."""
        return [(title, [self[name] for name in _line_fields(line)]) for line, title in LINES]

    def figures(self) -> list[forms.BoundField]:
        """The fields that are not of an attack line."""
        return [self[name] for name in self.base_fields]

    def cleaned_stats(self) -> dict[str, Any]:
        """The figures as they were filled in; what is left empty is left out."""
        data = self.cleaned_data
        stats = {name: value for name, value in self._kept.items() if name not in self.base_fields}
        stats |= {name: data[name] for name in NUMBERS if data[name] is not None}
        # A flag that was not stored and not changed stays unstored, so that saving changes nothing.
        usual = {name: self.initial.get(name, False) for name in FLAGS}
        stats |= {name: data[name] for name in FLAGS if name in self._stored_flags or data[name] != usual[name]}
        lines = {line: filled_line for line, _title in LINES if (filled_line := _unflatten(line, data))}
        return stats | ({"lines": lines} if lines else {})


def _line_fields(line: str) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {f"{line}_damage": _number(_("Damage"), 0, 20)}
    if line == "ace":
        half = _("Half the hit points (at least 3)")
        fields[f"{line}_half"] = forms.BooleanField(label=half, required=False)
    return fields | {
        f"{line}_text": forms.CharField(label=_("Description"), max_length=200, required=False),
        f"{line}_prone": forms.BooleanField(label=_("Knocks prone"), required=False),
        f"{line}_degree": forms.ChoiceField(label=_("Incapacitates"), choices=DEGREES, required=False),
        f"{line}_unconscious": forms.BooleanField(label=_("Makes unconscious"), required=False),
        f"{line}_wake": _number(_("Wakes above"), 2, 10),
        f"{line}_effect": forms.CharField(label=_("Continuous effect"), max_length=200, required=False),
        f"{line}_strength": _number(_("Strength of the effect"), 2, 10),
        f"{line}_rounds": _number(_("Rounds of the effect"), 1, 99, help_text=_("If empty: until resisted.")),
        f"{line}_drawn": forms.BooleanField(label=_("Draw the duration (F52-51)"), required=False),
    }


def _flatten(line: dict[str, Any]) -> dict[str, Any]:
    """An attack line as form fields."""
    effect, held = line.get("effect") or {}, line.get("incapacitate") or {}
    damage, rounds = line.get("damage"), effect.get("rounds")
    return {
        "damage": None if damage == "half" else damage,
        "half": damage == "half",
        "text": line.get("text") or "",
        "prone": bool(line.get("prone")),
        "degree": held.get("degree") or "",
        "unconscious": bool(held.get("unconscious")),
        "wake": held.get("wake"),
        "effect": effect.get("name") or "",
        "strength": effect.get("strength"),
        "rounds": None if rounds == "draw" else rounds,
        "drawn": rounds == "draw",
    }


def _unflatten(line: str, data: dict[str, Any]) -> dict[str, Any]:
    """An attack line from form fields; empty when nothing was filled in."""
    fields = {name.removeprefix(f"{line}_"): data[name] for name in _line_fields(line)}
    deep: dict[str, Any] = {}
    if fields.get("half"):
        deep["damage"] = "half"
    elif fields["damage"] is not None:
        deep["damage"] = fields["damage"]
    if fields["effect"].strip():
        effect = {"name": fields["effect"].strip(), "strength": fields["strength"]}
        rounds = "draw" if fields["drawn"] else fields["rounds"]
        deep["effect"] = effect | ({"rounds": rounds} if rounds else {})
    if fields["degree"]:
        held: dict[str, Any] = {"degree": fields["degree"]}
        if fields["unconscious"]:
            held |= {"unconscious": True} | ({"wake": fields["wake"]} if fields["wake"] else {})
        deep["incapacitate"] = held
    if fields["prone"]:
        deep["prone"] = True
    if fields["text"].strip():
        deep["text"] = fields["text"].strip()
    return deep


class RowForm(forms.Form):
    """The figures of a catalogue row that the table uses: an effect's, a condition's, a difficulty."""

    strength = _number(_("Strength of the effect"), 2, 10, help_text=_("For continuous effects (F52-50)."))
    rounds = _number(_("Rounds"), 1, 99, help_text=_("If empty: until resisted (F52-51)."))
    drawn = forms.BooleanField(label=_("The duration is drawn"), required=False)
    degree = forms.ChoiceField(
        label=_("Incapacitates"), choices=DEGREES, required=False, help_text=_("For conditions.")
    )
    unconscious = forms.BooleanField(label=_("Makes unconscious"), required=False)
    wake = _number(_("Wakes above"), 2, 10)
    difficulty = _number(_("Difficulty"), 2, 10, help_text=_("For the difficulty guide (F52-03)."))

    def __init__(self, *args: Any, figures: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = dict(figures or {})
        if kept.get("rounds") == "draw":
            kept |= {"rounds": None, "drawn": True}
        super().__init__(*args, **kwargs | {"initial": kept})
        self._kept = figures or {}

    def clean(self) -> dict[str, Any]:
        """An effect's rounds are counted or drawn, not both."""
        data = super().clean() or {}
        if data.get("drawn") and data.get("rounds"):
            self.add_error("rounds", _("Leave this empty when the duration is drawn."))
        return data

    def cleaned_figures(self, kind: str) -> dict[str, Any]:
        """What the Fate Dealer's orders take (afflict, incapacitate), by the kind of row."""
        data = self.cleaned_data
        if kind == "effect":
            rounds = "draw" if data["drawn"] else data["rounds"]
            return {"strength": data["strength"] or 5} | ({"rounds": rounds} if rounds else {})
        if kind == "condition":
            asleep = {"unconscious": True, "wake": data["wake"] or 7} if data["unconscious"] else {}
            return {"degree": "full" if asleep else data["degree"] or "partial"} | asleep
        if kind == "difficulty":
            return {"difficulty": data["difficulty"] or 5}
        return self._kept


def check_guide(read: Any, _house: dict[str, Any], form_data: Any) -> dict[str, Any]:
    """The chance against each difficulty from a whole deck, in hundredths, and what the form holds.

    `{"difficulties": [{"n", "chance"}], "covered", "level", "cards"}`.
    """
    covered = bool(form_data.get("background") or form_data.get("pick-background") or form_data.get("flag-background"))
    level = (read.figures.get("level") if read else _chosen_level(form_data.get("number-level", ""))) or 1
    found = []
    for n in range(*DIFFICULTIES):
        inputs = {"difficulty": n, "background": covered, "level": level}
        odds = play.chance("fifty-two-fates", "skill-check", inputs)
        found.append({"n": str(n), "chance": round(odds["chance"] * 100) if odds else None})
    return {"difficulties": found, "covered": covered, "level": level, "cards": form_data.getlist("list-cards")}


def _chosen_level(text: str) -> int | None:
    digits = text.strip()
    return min(int(digits), HIGHEST_LEVEL) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None
