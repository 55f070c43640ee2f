"""The simple policy of simulations: attack the opponent who is almost down, heal friends, keep some fortune."""

from functools import lru_cache
from typing import Any

from rules.games.fortune_and_power import attacks, odds, resolution, tables, turns, view, wording
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.shapes import Weapon
from rules.games.fortune_and_power.state import Participant

Command = dict[str, Any]
# Traits that are useless in attacks.
BODILY = {tables.ATHLETE, tables.CONSTITUTION, tables.STRENGTH, tables.PERCEPTION, *tables.RAPID_TRAITS}
RESERVE = 3  # How much fortune is kept for hits that would incapacitate.
RISKY = 0.6  # Below this chance the policy spends a point of fortune on the roll.


def choose(scene: Scene) -> Command | None:
    """The next command; None when only the Adversary can decide what happens."""
    pending = scene.state.pending
    if pending is not None:
        if pending.kind == "damage":
            return {"type": "confirm", "actor": tables.GM, "damage": pending.damage}
        target = scene.by_id[pending.target]
        return {
            "type": "absorb",
            "actor": target.id,
            "fortune": fortune_to_spend(target, pending.damage, pending.mental),
        }
    participant = turns.on_turn(scene)
    if participant is None:
        return None
    return heal(scene, participant) or fight(scene, participant) or {"type": "pass", "actor": participant.id}


def fortune_to_spend(target: Participant, damage: int, mental: bool) -> int:
    """The fortune that keeps the target below the limit, when there is enough of it; otherwise 0 (FNP-06, FNP-44)."""
    now, limit = (target.shocks, target.shock_limit) if mental else (target.wounds, target.wound_limit)
    needed = now + damage - (limit - 1)
    return needed if 0 < needed <= min(damage, target.fortune) else 0


def heal(scene: Scene, participant: Participant) -> Command | None:
    """Empathy for a friend, or oneself, who is close to falling (FNP-08)."""
    fortune = participant.fortune if scene.state.options.has_fortune else 0
    if tables.EMPATHY not in participant.gifts or participant.actions < tables.ACTIONS:
        return None
    own = [other for other in scene.state.participants if other.side == participant.side]
    friends = [friend for friend in own if friend.wound_limit - 3 <= friend.wounds <= friend.wound_limit + 1]
    for friend in sorted(friends, key=lambda friend: (abs(friend.wounds - friend.wound_limit), friend.id)):
        if friend.wounds and fortune:
            return {"type": "heal", "actor": participant.id, "target": friend.id, "kind": "wound", "pay": "fortune"}
        if friend is not participant and friend.wounds and participant.wounds + 4 < participant.wound_limit:
            return {"type": "heal", "actor": participant.id, "target": friend.id, "kind": "wound", "pay": "own"}
    return None


def fight(scene: Scene, participant: Participant) -> Command | None:
    """The attack that brings an opponent closest to its limit."""
    opponents = [
        other for other in scene.state.participants if other.side != participant.side and not other.incapacitated
    ]
    if not opponents:
        return None
    weapons = weapon_choices(participant)
    strength, option = participant.level(tables.STRENGTH), scene.state.options.harm
    choices = []
    for target in opponents:
        challenge, protection = attacks.defence(target, None, False)[0], target.protection
        for trait, weapon in weapons:
            mental, bonus = (bool(weapon.mental), weapon.bonus) if weapon else (False, 0)
            points_left = target.shock_limit - target.shocks if mental else target.wound_limit - target.wounds
            level = participant.level(trait)
            worth = average_share(level, challenge, strength, bonus, protection, mental, option, points_left)
            choices.append((worth, bonus, target.id, trait, weapon))
    _, _, target_id, trait, weapon = max(choices, key=lambda choice: choice[:4])
    target = scene.by_id[target_id]
    spare = max(0, participant.fortune - RESERVE) if scene.state.options.has_fortune else 0
    if not participant.attacks and trait in tables.RAPID_TRAITS and spare >= tables.RAPID_PRICE[2]:
        return {"type": "rapid", "actor": participant.id, "attacks": 2}
    command: Command = {"type": "attack", "actor": participant.id, "target": target.id, "trait": trait}
    if weapon is not None:
        command["weapon"] = weapon.name
    challenge, _ = attacks.defence(target, None, False)
    if spare and odds.check_chance(participant.level(trait), challenge, 0) < RISKY:
        command["fortune"] = min(spare, tables.MOST_ON_A_CHECK)
    return command


def weapon_choices(participant: Participant) -> list[tuple[str, Weapon | None]]:
    """The trait for each weapon, and for bare hands."""
    strikes = max(tables.RAPID_TRAITS, key=participant.level)
    mind = max(sorted(set(participant.traits) - BODILY), key=participant.level, default=strikes)
    pairs: list[tuple[str, Weapon | None]] = [(tables.WARRIOR, None)]
    for weapon in participant.weapons:
        trait = mind if weapon.mental else strikes
        if not participant.attacks or trait in tables.RAPID_TRAITS:
            pairs.append((trait, weapon))
    return pairs


@lru_cache(maxsize=65536)
def average_share(
    level: int, challenge: int, strength: int, bonus: int, protection: int, mental: bool, option: str, points_left: int
) -> float:
    """The average share of `points_left`, what the target can still take, that a blow takes over all rolls.

    Shocks take nobody out of a fight (FNP-44), so a mental attack is worth a third of a physical one, and nothing at
    all once the target is at the edge of madness.
    """
    if points_left <= 0:
        return 0.0
    total = 0
    for rolled, ways in odds.WAYS.items():
        result = resolution.check(level, challenge, rolled)
        if result.success:
            total += ways * min(points_left, resolution.damage(result.dox, strength, bonus, protection, mental, option))
    return total / len(odds.SUMS) / points_left / (3 if mental else 1)


def command(scene: Scene, actor: object) -> Command | None:
    """The command that the policy gives for `actor`, the Adversary's included; None while someone else must answer."""
    state = scene.state
    if state.outcome is not None:
        return None
    chosen = None if is_decided(scene) else choose(scene)
    if chosen is None:
        chosen = conclude(scene)
    return chosen if chosen["actor"] == actor else None


def is_decided(scene: Scene) -> bool:
    """Nothing waits, and at most one side can still act."""
    sides = {participant.side for participant in scene.state.participants if not participant.incapacitated}
    return scene.state.pending is None and len(sides) <= 1


def conclude(scene: Scene) -> Command:
    """The Adversary rules what is marginal, then ends the encounter."""
    state = scene.state
    if state.marginal:
        return {"type": "rule", "actor": tables.GM, "event": state.marginal[0], "verdict": "success"}
    side = view.proposed_outcome(state)
    outcome = wording.prevails(side) if side else "Nobody is left standing."
    return {"type": "end", "actor": tables.GM, "outcome": outcome}
