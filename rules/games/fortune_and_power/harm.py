"""What a hit does: the Adversary's decision, the target's fortune, wounds and shocks (FNP-40 to FNP-42, FNP-44)."""

from rules.engine.refusals import refuse
from rules.games.fortune_and_power import commands, tables, wording
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant, Pending


def hit(scene: Scene, participant: Participant, target: Participant, damage: int, mental: bool, number: int) -> None:
    """Handle a hit by the option `damage`: apply it, or wait for the Adversary's number (FNP-42)."""
    damage = min(damage, tables.MOST_POOL)
    if scene.state.options.harm == "manual":
        scene.state.pending = Pending("damage", participant.id, target.id, damage, mental, number)
        kind = wording.KIND[mental]
        text = f"The Adversary says how many {kind} {target.name} takes; by the rules it is {damage}."
        scene.add_event("damage-due", text, ("FNP-42",), actor=tables.GM, target=target.id, damage=damage, injury=kind)
        return
    ask_or_apply(scene, participant.id, target, damage, mental, number)


def ask_or_apply(scene: Scene, by: str, target: Participant, damage: int, mental: bool, number: int) -> None:
    """Apply the damage, or first ask the target how much of it fortune cancels (FNP-06)."""
    if damage and target.fortune and scene.state.options.has_fortune:
        scene.state.pending = Pending("blow", by, target.id, damage, mental, number)
        text = wording.blow(target, damage, mental)
        kind = wording.KIND[mental]
        scene.add_event("blow", text, ("FNP-06", "FNP-42"), actor=by, target=target.id, damage=damage, injury=kind)
        return
    apply_damage(scene, by, target, damage, mental)


def apply_damage(
    scene: Scene, by: str, target: Participant, damage: int, mental: bool, absorbed: int | None = None
) -> None:
    """Add wounds or shocks (FNP-40); `absorbed` is None when the target was not asked about fortune."""
    was = limits(target)
    change_injuries(target, damage, mental)
    now = target.shocks if mental else target.wounds
    scene.add_event(
        "damage",
        wording.damage(target, damage, mental, absorbed or 0),
        ("FNP-40", "FNP-42") if absorbed is None else ("FNP-06", "FNP-40", "FNP-42"),
        actor=by,
        target=target.id,
        injury=wording.KIND[mental],
        damage=damage,
        absorbed=absorbed or 0,
        now=now,
    )
    announce_limits(scene, target, was)


def change_injuries(target: Participant, amount: int, mental: bool) -> None:
    """Raise or lower wounds or shocks within their range; call `announce_limits` afterwards."""
    if mental:
        target.shocks = max(0, min(tables.MOST_POOL, target.shocks + amount))
    else:
        target.wounds = max(0, min(tables.MOST_POOL, target.wounds + amount))


def announce_limits(scene: Scene, target: Participant, was: tuple[bool, bool]) -> None:
    """Tell when someone reached a limit or is below it again; `was` is the result of `limits` before."""
    if target.incapacitated and not was[0]:
        text = f"{target.name} is incapacitated and may die; the Adversary has the final word."
        scene.add_event("incapacitated", text, ("FNP-41", "FNP-44"), target=target.id)
    if was[0] and not target.incapacitated:
        scene.add_event("recovered", f"{target.name} can act again.", ("FNP-44",), target=target.id)
    if target.edge_of_madness and not was[1]:
        text = f"{target.name} is at the edge of madness; the Adversary has the final word."
        scene.add_event("edge-of-madness", text, ("FNP-41", "FNP-44"), target=target.id)
    if was[1] and not target.edge_of_madness:
        text = f"{target.name} is no longer at the edge of madness."
        scene.add_event("calmed", text, ("FNP-44",), target=target.id)


def limits(target: Participant) -> tuple[bool, bool]:
    """(incapacitated, edge of madness) as they are now."""
    return target.incapacitated, target.edge_of_madness


def confirm(scene: Scene, command: commands.Confirm) -> None:
    """The Adversary's number for a hit that waits (FNP-42)."""
    pending = scene.state.pending
    assert pending is not None
    scene.state.pending = None
    target = scene.find(pending.target, "pending")
    kind = wording.KIND[pending.mental]
    why = f" ({command.reason})" if command.reason else ""
    text = f"The Adversary rules that {target.name} takes {wording.count(command.damage, kind)}{why}."
    facts = {"target": target.id, "damage": command.damage, "injury": kind}
    if command.reason:
        facts["reason"] = command.reason
    scene.add_event("confirmed", text, ("FNP-42",), actor=tables.GM, **facts)
    ask_or_apply(scene, pending.by, target, command.damage, pending.mental, pending.number)


def absorb(scene: Scene, command: commands.Absorb) -> None:
    """The target's fortune cancels wounds or shocks, one for each point (FNP-06)."""
    pending = scene.state.pending
    assert pending is not None
    target = scene.find(pending.target, "pending")
    most = min(pending.damage, target.fortune)
    if command.fortune > most:
        refuse("fortune.short", f"fortune: must be from 0 to {most} here.", "FNP-06")
    scene.state.pending = None
    scene.pay(target, command.fortune)
    apply_damage(scene, pending.by, target, pending.damage - command.fortune, pending.mental, command.fortune)
