"""The character sheet: its shape, its figures by level and class, and how it enters an encounter."""

from typing import Annotated, Any, Literal

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text, field
from rules.engine.equipment import Thing
from rules.engine.json_types import CheckedSheet, PlainSheet, SetupEntry
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables

MOST_THINGS = 200


class Sheet(Struct, forbid_unknown_fields=True):
    """A character; `hp` null means unhurt, `weapon` is free text."""

    class_: tables.Class | None = field(default=None, name="class")
    background_skills: Annotated[list[Text], Meta(max_length=3)] = []
    hp: Annotated[int, Meta(ge=0, le=999)] | None = None
    weapon: Annotated[str, Meta(max_length=200)] = ""
    weapon_state: tables.WeaponState = "held"
    equipment: Annotated[list[Thing], Meta(max_length=MOST_THINGS)] = []


class Progress(Struct, forbid_unknown_fields=True):
    """The sums of the experience entries: encounters that counted and were survived (F52-90)."""

    encounters: tables.Encounters = 0


def new_sheet() -> PlainSheet:
    """The sheet of a new character (F52-92)."""
    return plain_sheet(Sheet())


def plain_sheet(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain JSON with every field."""
    plain: dict[str, Any] = codec.encode(sheet)
    plain["equipment"] = [{"quantity": 1, **thing} for thing in plain["equipment"]]
    return plain


def level_now(progress: object) -> tuple[int, int]:
    """(encounters, level); `Refused` when the level would be above the highest."""
    encounters = codec.decode(progress, Progress, "progress").encounters
    level = tables.level_of(encounters)
    if level > tables.HIGHEST_LEVEL:
        most = (tables.HIGHEST_LEVEL - 1) * tables.ENCOUNTERS_A_LEVEL + tables.ENCOUNTERS_A_LEVEL - 1
        refuse("progress.level", f"encounters: at most {most}, which is level {tables.HIGHEST_LEVEL}.", "F52-90")
    return encounters, level


def read(sheet: object, progress: object) -> tuple[Sheet, int, int]:
    """(sheet, encounters, level), checked; `Refused` names the path of the faulty field."""
    encounters, level = level_now(progress)
    plain = codec.plain_object(sheet, "sheet")
    given = codec.decode({name: plain[name] for name in plain if plain[name] is not None}, Sheet, "sheet")
    codec.check_text(sheet, "sheet")
    most = level + tables.BASE_CARDS
    if given.hp is not None and given.hp > most:
        refuse("hp.range", f"hp: must be from 0 to {most} at level {level}.", "F52-30")
    if given.hp == most:
        given.hp = None  # Unhurt, and so still at the next level.
    return given, encounters, level


def sheet(given: object, progress: object) -> CheckedSheet:
    """See `rules.play.sheet`."""
    checked, encounters, level = read(given, progress)
    return {"sheet": plain_sheet(checked), "figures": figures(checked, encounters, level)}


def figures(checked: Sheet, encounters: int, level: int) -> dict[str, Any]:
    """The figures that follow from a sheet, with the rules that they come from."""
    most = level + tables.BASE_CARDS
    hp = most if checked.hp is None else checked.hp
    extra = tables.extra_cards(level)
    physical = 2 if checked.class_ == "warrior" else 1
    return {
        "level": level,
        "max_hp": most,
        "hp": hp,
        "hand": hp,
        "extra_cards": extra,
        "allowance": {
            "attack": allowance(physical + extra, "F52-23", extra),
            "defence": allowance(physical + extra, "F52-23", extra),
            "defence_against_spells": allowance(1 + extra, "F52-23", extra),
            "spell": allowance(1 + extra if checked.class_ == "wizard" else 0, "F52-80", extra),
            "check": allowance(1 + extra, "F52-03", extra),
            "background_check": allowance(2 + extra, "F52-04", extra),
        },
        "pools": [
            {"key": "hp", "name": "Hit points", "now": hp, "max": most, "good": "high", "rules": ["F52-30"]},
        ],
        "encounters": encounters,
        "to_next_level": tables.ENCOUNTERS_A_LEVEL - encounters % tables.ENCOUNTERS_A_LEVEL,
        "next_level": next_level(level),
        "rules": {"level": "F52-90", "max_hp": "F52-30", "hand": "F52-10", "extra_cards": "F52-07"},
    }


def allowance(cards: int, rule: str, extra: int) -> dict[str, Any]:
    """A number of cards, with the rules that give it; F52-07 gives the `extra` ones."""
    return {"cards": cards, "rules": [rule, "F52-07"] if extra else [rule]}


def next_level(level: int) -> dict[str, Any] | None:
    """What the next level brings; None at the highest (F52-91)."""
    if level >= tables.HIGHEST_LEVEL:
        return None
    after = level + 1
    gained = tables.extra_cards(after) - tables.extra_cards(level)
    return {
        "level": after,
        "max_hp": after + tables.BASE_CARDS,
        "hand": after + tables.BASE_CARDS,
        "extra_cards": tables.extra_cards(after),
        "gains_extra_card": bool(gained),
        "rules": ["F52-91", "F52-07"] if gained else ["F52-91"],
    }


def check_side(side: object) -> None:
    """Refuse a side that this game does not have (F52-11)."""
    if side not in (None, tables.PLAYERS, tables.MONSTERS):
        refuse("shape.invalid", f"side: choose {tables.PLAYERS} or {tables.MONSTERS}.", "F52-11")


def participant(
    given: object,
    progress: object,
    *,
    id: object,
    name: object,
    group: object,
    side: Literal["players", "monsters"],
) -> SetupEntry:
    """The character as a participant of a setup; on the monsters' side it gets a monster block.

    `Refused` for a character with zero hit points: it must be healed first (F52-32).
    """
    checked, _, level = read(given, progress)
    if checked.hp == 0:
        refuse("hp.zero", f"hp: {name} has no hit points left and cannot fight; heal them first.", "F52-32")
    setup: dict[str, Any] = {
        "id": id,
        "name": name,
        "side": side,
        "level": level,
        "armed": checked.weapon_state == "held",
    }
    if checked.hp is not None:
        setup["hp"] = checked.hp
    if checked.background_skills:
        setup["background_skills"] = list(checked.background_skills)
    if side == tables.PLAYERS:
        setup["class"] = checked.class_
        return setup
    if group is not None:
        setup["group"] = group
    setup["monster"] = as_monster(checked, level)
    return setup


def as_monster(checked: Sheet, level: int) -> dict[str, Any]:
    """The monster block of a character who fights against the party (F52-23, F52-96).

    Above level 44 its allowance may be more than any monster's, which no setup takes; then it has the most of those.
    """
    warrior, wizard = checked.class_ == "warrior", checked.class_ == "wizard"
    cards = min(tables.MOST_ALLOWANCE, 1 + tables.extra_cards(level) + (1 if warrior else 0))
    return {"allowance": cards, "maneuvers": warrior, "spells": wizard, "death_draws": True}
