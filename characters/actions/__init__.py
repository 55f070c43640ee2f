"""Writes to characters, their experience and the bestiary: named, keyword-only, one transaction each."""

from characters.actions.experience import award, award_all, take_back
from characters.actions.monsters import copy_monster, create_monster, edit_monster
from characters.actions.sheets import (
    Stale,
    apply_aftermath,
    change_hit_points,
    create,
    edit,
    hand_over,
    kill,
    restore,
    retire,
)

__all__ = [
    "Stale",
    "apply_aftermath",
    "award",
    "award_all",
    "change_hit_points",
    "copy_monster",
    "create",
    "create_monster",
    "edit",
    "edit_monster",
    "hand_over",
    "kill",
    "restore",
    "retire",
    "take_back",
]
