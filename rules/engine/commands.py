"""A command as it arrives: which one it is, its shape, and the function of its game that carries it out."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.engine import codec
from rules.engine.refusals import quoted, refuse

Work = TypeVar("Work")
# The shape of a command, the function that carries it out at a game's work, and the word for when it may be given.
Move = tuple[type[Any], Callable[[Work, Any], None], str]


def read(
    command: object, moves: Mapping[str, Move[Work]], texts: frozenset[str], where: str
) -> tuple[str, Any, Callable[[Work, Any], None], str]:
    """(its name, the command in its shape, what carries it out, when it may be given), else `Refused`.

    `texts` are the commands that hold words of people; `where` ends "is no command ..." ("of 52 Fates", "here").
    """
    name = codec.plain_object(command, "command").get("type")
    move = moves.get(name) if isinstance(name, str) else None
    if move is None:
        refuse("command.unknown", f"type: {quoted(name)} is no command {where}; see the offers for what is.")
    shape, carry_out, when = move
    typed = codec.decode(command, shape, "command")
    if name in texts:
        codec.check_text(command, "command")
    return str(name), typed, carry_out, when
