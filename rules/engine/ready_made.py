"""Ready-made heroes and questions about a new character: a game with any has `ready_made` in its class."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from rules.engine.json_types import PlainSheet


class Hero(NamedTuple):
    """A hero for one tap. `summary`: what they are like and how they play; `sheet`: fields of the sheet."""

    key: str
    name: str
    summary: str
    sheet: PlainSheet


class Answer(NamedTuple):
    """An answer to a question. `why`: what it does, in terms of the rules; `sheet`: the fields that it adds."""

    key: str
    label: str
    why: str
    sheet: PlainSheet


class Question(NamedTuple):
    """A question about a new character; every choice of one answer to each question is a legal character."""

    key: str
    text: str
    answers: tuple[Answer, ...]


class ReadyMade(NamedTuple):
    """What a game offers for a quick start.

    `steps`: the steps that complete the creation. `list_figures(sheet)`: a few words about the key figures.
    `lacks(sheet, rows)`: whether the catalogue rows of a campaign lack something that the sheet has.
    """

    heroes: tuple[Hero, ...]
    questions: tuple[Question, ...]
    steps: tuple[Mapping[str, Any], ...]
    list_figures: Callable[[PlainSheet], list[str]]
    lacks: Callable[[PlainSheet, list[dict[str, Any]]], bool]


@runtime_checkable
class HasReadyMade(Protocol):
    """A game with ready-made heroes, or with questions that lead to a character."""

    @property
    def ready_made(self) -> ReadyMade:
        """The heroes and questions."""


def merge(first: Any, other: Any) -> Any:
    """Merges two parts of a sheet: joins objects and lists, takes the higher number, or else the later value."""
    if isinstance(first, dict) and isinstance(other, dict):
        return first | {name: merge(first[name], value) if name in first else value for name, value in other.items()}
    if isinstance(first, list) and isinstance(other, list):
        return first + [value for value in other if value not in first]
    if type(first) is int and type(other) is int:
        return max(first, other)
    return other


def lacks_row(rows: list[dict[str, Any]], kind: str, **wanted: Any) -> bool:
    """Whether the campaign has rows of a kind but none with this name and these figures."""
    of_kind = [row for row in rows if row["kind"] == kind]
    name = wanted.pop("name")
    return bool(of_kind) and not any(
        row["name"] == name
        and all((row.get("figures") or {}).get(key, value) == value for key, value in wanted.items())
        for row in of_kind
    )
