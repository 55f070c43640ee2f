"""The half of `rules.play` that needs no encounter: sheets, steps, checks with a sheet, monsters."""

from typing import Any

from rules.known import game


def new_sheet(system: object) -> dict[str, Any]:
    """The sheet of a new character."""
    return game(system).new_sheet()


def sheet(
    system: object, given: object, progress: object, *, house: object = None, before: object = None
) -> dict[str, Any]:
    """`{"sheet": checked and completed, "figures": {...}}`; `progress` holds the experience ledger's sums.

    `house` is `{"options": {...}, "rows": [{"kind", "key", "name", "figures"}]}`, the campaign's options and
    catalogue, or None. `before` is the sheet as it stood, for a player's own edit: what was paid for must then
    be what it was, once the creation is finished. None is a correction by the GM.
    `figures["pools"]`: `[{"key", "name", "now", "max" (or None), "good": "low"|"high", "rules"}]`;
    `figures["budget"]`, while the character is made: `{"unit", "points", "spent", "left", "lines"}`.
    """
    return game(system).sheet(given, progress, house, before)


def steps(system: object, given: object, progress: object, *, house: object = None) -> list[dict[str, Any]]:
    """Every way to advance, and to finish the creation.

    Each `{"step", "label", "unit", "price", "before", "after", "affordable", "reason", "opens", "rules",
    "choices", "asks_gm"}`; a chosen step is `step` with the fields of `choices` added.
    """
    return game(system).steps(given, progress, house)


def step(system: object, given: object, progress: object, step: object, *, house: object = None) -> dict[str, Any]:
    """A step taken: `{"sheet", "figures", "unit", "price", "text", "rules"}`; `Refused` when it is not allowed."""
    return game(system).step(given, progress, step, house)


def unstep(system: object, given: object, progress: object, step: object, *, house: object = None) -> dict[str, Any]:
    """An earlier step taken back: `{"sheet", "text", "rules"}`; `Refused` when something later builds on it."""
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
) -> dict[str, Any]:
    """A pool of the sheet changed, set, or (neither given) as after a full rest: `{"sheet", "text", "rules"}`.

    It stops at the ends of its range; `pool` is the key of one of `figures["pools"]`.
    """
    return game(system).touch(given, progress, pool, change=change, to=to, house=house)


def sheet_check(
    system: object,
    given: object,
    progress: object,
    kind: object,
    inputs: object,
    *,
    house: object = None,
    seed: object = None,
) -> dict[str, Any]:
    """A check outside any encounter with a sheet: `{"inputs", "result", "sheet", "text", "rules"}`.

    `inputs` may name what stands on the sheet (a trait, a slot); the answer's hold the figures.
    """
    return game(system).sheet_check(given, progress, kind, inputs, seed=seed, house=house)


def chance(system: object, kind: object, inputs: object) -> dict[str, Any] | None:
    """The odds of a stateless check before it is made: `{"chance", "exact", "of"}`, or None."""
    return game(system).chance(kind, inputs)


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
) -> dict[str, Any]:
    """A character's sheet as a setup's participant; `side` says on which it stands, else its group does."""
    return game(system).participant(given, progress, id=id, name=name, group=group, side=side, house=house)


def monster(system: object, stats: object) -> dict[str, Any]:
    """A monster's stats, checked."""
    return game(system).monster(stats)


def monster_participant(
    system: object, stats: object, *, id: object, name: object, group: object = None, side: object = None
) -> dict[str, Any]:
    """A monster's stats as a setup's participant."""
    return game(system).monster_participant(stats, id=id, name=name, group=group, side=side)
