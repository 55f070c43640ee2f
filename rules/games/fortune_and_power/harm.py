"""What a hit does: the Adversary's word, the target's fortune, wounds and shocks (FNP-40 to FNP-42, FNP-44)."""

from rules.engine.refusals import refuse
from rules.games.fortune_and_power import commands, tables, wording
from rules.games.fortune_and_power.scene import Scene
from rules.games.fortune_and_power.state import Pending, Person


def hit(scene: Scene, person: Person, target: Person, damage: int, mental: bool, number: int) -> None:
    """A hit as the option `damage` has it: applied, or waiting for the Adversary's figure (FNP-42)."""
    damage = min(damage, tables.MOST_POOL)
    if scene.state.options.harm == "manual":
        scene.state.pending = Pending("damage", person.id, target.id, damage, mental, number)
        kind = wording.KIND[mental]
        text = f"The Adversary says how many {kind} {target.name} takes; the full figure would be {damage}."
        scene.tell("damage-due", text, ("FNP-42",), actor=tables.GM, target=target.id, damage=damage, injury=kind)
        return
    land(scene, person.id, target, damage, mental, number)


def land(scene: Scene, by: str, target: Person, damage: int, mental: bool, number: int) -> None:
    """A blow lands: at once, or once the target has said what its fortune cancels (FNP-06)."""
    if damage and target.fortune and scene.state.options.has_fortune:
        scene.state.pending = Pending("blow", by, target.id, damage, mental, number)
        text = wording.blow(target, damage, mental)
        kind = wording.KIND[mental]
        scene.tell("blow", text, ("FNP-06", "FNP-42"), actor=by, target=target.id, damage=damage, injury=kind)
        return
    apply(scene, by, target, damage, mental)


def apply(scene: Scene, by: str, target: Person, damage: int, mental: bool, absorbed: int | None = None) -> None:
    """Wounds or shocks are counted (FNP-40); `absorbed` is None when fortune was not asked."""
    was = limits(target)
    change(target, damage, mental)
    now = target.shocks if mental else target.wounds
    scene.tell(
        "damage",
        wording.hurt(target, damage, mental, absorbed or 0),
        ("FNP-40", "FNP-42") if absorbed is None else ("FNP-06", "FNP-40", "FNP-42"),
        actor=by,
        target=target.id,
        injury=wording.KIND[mental],
        damage=damage,
        absorbed=absorbed or 0,
        now=now,
    )
    tell_limits(scene, target, was)


def change(target: Person, amount: int, mental: bool) -> None:
    """Wounds or shocks go up or down within their range; `tell_limits` then says what that means."""
    if mental:
        target.shocks = max(0, min(tables.MOST_POOL, target.shocks + amount))
    else:
        target.wounds = max(0, min(tables.MOST_POOL, target.wounds + amount))


def tell_limits(scene: Scene, target: Person, was: tuple[bool, bool]) -> None:
    """Say when somebody came to a limit or back; `was` holds the `limits` before (FNP-41, FNP-44)."""
    if target.incapacitated and not was[0]:
        text = f"{target.name} is incapacitated and may die; the Adversary has the final word."
        scene.tell("incapacitated", text, ("FNP-41", "FNP-44"), target=target.id)
    if was[0] and not target.incapacitated:
        scene.tell("recovered", f"{target.name} can act again.", ("FNP-44",), target=target.id)
    if target.edge_of_madness and not was[1]:
        text = f"{target.name} is at the edge of madness; the Adversary has the final word."
        scene.tell("edge-of-madness", text, ("FNP-41", "FNP-44"), target=target.id)
    if was[1] and not target.edge_of_madness:
        text = f"{target.name} is no longer at the edge of madness."
        scene.tell("calmed", text, ("FNP-44",), target=target.id)


def limits(target: Person) -> tuple[bool, bool]:
    """(incapacitated, edge of madness) as they are now."""
    return target.incapacitated, target.edge_of_madness


def confirm(scene: Scene, command: commands.Confirm) -> None:
    """The Adversary's figure for a hit that waits (FNP-42)."""
    pending = scene.state.pending
    assert pending is not None
    scene.state.pending = None
    target = scene.find(pending.target, "pending")
    kind = wording.KIND[pending.mental]
    why = f" ({command.reason})" if command.reason else ""
    text = f"The Adversary rules: {wording.counted(command.damage, kind)} for {target.name}{why}."
    facts = {"target": target.id, "damage": command.damage, "injury": kind}
    if command.reason:
        facts["reason"] = command.reason
    scene.tell("confirmed", text, ("FNP-42",), actor=tables.GM, **facts)
    land(scene, pending.by, target, command.damage, pending.mental, pending.number)


def absorb(scene: Scene, command: commands.Absorb) -> None:
    """The target's fortune cancels wounds or shocks, one each, down to none (FNP-06)."""
    pending = scene.state.pending
    assert pending is not None
    target = scene.find(pending.target, "pending")
    most = min(pending.damage, target.fortune)
    if command.fortune > most:
        refuse("fortune.short", f"fortune: from 0 to {most} here.", "FNP-06")
    scene.state.pending = None
    scene.pay(target, command.fortune)
    apply(scene, pending.by, target, pending.damage - command.fortune, pending.mental, command.fortune)
