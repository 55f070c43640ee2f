"""The other actions of a turn: moving, healing and passing (FNP-08, FNP-32, FNP-33)."""

from rules.engine.refusals import refuse
from rules.games.fortune_and_power import commands, harm, tables, wording
from rules.games.fortune_and_power.attacks import refuse_during_rapid_attack
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant


def move(scene: Scene, command: commands.Move) -> None:
    """Move by some spaces; the position itself is not tracked (FNP-33)."""
    participant, fortune = scene.by_id[command.actor], command.fortune or 0
    refuse_during_rapid_attack(participant)
    most = scene.state.options.move_spaces
    if most is not None and command.spaces > most + fortune:
        text = f"spaces: at most {most + fortune} here; each fortune adds 1, up to {tables.MOST_ON_A_MOVE}."
        refuse("move.far", text, "FNP-33")
    scene.pay(participant, fortune)
    participant.actions -= 1
    spent = f", {fortune} fortune spent" if fortune else ""
    text = f"{participant.name} moves {wording.count(command.spaces, 'spaces')}{spent}."
    rules = ("FNP-31", "FNP-32", "FNP-33", *(("FNP-06",) if fortune else ()))
    scene.add_event("move", text, rules, actor=participant.id, spaces=command.spaces, fortune=fortune)


def heal(scene: Scene, command: commands.Heal) -> None:
    """Heal a wound or shock with Empathy, for fortune or for a wound or shock of the healer (FNP-08)."""
    participant, target = scene.by_id[command.actor], scene.find(command.target, "target")
    refuse_during_rapid_attack(participant)
    mental, own = command.kind == "shock", command.pay == "own"
    check_healing(participant, target, mental, own)
    if own:
        was = harm.limits(participant)
        harm.change_injuries(participant, 1, mental)
        price = f"taking one {command.kind}"
    else:
        scene.pay(participant, 1, "pay")
        price = "for 1 fortune"
    participant.actions = 0
    before = harm.limits(target)
    harm.change_injuries(target, -1, mental)
    whom = "themselves" if participant is target else target.name
    text = f"{participant.name} heals {whom} of one {command.kind}, {price}."
    rules = ("FNP-08", "FNP-32", *(() if own else ("FNP-06",)))
    scene.add_event("heal", text, rules, actor=participant.id, target=target.id, injury=command.kind, pay=command.pay)
    harm.announce_limits(scene, target, before)
    if own:
        harm.announce_limits(scene, participant, was)


def check_healing(participant: Participant, target: Participant, mental: bool, own: bool) -> None:
    """Refuse a healing that is not possible now (FNP-08, FNP-32)."""
    if tables.EMPATHY not in participant.gifts:
        refuse("heal.gift", f"actor: {participant.name} does not have the gift of Empathy.", "FNP-08")
    if participant.actions < tables.ACTIONS:
        refuse("actions.both", "actor: healing takes both actions of the round; wait for the next round.", "FNP-32")
    if own and participant is target:
        refuse("heal.self", "target: your own wounds and shocks can only be healed with fortune.", "FNP-08")
    if not (target.shocks if mental else target.wounds):
        kind = "shock" if mental else "wound"
        refuse("heal.nothing", f"target: {target.name} has no {kind} to heal.", "FNP-08")


def give_up(scene: Scene, command: commands.Pass) -> None:
    """Give up the remaining actions, or the remaining attacks of a rapid attack (FNP-32)."""
    participant = scene.by_id[command.actor]
    if participant.attacks:
        participant.attacks = 0
        scene.add_event(
            "passed", f"{participant.name} ends the rapid attack.", ("FNP-32", "FNP-06"), actor=participant.id
        )
        return
    participant.actions = 0
    scene.add_event("passed", f"{participant.name} passes.", ("FNP-32",), actor=participant.id)
