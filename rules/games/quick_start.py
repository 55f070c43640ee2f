"""The part of `rules.play` for a quick start: ready-made heroes, and characters from answers to a few questions.

`house` is as for `rules.sheets`; a malformed one is `Refused`. What the options and the catalogue of a campaign do not
allow is not offered.
"""

import copy
from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import product
from typing import Any

from rules.engine import codec
from rules.engine.json_types import PlainSheet
from rules.engine.ready_made import Answer, HasReadyMade, Hero, Question, ReadyMade, merge
from rules.engine.refusals import Refused, quote, refuse
from rules.games.registry import game

NOTHING = ReadyMade((), (), (), lambda sheet: [], lambda sheet, rows: False)


class HouseRow(codec.Struct):
    """A row of the campaign's catalogue."""

    kind: str
    key: str
    name: str | None = None
    figures: dict[str, Any] | None = None


class House(codec.Struct):
    """The options and the catalogue of a campaign, as every game takes them."""

    options: dict[str, Any] | None = None
    rows: list[HouseRow] | None = None


def ready_made_heroes(system: object, *, house: object = None) -> list[dict[str, Any]]:
    """The ready-made heroes that the campaign allows, each complete.

    Returns objects `{"key", "name", "summary", "figures", "sheet", "steps"}`: `sheet` is where the creation starts,
    `steps` complete it, and `figures` is a list of a few words.
    """
    offered, rows = _ready_made(system), _read_rows(house)
    return [_describe(offered, hero) for hero in offered.heroes if _allows(system, hero.sheet, house, rows)]


def ready_made_hero(system: object, key: object, *, house: object = None) -> dict[str, Any]:
    """One of the ready-made heroes, as `ready_made_heroes` lists it. Refused: "ready-made.unknown"."""
    offered, rows = _ready_made(system), _read_rows(house)
    for hero in offered.heroes:
        if hero.key == key and _allows(system, hero.sheet, house, rows):
            return _describe(offered, hero)
    names = ", ".join(hero.key for hero in offered.heroes if _allows(system, hero.sheet, house, rows)) or "none"
    refuse("ready-made.unknown", f"ready_made: {quote(key)} is not offered here; there are: {names}.")
    return None


def creation_questions(system: object, *, house: object = None) -> list[dict[str, Any]]:
    """The questions that lead to a character: `{"key", "text", "answers": [{"key", "label"}]}`; [] without any.

    There are none either in a campaign that allows no character to which they lead.
    """
    if house is not None and not _leads_to_a_character(system, house, _read_rows(house)):
        return []
    return [
        {
            "key": question.key,
            "text": question.text,
            "answers": [{"key": answer.key, "label": answer.label} for answer in question.answers],
        }
        for question in _ready_made(system).questions
    ]


def hero_from_answers(system: object, answers: object, *, house: object = None) -> dict[str, Any]:
    """The character that the answers lead to.

    `answers`: the key of an answer for the key of every question, such as `{"fight": "strong"}`.

    Returns `{"sheet", "steps", "figures", "why"}`, as in `ready_made_heroes`; `why` has a sentence for every answer.
    Refused: "answers.missing" for a question without a known answer, and "answers.house" for a character that the
    campaign does not allow.
    """
    offered, rows = _ready_made(system), _read_rows(house)
    chosen = answers if isinstance(answers, Mapping) else {}
    given = []
    for question in offered.questions:
        answer = next((candidate for candidate in question.answers if candidate.key == chosen.get(question.key)), None)
        if answer is None:
            refuse("answers.missing", f"{question.key}: choose an answer to “{question.text}”")
        given.append(answer)
    _refuse_unknown_questions(offered.questions, chosen)
    sheet = _merge_answers(given)
    if not _allows(system, sheet, house, rows):
        way = "choose another answer" if _leads_to_a_character(system, house, rows) else "fill in everything yourself"
        refuse("answers.house", f"This campaign's rules do not allow this character; {way}.")
    return _start(offered, sheet) | {"why": [answer.why for answer in given]}


def _merge_answers(answers: Iterable[Answer]) -> PlainSheet:
    """The sheet to which answers lead together."""
    return reduce(merge, [copy.deepcopy(answer.sheet) for answer in answers], {})


def _leads_to_a_character(system: object, house: object, rows: list[dict[str, Any]]) -> bool:
    """Whether the campaign allows what some answers lead to; usually the first answers do."""
    combinations = product(*(question.answers for question in _ready_made(system).questions))
    return any(_allows(system, _merge_answers(answers), house, rows) for answers in combinations)


def _refuse_unknown_questions(questions: tuple[Question, ...], chosen: Mapping[Any, Any]) -> None:
    unknown = set(chosen) - {question.key for question in questions}
    if unknown or not questions:
        refuse("answers.unknown", "answers: this game has no such question; leave it out.")


def _ready_made(system: object) -> ReadyMade:
    found = game(system)
    return found.ready_made if isinstance(found, HasReadyMade) else NOTHING


def _describe(offered: ReadyMade, hero: Hero) -> dict[str, Any]:
    words = {"key": hero.key, "name": hero.name, "summary": hero.summary}
    return words | _start(offered, copy.deepcopy(hero.sheet))


def _start(offered: ReadyMade, sheet: PlainSheet) -> dict[str, Any]:
    return {"figures": offered.list_figures(sheet), "sheet": sheet, "steps": [dict(step) for step in offered.steps]}


def _read_rows(house: object) -> list[dict[str, Any]]:
    """The rows of the campaign with every field, a name being the key without one; `Refused` for a malformed house."""
    if house is None:
        return []
    rows = codec.decode(house, House, "house").rows or []
    return [
        {"kind": row.kind, "key": row.key, "name": row.name or row.key, "figures": row.figures or {}} for row in rows
    ]


def _allows(system: object, sheet: PlainSheet, house: object, rows: list[dict[str, Any]]) -> bool:
    """Whether a player may make this character in the campaign: the game's own creation, step by step."""
    rules, offered = game(system), _ready_made(system)
    if offered.lacks(sheet, rows):
        return False
    try:
        blank = rules.new_sheet()
        advanced = rules.sheet({**blank, **copy.deepcopy(sheet)}, {}, house, blank)["sheet"]
        for step in offered.steps:
            advanced = rules.step(advanced, {}, dict(step), house)["sheet"]
    except Refused:
        return False
    return True
