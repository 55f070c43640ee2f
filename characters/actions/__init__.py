"""Writes to characters, their experience and the bestiary: named, keyword-only, one transaction each."""

from characters.actions.experience import award, award_all, take_back
from characters.actions.monsters import copy_monster, create_monster, edit_monster
from characters.actions.sheets import (
    apply_aftermath,
    build,
    change_pool,
    create,
    edit,
    hand_over,
    kill,
    restore,
    retire,
)
from characters.actions.steps import Taken, ask_step, decline, grant, take_step, undo_step, withdraw

__all__ = [
    "Taken",
    "apply_aftermath",
    "ask_step",
    "award",
    "award_all",
    "build",
    "change_pool",
    "copy_monster",
    "create",
    "create_monster",
    "decline",
    "edit",
    "edit_monster",
    "grant",
    "hand_over",
    "kill",
    "restore",
    "retire",
    "take_back",
    "take_step",
    "undo_step",
    "withdraw",
]
