"""The part of `rules.play` that needs no encounter: sheets, steps, checks with a sheet, monsters.

These arguments are the same everywhere ("Checks, sheets and monsters" in docs/engine-contract.md):

* `system`: the slug of a game; another one is `Refused` ("system.unknown").
* `given`: a sheet, as `new_sheet` or an earlier call returned it; it never changes.
* `progress`: the sums of the experience entries by unit, such as `{"xp": 12}`; awards less what was spent.
* `house`: `{"options": {...}, "rows": [{"kind", "key", "name", "figures"}]}`, the options and catalogue of the
  campaign, or None for the game's own.

`Refused` with "shape.invalid" names the path of a malformed field; a game has its own codes for what its rules forbid.
"""

from typing import Any

from rules.engine import codec
from rules.engine.game import HasSessionEnd
from rules.engine.json_types import (
    ChangedSheet,
    CheckedSheet,
    MonsterStats,
    Odds,
    PlainSheet,
    SetupEntry,
    SheetCheckResult,
    StepOffer,
    StepResult,
)
from rules.engine.refusals import quote, refuse
from rules.engine.schemas import HasShapes
from rules.games.registry import game


class Names(codec.Struct):
    """How a participant and those with whom it acts are called."""

    id: codec.Id
    name: codec.Text
    group: codec.Text | None
    side: codec.Text | None


def new_sheet(system: object) -> PlainSheet:
    """The sheet of a new character, still in creation."""
    return game(system).new_sheet()


def sheet(
    system: object, given: object, progress: object, *, house: object = None, before: object = None
) -> CheckedSheet:
    """Check and complete a sheet, and work out its figures.

    `before`: the sheet as it was, for an edit by a player: after the creation, what is paid for must then be
    unchanged. None is a correction by the game master.

    Returns `{"sheet", "figures"}`. In every game that has them,
    `figures["pools"]` is `[{"key", "name", "now", "max" (or None), "good": "low" or "high", "rules"}]` and, during the
    creation, `figures["budget"]` is `{"unit", "points", "spent", "left", "lines"}`.
    Refused: a sheet against the rules, such as one that costs more than there is ("progress.overspent").
    """
    return game(system).sheet(given, progress, house, before)


def steps(system: object, given: object, progress: object, *, house: object = None) -> list[StepOffer]:
    """Every way in which a character can advance now, and the end of the creation.

    Returns objects `{"step", "label", "unit", "price", "before", "after", "affordable", "reason", "opens", "rules",
    "choices", "asks_gm"}`: `price` in `unit`, `reason` why it is not affordable, `opens` what it makes possible.
    `step` with the chosen values of `choices` added is what the function `step` takes.
    """
    return game(system).steps(given, progress, house)


def step(system: object, given: object, progress: object, step: object, *, house: object = None) -> StepResult:
    """Take a step.

    `step`: `{"type", ...}`, as `steps` offers it.

    Returns the sheet and figures after the payment, the price (0 or more, in `unit`), a sentence and its rules.
    Refused: a step that is not allowed or costs more than there is ("step.price").
    """
    return game(system).step(given, progress, step, house)


def unstep(system: object, given: object, progress: object, step: object, *, house: object = None) -> ChangedSheet:
    """Take an earlier step back.

    `step`: as it was taken.

    Returns the sheet, a sentence and its rules. Refused: "step.later" when something later builds on it.
    """
    return game(system).unstep(given, progress, step, house)


def touch(
    system: object,
    given: object,
    progress: object,
    pool: object,
    *,
    change: object = None,
    to: object = None,
    house: object = None,
) -> ChangedSheet:
    """Change a pool of the sheet, set it, or fill it as after a full rest.

    `pool`: the `key` of one of `figures["pools"]`.
    `change`: the amount to add, -9999 to 9999. `to`: the new value. Give one of them; without either it is a full rest.

    Returns the sheet, a sentence and its rules. The pool stops at the ends of its range.
    """
    return game(system).touch(given, progress, pool, change=change, to=to, house=house)


def end_session(system: object, given: object, *, house: object = None) -> ChangedSheet | None:
    """Take from a sheet what lasts for one session, when a session has ended.

    Returns the sheet, what is gone in words, such as "2 wildcards", and its rules; None if nothing is gone, as in every
    game whose description has no `session_end`.
    """
    played = game(system)
    return played.end_session(given, house) if isinstance(played, HasSessionEnd) else None


def sheet_check(
    system: object,
    given: object,
    progress: object,
    kind: object,
    inputs: object,
    *,
    house: object = None,
    seed: object = None,
) -> SheetCheckResult:
    """Make a check with a sheet outside of any encounter.

    `kind`: a check of the game. `inputs`: may name what is on the sheet, such as a trait or a slot.
    `seed`: an int, a text or bytes makes it reproducible; None draws from the operating system.

    Returns the inputs with the figures filled in, the result, the sheet after what was spent, a sentence and its rules.
    """
    return game(system).sheet_check(given, progress, kind, inputs, seed=seed, house=house)


def check_inputs(system: object, kind: object, inputs: object, *, house: object = None) -> dict[str, Any]:
    """The inputs of `rules.play.check` with the options of the campaign.

    A field that may be left out and has the name of an option, such as the size of the deck, gets the campaign's value
    unless the inputs have one. The inputs of an unknown kind stay as they are.
    Refused: "shape.invalid" for inputs or a `house` that are no objects.
    """
    found, values = game(system), dict(codec.plain_object(inputs, "inputs"))
    shapes = found.shapes.checks if isinstance(found, HasShapes) else {}
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None or house is None:
        return values
    chosen = codec.plain_object(codec.plain_object(house, "house").get("options", {}), "house.options")
    names = codec.optional_fields(shape) & chosen.keys() & found.description["options"].keys()
    for name in sorted(names):
        if values.get(name) is None and chosen[name] != found.description["options"][name]["default"]:
            values[name] = chosen[name]
    return values


def chance(system: object, kind: object, inputs: object) -> Odds | None:
    """The odds of a check without an encounter, before it is made.

    `kind`, `inputs`: as for `rules.play.check`; supplied `rolls` are ignored.

    Returns `{"chance": 0 to 1, "exact", "of"}`, or None where nothing is left to chance.
    Refused: "check.unknown" for a check that the game does not have.
    """
    found = game(system)
    kinds = found.description["checks"]
    if kind not in kinds:
        refuse("check.unknown", f"kind: {quote(kind)} is not a check of this game; choose one of {', '.join(kinds)}.")
    return found.chance(kind, inputs)


def participant(
    system: object,
    given: object,
    progress: object,
    *,
    id: object,
    name: object,
    group: object = None,
    side: object = None,
    house: object = None,
) -> SetupEntry:
    """A character's sheet as a participant of a setup.

    `id`: 1 to 64 of a-z, A-Z, 0-9, _ and -. `name`: 1 to 200 characters. `group`: who acts together.
    `side`: on which side it is; None takes the group's, and without one the players'. Empty texts count as None. Games
    without sides do not read these two.
    Refused: an id or a name that no setup takes, and a side that the game does not have.
    """
    found = game(system)
    group, side = check_names(id, name, group, side)
    return found.participant(given, progress, id=id, name=name, group=group, side=side, house=house)


def monster(system: object, stats: object) -> MonsterStats:
    """A monster's stats, checked, without empty fields. Refused: malformed stats, or a game without monsters."""
    return game(system).monster(stats)


def monster_participant(
    system: object, stats: object, *, id: object, name: object, group: object = None, side: object = None
) -> SetupEntry:
    """A monster's stats as a participant of a setup; `side` None takes the group's, else the monsters'.

    `id`, `name`, `group`: as for `participant`. Refused: as there.
    """
    found = game(system)
    group, side = check_names(id, name, group, side)
    return found.monster_participant(stats, id=id, name=name, group=group, side=side)


def check_names(id: object, name: object, group: object, side: object) -> tuple[str | None, str | None]:
    """(the group, the side) of a new participant, None for empty ones; `Refused` for what no setup takes."""
    given = {"id": id, "name": name, "group": None if group == "" else group, "side": None if side == "" else side}
    names = codec.decode(given, Names, "participant")
    codec.check_text(given, "participant")
    if names.id in codec.RESERVED_IDS:
        refuse("id.reserved", f"id: {names.id} is reserved; choose another id.")
    return names.group, names.side
