"""The chance of a roll before it is made, counted over all results of the dice (FNP-10 to FNP-14)."""

from rules.engine import codec
from rules.engine.json_types import Odds
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import attacks, checks, commands, moves, resolution, tables
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import State

FACES = range(1, tables.SIDES + 1)
SUMS = [first + other for first in FACES for other in FACES]
# How many of the 36 falls of two dice show each sum.
WAYS = {rolled: SUMS.count(rolled) for rolled in sorted(set(SUMS))}


def check_chance(level: int, challenge: int, bonus: int) -> float:
    """The share of the 36 results of two dice with which a check succeeds, automatic successes included."""
    good = [ways for rolled, ways in WAYS.items() if resolution.check(level, challenge, rolled, bonus).success]
    return sum(good) / len(SUMS)


def contest_chance(level: int, other: int) -> float:
    """The share of the 36 results of one die each with which the first participant wins."""
    return sum([level + first > other + two for first in FACES for two in FACES]) / len(SUMS)


def chance(kind: object, inputs: object) -> Odds | None:
    """The odds of a stateless check, its `rolls` left aside; None where nothing is rolled."""
    typed = codec.decode(inputs, checks.KINDS[str(kind)][0], "inputs")
    if isinstance(typed, checks.Trait):
        return as_odds(check_chance(typed.trait, typed.challenge, sum_modifiers(typed)))
    if isinstance(typed, checks.Opposed):
        return as_odds(check_chance(typed.trait, tables.AGAINST_TRAIT + typed.opponent_trait, sum_modifiers(typed)))
    if isinstance(typed, checks.Contest):
        return as_odds(contest_chance(typed.traits[0], typed.traits[1]))
    return None


def sum_modifiers(typed: checks.Trait | checks.Opposed) -> int:
    """What the modifiers add up to (FNP-19)."""
    return sum([modifier.value for modifier in typed.modifiers or ()])


def as_odds(share: float, of: str = "success") -> Odds:
    """The result of `odds` and `chance` in its shape."""
    return {"chance": share, "exact": True, "of": of}


def odds(state: State, viewer: object, command: object) -> Odds | None:
    """The odds of a roll that is allowed now, else `Refused`; None when nothing is rolled.

    Nothing is secret in this game, so every viewer gets the same answer. An unknown viewer is `Refused`.
    """
    if viewer not in (tables.GM, "observer", *[participant.id for participant in state.participants]):
        refuse("viewer.unknown", f"{quote(viewer)} is not a viewer; name a participant, gm or observer.")
    fields = codec.plain_object(command, "command")
    plain = {name: value for name, value in fields.items() if name != "rolls"}
    if fields.get("type") not in ("check", "attack", "contest"):
        moves.act(Scene(state), plain)
        return None
    before = Scene(codec.decode(codec.encode(state), State, "state"))
    moves.act(Scene(codec.decode(codec.encode(state), State, "state")), plain)
    typed = codec.decode(plain, moves.MOVES[fields["type"]][0], "command")
    participant = before.by_id[typed.actor]
    level = participant.level(typed.trait)
    if isinstance(typed, commands.Contest):
        other = before.by_id[typed.target].level(typed.target_trait)
        return as_odds(contest_chance(level, other), f"{participant.name} wins outright")
    _, bonus = attacks.list_modifiers(typed.modifiers, typed.fortune)
    if isinstance(typed, commands.Attack):
        target = before.by_id[typed.target]
        challenge, _ = attacks.defence(target, typed.defend_trait, bool(typed.ambush))
        return as_odds(check_chance(level, challenge, bonus), f"{participant.name} hits {target.name}")
    challenge = typed.challenge or 0
    if typed.against is not None:
        challenge = tables.AGAINST_TRAIT + before.by_id[typed.against.target].level(typed.against.trait)
    return as_odds(check_chance(level, challenge, bonus), "success")
