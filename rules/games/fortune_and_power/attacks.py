"""Attacks, one at a time or rapid (FNP-06, FNP-13, FNP-34, FNP-42)."""

from typing import Any

from rules.engine.refusals import quoted, refuse
from rules.games.fortune_and_power import commands, harm, resolve, tables, wording
from rules.games.fortune_and_power.scene import Scene
from rules.games.fortune_and_power.shapes import Modifier, Weapon
from rules.games.fortune_and_power.state import Person


def rapid(scene: Scene, command: commands.Rapid) -> None:
    """One action becomes two attacks, or both become four (FNP-06)."""
    person, many = scene.by_id[command.actor], command.attacks
    taken = tables.RAPID_ACTIONS[many]
    free_hands(person)
    if person.actions < taken:
        refuse("actions.both", "attacks: four attacks take both actions, none of them used yet; 2 take one.", "FNP-32")
    scene.pay(person, tables.RAPID_PRICE[many], "attacks")
    person.actions -= taken
    person.attacks = many
    spent = f"{tables.RAPID_PRICE[many]} fortune"
    both = "both actions" if taken == tables.ACTIONS else "one action"
    text = f"{person.name} spends {spent} and turns {both} into {many} attacks."
    scene.tell("rapid", text, ("FNP-06", "FNP-32"), actor=person.id, attacks=many, fortune=tables.RAPID_PRICE[many])


def free_hands(person: Person) -> None:
    """Refuse anything else while attacks of a rapid attack are left (FNP-06)."""
    if person.attacks:
        refuse(
            "rapid.running",
            f"{person.name} has {wording.counted(person.attacks, 'attacks')} of a rapid attack left; attack, or pass.",
            "FNP-06",
        )


def attack(scene: Scene, command: commands.Attack) -> None:
    """A roll against the defence, and what a hit does."""
    person, target = scene.by_id[command.actor], scene.find(command.target, "target")
    if person is target:
        refuse("attack.self", "target: nobody attacks oneself; name somebody else.", "FNP-34")
    weapon = held(person, command.weapon)
    challenge, how = defence(target, command.defend_trait, bool(command.ambush))
    take_attack(person, command.trait)
    scene.pay(person, command.fortune or 0)
    modifiers, bonus = modifiers_of(command.modifiers, command.fortune)
    rolls, marks = scene.roll(tables.DICE, command.rolls)
    result = resolve.check(person.level(command.trait), challenge, sum(rolls), bonus)
    number = scene.number(result.marginal)
    mental = bool(command.mental) or (weapon is not None and bool(weapon.mental))
    rules = ["FNP-34", *resolve.rules(result, "FNP-13", bool(command.modifiers)), *(["FNP-06"] * bool(command.fortune))]
    scene.tell(
        "attack",
        wording.attack(person, target, command.trait, command.weapon, rolls, modifiers, result, number, how),
        tuple(rules),
        actor=person.id,
        target=target.id,
        number=number,
        trait=command.trait,
        level=person.level(command.trait),
        weapon=command.weapon,
        mental=mental,
        defence=how,
        **result.facts(),
        rolls=rolls,
        modifiers=modifiers,
        **marks,
    )
    if result.success:
        bonus = weapon.bonus if weapon is not None else 0
        strength, option = person.level(tables.STRENGTH), scene.state.options.harm
        damage = resolve.damage(result.dox, strength, bonus, target.protection, mental, option)
        harm.hit(scene, person, target, damage, mental, number)


def held(person: Person, name: str | None) -> Weapon | None:
    """The weapon of that name, None without one; `Refused` when the attacker has none such."""
    if name is None:
        return None
    for weapon in person.weapons:
        if weapon.name == name:
            return weapon
    names = ", ".join([weapon.name for weapon in person.weapons]) or "none; leave it out"
    refuse("weapon.unknown", f"weapon: {person.name} has no {quoted(name)}. At hand: {names}.", "FNP-42")


def defence(target: Person, trait: str | None, ambush: bool) -> tuple[int, str]:
    """(challenge, what it is): ambushed, the trait chosen, or the higher of dodge and parry (FNP-34)."""
    if ambush:
        if trait is not None:
            refuse("attack.ambush", "defend_trait: an ambushed target defends with none; leave it out.", "FNP-34")
        return tables.AMBUSHED, "ambushed"
    if trait is None:
        trait = defends_with(target)
    names = {tables.ATHLETE: "dodge", tables.WARRIOR: "parry"}
    return tables.AGAINST_TRAIT + target.level(trait), names.get(trait, trait)


def defends_with(target: Person) -> str:
    """Athlete or Warrior, whichever is higher (FNP-34)."""
    return tables.WARRIOR if target.level(tables.WARRIOR) >= target.level(tables.ATHLETE) else tables.ATHLETE


def take_attack(person: Person, trait: str) -> None:
    """The attack is one of a rapid attack's, which need Warrior or Archer, or costs an action (FNP-06, FNP-32)."""
    if not person.attacks:
        person.actions -= 1
        return
    if trait not in tables.RAPID_TRAITS:
        refuse("rapid.trait", "trait: a rapid attack is made with Warrior or Archer.", "FNP-06")
    person.attacks -= 1


def modifiers_of(given: list[Modifier] | None, fortune: int | None) -> tuple[list[dict[str, Any]], int]:
    """(the modifiers as a result lists them, fortune among them; what they add up to) (FNP-06, FNP-19)."""
    found = [{"name": one.name, "value": one.value} for one in given or ()]
    if fortune:
        found.append({"name": "Fortune", "value": fortune})
    return found, sum([one["value"] for one in found if isinstance(one["value"], int)])
