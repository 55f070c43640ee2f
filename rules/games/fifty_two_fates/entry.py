"""How a participant of a setup or a `join` enters an encounter: ranges, defaults, what each side may have."""

from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.shapes import Entry, Monster
from rules.games.fifty_two_fates.state import Participant


def enter(setup_entry: Entry, path: str) -> Participant:
    """The participant; `Refused` names the faulty field below `path` ("participants[2]")."""
    if setup_entry.id in tables.RESERVED_IDS:
        refuse("id.reserved", f"{path}.id: {setup_entry.id} is reserved; choose another id.")
    player = setup_entry.side == "players"
    group = check_side(setup_entry, path, player)
    level = setup_entry.level or (1 if player else None)
    hp, max_hp = hit_points(setup_entry, path, level, player)
    if setup_entry.monster is not None:
        check_lines(setup_entry.monster, f"{path}.monster")
    return Participant(
        id=setup_entry.id,
        name=setup_entry.name,
        group=group,
        hp=hp,
        max_hp=max_hp,
        level=level,
        class_=setup_entry.class_,
        weapon="none" if setup_entry.armed is False else "held",
        skills=list(setup_entry.background_skills or []),
        monster=setup_entry.monster,
    )


def hit_points(setup_entry: Entry, path: str, level: int | None, player: bool) -> tuple[int, int]:
    """(hit points, maximum): level + 2 for a player character, free for a monster (F52-30, F52-95)."""
    usual = level + tables.BASE_CARDS if level is not None else tables.MONSTER_HP
    most = usual if setup_entry.max_hp is None else setup_entry.max_hp
    if player and most != usual:
        text = f"{path}.max_hp: a player character of level {level} has {usual}; leave it out."
        refuse("hp.max", text, "F52-30")
    hp = most if setup_entry.hp is None else setup_entry.hp
    if hp > most:
        refuse("hp.range", f"{path}.hp: must be from 1 to {most}.", "F52-30")
    return hp, most


def check_side(setup_entry: Entry, path: str, player: bool) -> str:
    """The participant's group; `Refused` for fields that belong to the other side (F52-13, F52-96)."""
    if player:
        if setup_entry.monster is not None:
            refuse(
                "side.monster",
                f"{path}.monster: a player character has no monster block; leave it out.",
                "F52-96",
            )
        if setup_entry.group not in (None, tables.PLAYERS):
            refuse(
                "side.group",
                f"{path}.group: player characters are in the group players; leave it out.",
                "F52-13",
            )
        return tables.PLAYERS
    if setup_entry.class_ is not None:
        refuse(
            "side.class",
            f"{path}.class: a monster has no class; use monster.maneuvers or monster.spells.",
            "F52-96",
        )
    if setup_entry.group == tables.PLAYERS:
        refuse("side.group", f"{path}.group: players is the players' own group; choose another name.", "F52-96")
    return setup_entry.group or tables.MONSTERS


def check_lines(monster: Monster, path: str) -> None:
    """Refuse half damage in another line than the ace line (F52-95)."""
    if monster.lines is None:
        return
    for name in ("number", "face"):
        line = getattr(monster.lines, name)
        if line is not None and line.damage == "half":
            refuse(
                "line.half",
                f"{path}.lines.{name}.damage: only the ace line can be half; give a number.",
                "F52-95",
            )
