"""Turns a posted form of the table into a command; the engine checks its values."""

import json
from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from common import strict_json

MAX_MODIFIERS = 20


class UnreadableForm(ValueError):
    """The posted form is not a form of the table."""


def parse_command(post: QueryDict) -> dict[str, Any]:
    """The command of a posted form; `UnreadableForm` if it is not a form of the table."""
    try:
        do = strict_json.loads(post.get("do", ""))
        command = {"type": do["type"], "actor": do["actor"], **do["fixed"]}
        for name in do["take"]:
            kind, _, key = name.partition(":")
            value = READERS.get(kind, _text)(post, name)
            if value is not None:
                command[key] = value
        # The same check as for scripts: databases cannot store every character.
        strict_json.loads(json.dumps(command))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableForm from error
    return command


def _text(post: QueryDict, name: str) -> str | None:
    return post.get(name, "").strip() or None


def _number(post: QueryDict, name: str) -> int | str | None:
    text = _text(post, name)
    return None if text is None else parse_integer(text)


def parse_integer(text: str) -> int | str:
    """The typed number; other text is returned unchanged, and the engine refuses it."""
    try:
        return int(text)
    except ValueError:
        return text


def _json(post: QueryDict, name: str) -> Any:
    text = _text(post, name)
    return None if text is None else strict_json.loads(text)


def _order(post: QueryDict, name: str) -> list[str]:
    """The options sorted by the numbers that were typed beside them: fields "order:order:<option>"."""
    places = {key.removeprefix(f"{name}:"): int(post.get(key) or 0) for key in post if key.startswith(f"{name}:")}
    return sorted(places, key=lambda option: (places[option], option))


def _rolls(post: QueryDict, name: str) -> list[int | str] | None:
    """The typed dice; None if there are none, so that the site rolls."""
    typed = [text.strip() for text in post.getlist(name)]
    return [parse_integer(text) for text in typed] if any(typed) else None


def _rolls_up_to(post: QueryDict, name: str) -> list[int | str] | None:
    """The typed dice if fewer may be rolled than there are fields; an empty field is no die."""
    return [parse_integer(text.strip()) for text in post.getlist(name) if text.strip()] or None


def _modifiers(post: QueryDict, name: str) -> list[dict[str, Any]] | None:
    """The ticked modifiers of the catalogue, and those typed as a name with a figure."""
    modifiers = [strict_json.loads(text) for text in post.getlist(f"{name}:pick")[:MAX_MODIFIERS] if text]
    pairs = zip(post.getlist(f"{name}:name"), post.getlist(f"{name}:value"), strict=False)
    for words, figure in list(pairs)[:MAX_MODIFIERS]:
        if figure.strip():
            modifiers.append({"name": words.strip() or "Modifier", "value": parse_integer(figure.strip())})
    return modifiers or None


def _card(post: QueryDict, _name: str) -> Any:
    """The chosen card, from the hand on the page or from the form's own field; None without one."""
    chosen = [code for code in [*post.getlist("some:cards"), *post.getlist("one:card")] if code]
    return chosen[0] if len(chosen) == 1 else chosen or None


READERS: dict[str, Callable[[QueryDict, str], Any]] = {
    "some": lambda post, name: post.getlist(name),
    "numbers": lambda post, name: [parse_integer(text) for text in post.getlist(name)],
    "jsons": lambda post, name: [strict_json.loads(text) for text in post.getlist(name)] or None,
    "hand": _card,
    "bool": lambda post, name: bool(post.get(name)),
    "number": _number,
    # The field on a participant's row, which is the same for each figure that it can change.
    "figure": lambda post, _name: _number(post, "figure"),
    "json": _json,
    "order": _order,
    "rolls": _rolls,
    "rolls-up-to": _rolls_up_to,
    "modifiers": _modifiers,
}
