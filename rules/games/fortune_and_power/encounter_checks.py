"""Checks and contests in an encounter (FNP-10 to FNP-19)."""

from rules.engine.refusals import refuse
from rules.games.fortune_and_power import commands, resolution, tables, wording
from rules.games.fortune_and_power.attacks import list_modifiers, refuse_during_rapid_attack
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant


def check(scene: Scene, command: commands.Check) -> None:
    """Roll two dice with a trait against a challenge level or someone's trait (FNP-11, FNP-13)."""
    participant = scene.by_id[command.actor]
    refuse_during_rapid_attack(participant)
    challenge, how, against = find_challenge(scene, participant, command)
    participant.actions -= 1
    scene.pay(participant, command.fortune or 0)
    modifiers, bonus = list_modifiers(command.modifiers, command.fortune)
    rolls, marks = scene.roll(tables.DICE, command.rolls)
    level = participant.level(command.trait)
    result = resolution.check(level, challenge, sum(rolls), bonus)
    number = scene.number(result.marginal)
    rules = [*resolution.rules(result, how, bool(command.modifiers)), *(["FNP-06"] * bool(command.fortune))]
    facts = {} if command.against is None else {"target": command.against.target, "target_trait": command.against.trait}
    scene.add_event(
        "check",
        wording.check(participant.name, command.trait, level, rolls, modifiers, result, number, against),
        tuple(rules),
        actor=participant.id,
        **facts,
        number=number,
        trait=command.trait,
        level=level,
        **result.facts(),
        rolls=rolls,
        modifiers=modifiers,
        **marks,
    )


def find_challenge(scene: Scene, participant: Participant, command: commands.Check) -> tuple[int, str, str]:
    """(the challenge level, the rule that it comes from, words for an opponent or "") (FNP-11, FNP-13)."""
    if (command.challenge is None) == (command.against is None):
        refuse("check.against", "challenge, against: a check needs exactly one of the two.", "FNP-11")
    if command.against is None:
        return command.challenge or 0, "FNP-11", ""
    opponent = scene.find(command.against.target, "against.target")
    if opponent is participant:
        text = "against.target: nobody can oppose themselves; name someone else, or a challenge level."
        refuse("check.self", text, "FNP-13")
    trait = command.against.trait
    return tables.AGAINST_TRAIT + opponent.level(trait), "FNP-13", f" ({opponent.name}, {trait})"


def contest(scene: Scene, command: commands.Contest) -> None:
    """Two player characters roll one die each (FNP-14)."""
    participant, target = scene.by_id[command.actor], scene.find(command.target, "target")
    refuse_during_rapid_attack(participant)
    if participant is target or participant.kind != "pc" or target.kind != "pc":
        text = "target: a contest needs two player characters; use a check against the other's trait."
        refuse("contest.players", text, "FNP-14")
    participant.actions -= 1
    rolls, marks = scene.roll(2, command.rolls)
    levels = participant.level(command.trait), target.level(command.target_trait)
    winner, totals, dox = resolution.contest(levels, (rolls[0], rolls[1]))
    names, traits = (participant.name, target.name), (command.trait, command.target_trait)
    scene.add_event(
        "contest",
        wording.contest(names, traits, totals, winner, dox),
        ("FNP-14", "FNP-15"),
        actor=participant.id,
        target=target.id,
        number=scene.number(False),
        trait=command.trait,
        target_trait=command.target_trait,
        winner=None if winner is None else (participant, target)[winner].id,
        totals=[*totals],
        dox=dox,
        rolls=rolls,
        **marks,
    )
