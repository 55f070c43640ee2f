"""The other actions of a turn: moving, healing and passing (FNP-08, FNP-32, FNP-33)."""

from rules.engine.refusals import refuse
from rules.games.fortune_and_power import commands, harm, tables, wording
from rules.games.fortune_and_power.attacks import refuse_during_rapid_attack
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Person


def move(scene: Scene, command: commands.Move) -> None:
    """Move by some spaces; the position itself is not tracked (FNP-33)."""
    person, fortune = scene.by_id[command.actor], command.fortune or 0
    refuse_during_rapid_attack(person)
    most = scene.state.options.move_spaces
    if most is not None and command.spaces > most + fortune:
        text = f"spaces: at most {most + fortune} here; each fortune adds 1, up to {tables.MOST_ON_A_MOVE}."
        refuse("move.far", text, "FNP-33")
    scene.pay(person, fortune)
    person.actions -= 1
    spent = f", {fortune} fortune spent" if fortune else ""
    text = f"{person.name} moves {wording.count(command.spaces, 'spaces')}{spent}."
    rules = ("FNP-31", "FNP-32", "FNP-33", *(("FNP-06",) if fortune else ()))
    scene.tell("move", text, rules, actor=person.id, spaces=command.spaces, fortune=fortune)


def heal(scene: Scene, command: commands.Heal) -> None:
    """Heal a wound or shock with Empathy, for fortune or for a wound or shock of the healer (FNP-08)."""
    person, target = scene.by_id[command.actor], scene.find(command.target, "target")
    refuse_during_rapid_attack(person)
    mental, own = command.kind == "shock", command.pay == "own"
    check_healing(person, target, mental, own)
    if own:
        was = harm.limits(person)
        harm.change_injuries(person, 1, mental)
        price = f"taking one {command.kind}"
    else:
        scene.pay(person, 1, "pay")
        price = "for 1 fortune"
    person.actions = 0
    before = harm.limits(target)
    harm.change_injuries(target, -1, mental)
    whom = "themselves" if person is target else target.name
    text = f"{person.name} heals {whom} of one {command.kind}, {price}."
    rules = ("FNP-08", "FNP-32", *(() if own else ("FNP-06",)))
    scene.tell("heal", text, rules, actor=person.id, target=target.id, injury=command.kind, pay=command.pay)
    harm.tell_limits(scene, target, before)
    if own:
        harm.tell_limits(scene, person, was)


def check_healing(person: Person, target: Person, mental: bool, own: bool) -> None:
    """Refuse a healing that is not possible now (FNP-08, FNP-32)."""
    if tables.EMPATHY not in person.gifts:
        refuse("heal.gift", f"actor: {person.name} does not have the gift of Empathy.", "FNP-08")
    if person.actions < tables.ACTIONS:
        refuse("actions.both", "actor: healing takes both actions of the round; wait for the next round.", "FNP-32")
    if own and person is target:
        refuse("heal.self", "target: your own wounds and shocks can only be healed with fortune.", "FNP-08")
    if not (target.shocks if mental else target.wounds):
        kind = "shock" if mental else "wound"
        refuse("heal.nothing", f"target: {target.name} has no {kind} to heal.", "FNP-08")


def give_up(scene: Scene, command: commands.Pass) -> None:
    """Give up the remaining actions, or the remaining attacks of a rapid attack (FNP-32)."""
    person = scene.by_id[command.actor]
    if person.attacks:
        person.attacks = 0
        scene.tell("passed", f"{person.name} ends the rapid attack.", ("FNP-32", "FNP-06"), actor=person.id)
        return
    person.actions = 0
    scene.tell("passed", f"{person.name} passes.", ("FNP-32",), actor=person.id)
