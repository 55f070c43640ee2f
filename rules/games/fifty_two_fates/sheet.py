"""A participant as it enters an encounter: ranges, defaults and what each side may not have."""

from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.shapes import Entry, Monster
from rules.games.fifty_two_fates.state import Participant


def enter(entry: Entry, path: str) -> Participant:
    """A checked participant; `path` names it in a refusal ("participants[2]")."""
    if entry.id in tables.RESERVED_IDS:
        refuse("id.reserved", f"{path}.id: {entry.id} is reserved; choose another id.")
    player = entry.side == "players"
    group = check_side(entry, path, player)
    level = entry.level or (1 if player else None)
    usual = level + tables.BASE_CARDS if level is not None else tables.MONSTER_HP
    max_hp = usual if entry.max_hp is None else entry.max_hp
    if player and max_hp != usual:
        refuse("hp.max", f"{path}.max_hp: a player character of level {level} has {usual}; leave it out.", "F52-30")
    hp = max_hp if entry.hp is None else entry.hp
    if hp > max_hp:
        refuse("hp.range", f"{path}.hp: from 1 to {max_hp}.", "F52-30")
    if entry.monster is not None:
        check_lines(entry.monster, f"{path}.monster")
    return Participant(
        id=entry.id,
        name=entry.name,
        group=group,
        hp=hp,
        max_hp=max_hp,
        level=level,
        class_=entry.class_,
        weapon="none" if entry.armed is False else "held",
        skills=list(entry.background_skills or []),
        monster=entry.monster,
    )


def check_side(entry: Entry, path: str, player: bool) -> str:
    """The group, and that neither side has what belongs to the other (F52-13, F52-96)."""
    if player:
        if entry.monster is not None:
            refuse("side.monster", f"{path}.monster: a player character has no monster block; leave it out.", "F52-96")
        if entry.group not in (None, tables.PLAYERS):
            refuse("side.group", f"{path}.group: player characters stand in the group players; leave it out.", "F52-13")
        return tables.PLAYERS
    if entry.class_ is not None:
        refuse("side.class", f"{path}.class: a monster has no class; use monster.maneuvers or monster.spells.", "F52-96")
    if entry.group == tables.PLAYERS:
        refuse("side.group", f"{path}.group: players is the players' own group; choose another name.", "F52-96")
    return entry.group or tables.MONSTERS


def check_lines(monster: Monster, path: str) -> None:
    """Only the ace line may take half (F52-95)."""
    if monster.lines is None:
        return
    for name in ("number", "face"):
        line = getattr(monster.lines, name)
        if line is not None and line.damage == "half":
            refuse("line.half", f"{path}.lines.{name}.damage: only the ace line takes half; give a figure.", "F52-95")
