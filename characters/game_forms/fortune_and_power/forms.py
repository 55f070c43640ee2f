"""Forms for a sheet, an opponent and a catalogue row of Fortune and Power, and the buttons of the creation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.game_forms import text_lines
from characters.game_forms.fortune_and_power.check_guide import check_guide
from rules.catalogue import queries as catalogue

__all__ = ["MonsterForm", "RowForm", "SheetForm", "build_sheet", "check_guide", "sheet_context"]

PRICED, LIMITS = ("traits", "gifts"), ("limit_wounds", "limit_shocks")
MOST, MOST_BOXES = 99, 20


def _lines(label: Any, rows: int, help_text: Any) -> forms.CharField:
    area = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, required=False, max_length=20000, widget=area, help_text=help_text)


def _number(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, **kwargs)


class SheetForm(forms.Form):
    """The sheet without what has buttons; limits only for the GM, after the creation traits and gifts too."""

    weapons = _lines(_("Weapons"), 3, _("One per line with its bonus: “Sword +4”, “Dread word +2 mental”."))
    armor = _number(_("Armour"), 0, 99, help_text=_("How much it subtracts from every wound of a hit."))
    equipment = _lines(_("Equipment"), 5, _("One item per line: “3 × torch”, “rope (50 feet)”."))
    traits = _lines(_("Traits"), 6, _("One per line with its level: “Burglar 8”."))
    gifts = _lines(_("Gifts"), 3, _("One per line, with an optional note: “Immunity (snake poison)”."))
    limit_wounds = _number(_("Wound limit"), 1, 999, help_text=_("If empty: 10."))
    limit_shocks = _number(_("Shock limit"), 1, 999, help_text=_("If empty: 10."))

    def __init__(self, *args: Any, sheet: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = sheet or {}
        limits = kept.get("limits") or {}
        initial = {
            "weapons": text_lines.format_weapons(kept.get("weapons") or []),
            "armor": kept.get("armor") or 0,
            "equipment": text_lines.format_equipment(kept.get("equipment") or []),
            "traits": text_lines.format_levels(kept.get("traits") or {}),
            "gifts": text_lines.format_notes(kept.get("gifts") or []),
            "limit_wounds": limits.get("wounds"),
            "limit_shocks": limits.get("shocks"),
        }
        super().__init__(*args, **kwargs | {"initial": initial})
        self._kept = kept

    def for_player(self) -> None:
        """Removes the fields that a player buys by steps, and those that only the GM decides."""
        for name in (*PRICED, *LIMITS):
            del self.fields[name]

    def for_player_creating(self) -> None:
        """Removes the limits, which only the GM sets."""
        for name in LIMITS:
            del self.fields[name]

    def cleaned_sheet(self) -> dict[str, Any]:
        """The sheet's fields as they were filled in; the engine checks names, prices and ranges."""
        data = self.cleaned_data
        sheet: dict[str, Any] = {
            "weapons": _read_weapons(data["weapons"], self._kept),
            "armor": data["armor"] or 0,
            "equipment": text_lines.read_items(
                data["equipment"],
                self._kept.get("equipment"),
                text_lines.parse_equipment,
                text_lines.format_equipment,
            ),
        }
        if "limit_wounds" in self.fields:
            limits = {"wounds": data["limit_wounds"] or 10, "shocks": data["limit_shocks"] or 10}
            usual = data["limit_wounds"] is None and data["limit_shocks"] is None
            sheet["limits"] = None if usual else limits
        if "traits" in self.fields:
            sheet |= {
                "traits": _read_traits(data["traits"], self._kept),
                "gifts": text_lines.read_items(
                    data["gifts"], self._kept.get("gifts"), text_lines.parse_notes, text_lines.format_notes
                ),
            }
        return sheet


def _read_weapons(text: str, kept: dict[str, Any]) -> list[dict[str, Any]]:
    return text_lines.read_items(text, kept.get("weapons"), text_lines.parse_weapons, text_lines.format_weapons)


def _read_traits(text: str, kept: dict[str, Any]) -> dict[str, int]:
    return text_lines.read_numbers(text, kept.get("traits"), text_lines.parse_levels, text_lines.format_levels)


def build_sheet(posted: Any, sheet: dict[str, Any], house: dict[str, Any]) -> dict[str, Any]:
    """A button of the creation: `tap=trait:+1:Burglar`, `tap=gift:-1:Empathy`, `tap=fortune:+1:`.

    The name of a new trait is in `name`. Weapons and armour are rows of the campaign: `tap=weapon:+1:Sword`,
    `tap=armor:+1:Mail` (only one; -1 takes it off).
    """
    kind, _colon, rest = posted.get("tap", "").partition(":")
    sign, _colon, name = rest.partition(":")
    step = {"+1": 1, "-1": -1}.get(sign, 0)
    if kind == "new" and posted.get("name", "").strip():
        name = posted["name"].strip()[:200]
        return {"traits": {**sheet["traits"], name: max(1, sheet["traits"].get(name, 0))}}
    if not step:
        return {}
    if kind == "trait":
        return {"traits": _step_trait(sheet["traits"], name, step)}
    if kind == "gift":
        return {"gifts": _step_gift(sheet["gifts"], name, step)}
    if kind == "fortune":
        return {"fortune": max(0, sheet["fortune"] + step)}
    if kind == "weapon":
        return _step_weapon(sheet["weapons"], name, step, house)
    if kind == "armor":
        worn = _row(house, "armor", name)
        return {"armor": 0} if step < 0 else {"armor": worn["figures"]["armor"]} if worn else {}
    return {}


def _row(house: dict[str, Any], kind: str, name: str) -> dict[str, Any] | None:
    figure = {"weapon": "bonus", "armor": "armor"}[kind]
    rows = [row for row in house["rows"] if row["kind"] == kind and type(row["figures"].get(figure)) is int]
    return next((row for row in rows if row["name"] == name), None)


def _step_weapon(weapons: list[dict[str, Any]], name: str, step: int, house: dict[str, Any]) -> dict[str, Any]:
    others = [weapon for weapon in weapons if weapon["name"] != name]
    row = _row(house, "weapon", name)
    if step < 0 or row is None:
        return {"weapons": others} if step < 0 else {}
    mental = {"mental": True} if row["figures"].get("mental") else {}
    return {"weapons": [*others, {"name": name, "bonus": row["figures"]["bonus"]} | mental]}


def _step_trait(traits: dict[str, int], name: str, step: int) -> dict[str, int]:
    level = min(MOST, traits.get(name, 0) + step)
    others = {other: held for other, held in traits.items() if other != name or level > 0}
    return others | ({name: level} if level > 0 else {})


def _step_gift(gifts: list[dict[str, Any]], name: str, step: int) -> list[dict[str, Any]]:
    if step > 0:
        return [*gifts, {"name": name}]
    last = max((place for place, gift in enumerate(gifts) if gift["name"] == name), default=None)
    return [gift for place, gift in enumerate(gifts) if place != last]


def sheet_context(read: Any, house: dict[str, Any]) -> dict[str, Any]:
    """Boxes for wounds and shocks: a tap fills up to the box, a tap on the last full one empties it.

    `offered`: what the creation may begin, buy or carry, each `{"name", "text"}`: `traits`; `gifts` with `price`;
    `weapons` with `bonus`; `armor` with `armor` and `on`. Empty once the character is finished.
    """
    for pool in read.figures.get("pools", []):
        limit, now = pool.get("limit"), pool["now"]
        if limit and limit <= MOST_BOXES:
            pool["boxes"] = [{"n": n, "on": n <= now, "to": n - 1 if n == now else n} for n in range(1, limit + 1)]
    return {"offered": _available_rows(read, house) if read.figures.get("budget") else {}}


def _available_rows(read: Any, house: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    campaign = read.character.campaign
    texts = {(row.kind, row.name): row.text for row in catalogue.catalogue(campaign.system, campaign=campaign)}
    sheet = read.sheet
    found: dict[str, list[dict[str, Any]]] = {"traits": [], "gifts": [], "weapons": [], "armor": []}
    gifts = {gift["name"] for gift in sheet.get("gifts", []) if isinstance(gift, dict)}
    carried = {weapon["name"] for weapon in sheet.get("weapons", []) if isinstance(weapon, dict)}
    for row in house["rows"]:
        kind, name, figures = row["kind"], row["name"], row["figures"]
        entry = {"name": name, "text": texts.get((kind, name), "")}
        if kind == "trait" and name not in (sheet.get("traits") or {}):
            found["traits"].append(entry)
        elif kind == "gift" and type(figures.get("price")) is int and (name not in gifts or figures.get("each")):
            found["gifts"].append(entry | {"price": figures["price"]})
        elif kind == "weapon" and type(figures.get("bonus")) is int and name not in carried:
            found["weapons"].append(entry | {"bonus": figures["bonus"]})
        elif kind == "armor" and type(figures.get("armor")) is int:
            found["armor"].append(entry | {"armor": figures["armor"], "on": figures["armor"] == sheet.get("armor")})
    return found


class MonsterForm(forms.Form):
    """An opponent: traits, limits, armour, weapons (FNP-44)."""

    traits = _lines(_("Traits"), 6, _("One per line with its level: “Warrior 5”."))
    weapons = _lines(_("Weapons"), 3, _("One per line with its bonus: “Claws +3”."))
    armor = _number(_("Armour"), 0, 99)
    limit_wounds = _number(_("Wound limit"), 1, 999, help_text=_("If empty: 10."))
    limit_shocks = _number(_("Shock limit"), 1, 999, help_text=_("If empty: 10."))
    fortune = _number(_("Fortune"), 0, 999)
    gifts = _lines(_("Gifts"), 2, _("One per line."))

    def __init__(self, *args: Any, stats: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = stats or {}
        limits = kept.get("limits") or {}
        initial = {
            "traits": text_lines.format_levels(kept.get("traits") or {}),
            "weapons": text_lines.format_weapons(kept.get("weapons") or []),
            "armor": kept.get("armor"),
            "limit_wounds": limits.get("wounds"),
            "limit_shocks": limits.get("shocks"),
            "fortune": kept.get("fortune"),
            "gifts": "\n".join(kept.get("gifts") or []),
        }
        super().__init__(*args, **kwargs | {"initial": initial})
        self._kept = kept

    def cleaned_stats(self) -> dict[str, Any]:
        """The figures as they were filled in; what is left empty is left out."""
        data = self.cleaned_data
        stats: dict[str, Any] = {"traits": _read_traits(data["traits"], self._kept)}
        limits = {"wounds": data["limit_wounds"] or 10, "shocks": data["limit_shocks"] or 10}
        if data["limit_wounds"] is not None or data["limit_shocks"] is not None:
            stats["limits"] = limits
        more = {
            "armor": data["armor"],
            "fortune": data["fortune"],
            "gifts": text_lines.split_lines(data["gifts"]),
            "weapons": _read_weapons(data["weapons"], self._kept),
            "text": self._kept.get("text"),
        }
        return stats | {name: value for name, value in more.items() if value}


class RowForm(forms.Form):
    """The figures of a catalogue row that the game reads, by its kind."""

    inborn = forms.BooleanField(label=_("Inborn: a talent"), required=False, help_text=_("For traits (FNP-07)."))
    price = _number(_("Price"), 0, 9999, help_text=_("For gifts, in points (FNP-08)."))
    each = forms.CharField(
        label=_("Can be bought several times; each is one"),
        max_length=60,
        required=False,
        help_text=_("For gifts: “limb”."),
    )
    explain = forms.CharField(
        label=_("What the player must explain"), max_length=200, required=False, help_text=_("For gifts (FNP-05).")
    )
    challenge = _number(_("Challenge level"), 0, 999, help_text=_("For the challenge guide (FNP-20)."))
    value = _number(_("Adds to a check"), -99, 99, help_text=_("For modifiers (FNP-19)."))
    bonus = _number(_("Adds to a hit"), -99, 99, help_text=_("For weapons (FNP-42)."))
    mental = forms.BooleanField(label=_("Does shocks"), required=False, help_text=_("For weapons of the mind."))
    armor = _number(_("Armour"), 0, 99, help_text=_("For armour (FNP-42)."))

    def __init__(self, *args: Any, figures: dict[str, Any] | None = None, **kwargs: Any) -> None:
        kept = dict(figures or {})
        kept["inborn"] = kept.get("kind") == "talent"
        super().__init__(*args, **kwargs | {"initial": kept})
        self._kept = figures or {}

    def cleaned_figures(self, kind: str) -> dict[str, Any]:
        """The figures of a catalogue row of this kind, as the engine and the pages read them."""
        data = self.cleaned_data
        if kind == "trait":
            return {"kind": "talent" if data["inborn"] else "profession"}
        if kind == "gift":
            words = {name: data[name].strip() for name in ("each", "explain") if data[name].strip()}
            return {"price": data["price"] or 0} | words
        if kind in {"challenge", "modifier", "armor"}:
            name = {"challenge": "challenge", "modifier": "value", "armor": "armor"}[kind]
            return {name: data[name] or 0}
        if kind == "weapon":
            return {"bonus": data["bonus"] or 0} | ({"mental": True} if data["mental"] else {})
        return self._kept
