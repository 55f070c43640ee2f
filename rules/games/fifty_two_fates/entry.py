"""How a participant of a setup or a `join` enters an encounter: ranges, defaults, what each side may have."""

from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.shapes import Entry, Monster
from rules.games.fifty_two_fates.state import Participant


def enter(given: Entry, path: str) -> Participant:
    """The participant; `Refused` names the faulty field below `path` ("participants[2]")."""
    if given.id in tables.RESERVED_IDS:
        refuse("id.reserved", f"{path}.id: {given.id} is reserved; choose another id.")
    player = given.side == "players"
    group = check_side(given, path, player)
    level = given.level or (1 if player else None)
    hp, max_hp = hit_points(given, path, level, player)
    if given.monster is not None:
        check_lines(given.monster, f"{path}.monster")
    return Participant(
        id=given.id,
        name=given.name,
        group=group,
        hp=hp,
        max_hp=max_hp,
        level=level,
        class_=given.class_,
        weapon="none" if given.armed is False else "held",
        skills=list(given.background_skills or []),
        monster=given.monster,
    )


def hit_points(given: Entry, path: str, level: int | None, player: bool) -> tuple[int, int]:
    """(hit points, maximum): level + 2 for a player character, free for a monster (F52-30, F52-95)."""
    usual = level + tables.BASE_CARDS if level is not None else tables.MONSTER_HP
    most = usual if given.max_hp is None else given.max_hp
    if player and most != usual:
        text = f"{path}.max_hp: a player character of level {level} has {usual}; leave it out."
        refuse("hp.max", text, "F52-30")
    hp = most if given.hp is None else given.hp
    if hp > most:
        refuse("hp.range", f"{path}.hp: must be from 1 to {most}.", "F52-30")
    return hp, most


def check_side(given: Entry, path: str, player: bool) -> str:
    """The participant's group; `Refused` for fields that belong to the other side (F52-13, F52-96)."""
    if player:
        if given.monster is not None:
            refuse(
                "side.monster",
                f"{path}.monster: a player character has no monster block; leave it out.",
                "F52-96",
            )
        if given.group not in (None, tables.PLAYERS):
            refuse(
                "side.group",
                f"{path}.group: player characters are in the group players; leave it out.",
                "F52-13",
            )
        return tables.PLAYERS
    if given.class_ is not None:
        refuse(
            "side.class",
            f"{path}.class: a monster has no class; use monster.maneuvers or monster.spells.",
            "F52-96",
        )
    if given.group == tables.PLAYERS:
        refuse("side.group", f"{path}.group: players is the players' own group; choose another name.", "F52-96")
    return given.group or tables.MONSTERS


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
