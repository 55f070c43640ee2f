"""Attacks, one at a time or rapid (FNP-06, FNP-13, FNP-34, FNP-42)."""

from typing import Any

from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import commands, harm, resolution, tables, wording
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.shapes import Modifier, Weapon
from rules.games.fortune_and_power.state import Participant


def rapid(scene: Scene, command: commands.Rapid) -> None:
    """Turn one action into two attacks, or both actions into four (FNP-06)."""
    participant, many = scene.by_id[command.actor], command.attacks
    actions = tables.RAPID_ACTIONS[many]
    refuse_during_rapid_attack(participant)
    if participant.actions < actions:
        refuse(
            "actions.both",
            "attacks: four attacks take both actions of the round, two take one; you do not have that many left.",
            "FNP-32",
        )
    scene.pay(participant, tables.RAPID_PRICE[many], "attacks")
    participant.actions -= actions
    participant.attacks = many
    spent = f"{tables.RAPID_PRICE[many]} fortune"
    both = "both actions" if actions == tables.ACTIONS else "one action"
    text = f"{participant.name} spends {spent} and turns {both} into {many} attacks."
    scene.add_event(
        "rapid", text, ("FNP-06", "FNP-32"), actor=participant.id, attacks=many, fortune=tables.RAPID_PRICE[many]
    )


def refuse_during_rapid_attack(participant: Participant) -> None:
    """Refuse other actions while attacks of a rapid attack are left (FNP-06)."""
    if participant.attacks:
        left = wording.count(participant.attacks, "attacks")
        refuse(
            "rapid.running",
            f"{participant.name} has {left} of a rapid attack left; attack or pass.",
            "FNP-06",
        )


def attack(scene: Scene, command: commands.Attack) -> None:
    """Roll against the defence, and apply a hit."""
    participant = scene.by_id[command.actor]
    target = find_target(scene, participant, command.target)
    weapon = find_weapon(participant, command.weapon)
    challenge, how = defence(target, command.defend_trait, bool(command.ambush))
    take_attack(participant, command.trait)
    scene.pay(participant, command.fortune or 0)
    modifiers, bonus = list_modifiers(command.modifiers, command.fortune)
    rolls, marks = scene.roll(tables.DICE, command.rolls)
    result = resolution.check(participant.level(command.trait), challenge, sum(rolls), bonus)
    number = scene.number(result.marginal)
    mental = bool(command.mental) or (weapon is not None and bool(weapon.mental))
    if not scene.silent:
        scene.add_event(
            "attack",
            wording.attack(participant, target, command.trait, command.weapon, rolls, modifiers, result, number, how),
            rules_of(command, result),
            actor=participant.id,
            target=target.id,
            number=number,
            trait=command.trait,
            level=participant.level(command.trait),
            weapon=command.weapon,
            mental=mental,
            defence=how,
            **result.facts(),
            rolls=rolls,
            modifiers=modifiers,
            **marks,
        )
    if result.success:
        damage = damage_of_hit(scene, participant, target, weapon, result.dox, mental)
        harm.hit(scene, participant, target, damage, mental, number)


def find_target(scene: Scene, participant: Participant, name: str) -> Participant:
    """The participant who is attacked; `Refused` for nobody, and for the attacker."""
    target = scene.find(name, "target")
    if participant is target:
        refuse("attack.self", "target: nobody can attack themselves; name someone else.", "FNP-34")
    return target


def damage_of_hit(
    scene: Scene, participant: Participant, target: Participant, weapon: Weapon | None, dox: int, mental: bool
) -> int:
    """The damage of a hit with that degree of exceeding: Strength and weapon against the target's protection."""
    bonus = weapon.bonus if weapon is not None else 0
    strength, option = participant.level(tables.STRENGTH), scene.state.options.harm
    return resolution.damage(dox, strength, bonus, target.protection, mental, option)


def rules_of(command: commands.Attack, result: resolution.Result) -> tuple[str, ...]:
    """The ids of the rules by which the attack was resolved; nobody opposes an ambush (FNP-34)."""
    how = None if command.ambush else "FNP-13"
    rule_ids = ["FNP-34", *resolution.rules(result, how, bool(command.modifiers))]
    return (*rule_ids, "FNP-06") if command.fortune else tuple(rule_ids)


def find_weapon(participant: Participant, name: str | None) -> Weapon | None:
    """The weapon with that name, None without a name; `Refused` when the attacker does not have it."""
    if name is None:
        return None
    for weapon in participant.weapons:
        if weapon.name == name:
            return weapon
    names = ", ".join([weapon.name for weapon in participant.weapons])
    advice = f"has no {quote(name)}; choose one of these: {names}" if names else "has no weapons; leave it out"
    refuse("weapon.unknown", f"weapon: {participant.name} {advice}.", "FNP-42")
    return None


def defence(target: Participant, trait: str | None, ambush: bool) -> tuple[int, str]:
    """(challenge, what it is): for an ambush, a chosen trait, or the higher of dodge and parry (FNP-34)."""
    if ambush:
        if trait is not None:
            refuse("attack.ambush", "defend_trait: an ambushed target does not defend; leave it out.", "FNP-34")
        return tables.AMBUSHED, "ambushed"
    if trait is None:
        trait = default_defence_trait(target)
    names = {tables.ATHLETE: "dodge", tables.WARRIOR: "parry"}
    return tables.AGAINST_TRAIT + target.level(trait), names.get(trait, trait)


def default_defence_trait(target: Participant) -> str:
    """Athlete or Warrior, whichever is higher (FNP-34)."""
    return tables.WARRIOR if target.level(tables.WARRIOR) >= target.level(tables.ATHLETE) else tables.ATHLETE


def take_attack(participant: Participant, trait: str) -> None:
    """Use an attack of a rapid attack, which needs Warrior or Archer, or an action (FNP-06, FNP-32)."""
    if not participant.attacks:
        participant.actions -= 1
        return
    if trait not in tables.RAPID_TRAITS:
        refuse("rapid.trait", "trait: a rapid attack is made with Warrior or Archer.", "FNP-06")
    participant.attacks -= 1


def list_modifiers(given: list[Modifier] | None, fortune: int | None) -> tuple[list[dict[str, Any]], int]:
    """(the modifiers with fortune among them, their sum) (FNP-06, FNP-19)."""
    modifiers = [{"name": modifier.name, "value": modifier.value} for modifier in given or ()]
    if fortune:
        modifiers.append({"name": "Fortune", "value": fortune})
    return modifiers, sum([modifier["value"] for modifier in modifiers if isinstance(modifier["value"], int)])
