"""Parses a command: finds its type, its shape, and the function of the game that carries it out."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

from rules.engine import codec
from rules.engine.refusals import quote, refuse

Context = TypeVar("Context")
# The shape of a command, the function that carries it out in a game's context, and the word for when it is allowed.
Move = tuple[type[Any], Callable[[Context, Any], None], str]


def parse_command(
    command: object, moves: Mapping[str, Move[Context]], texts: frozenset[str], where: str, *, trusted: bool = False
) -> tuple[str, Any, Callable[[Context, Any], None], str]:
    """(the command's type, the command in its shape, the function that carries it out, when it is allowed).

    `moves`: the game's commands by type. `texts`: the types whose fields contain words of people.
    `where`: ends the sentence "... is not a command ..." ("of 52 Fates", "here").
    `trusted`: a policy made the command from a state whose texts were checked, so they are not checked again.
    Refused: "command.unknown", or "shape.invalid" for a malformed one.
    """
    name = codec.plain_object(command, "command").get("type")
    move = moves.get(name) if isinstance(name, str) else None
    if move is None:
        _refuse_unknown(name, where)
    shape, carry_out, when = move
    typed = codec.decode(command, shape, "command")
    if name in texts and not trusted:
        codec.check_text(command, "command")
    return str(name), typed, carry_out, when


def check_shape(command: object, shapes: Mapping[str, type] | None) -> None:
    """Refuse what is plainly not a command: an unknown type, another shape. None: the game names no shapes."""
    name = codec.plain_object(command, "command").get("type")
    shape = shapes.get(name) if shapes is not None and isinstance(name, str) else None
    if shape is not None:
        codec.decode(command, shape, "command")
    elif shapes is not None:
        _refuse_unknown(name, "here")


def _refuse_unknown(name: object, where: str) -> NoReturn:
    fault = "is missing" if name is None else f"{quote(name)} is not a command {where}"
    refuse("command.unknown", f"type: {fault}; the offers list what is possible.")
