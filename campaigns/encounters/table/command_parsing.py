"""Reads a posted form of the table back into a command; the engine checks what it says."""

import json
from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from common import strict_json

MAX_MODIFIERS = 20


class UnreadableForm(ValueError):
    """The posted form is not one of ours."""


def parse_command(post: QueryDict) -> dict[str, Any]:
    """The command a posted form means; `Unreadable` when it is not a form of ours."""
    try:
        do = strict_json.loads(post.get("do", ""))
        given = {"type": do["type"], "actor": do["actor"], **do["fixed"]}
        for name in do["take"]:
            kind, _, key = name.partition(":")
            value = READERS.get(kind, _text)(post, name)
            if value is not None:
                given[key] = value
        # What a form types is held to the same as what a script sends: no database takes every character.
        strict_json.loads(json.dumps(given))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableForm from error
    return given


def _text(post: QueryDict, name: str) -> str | None:
    return post.get(name, "").strip() or None


def _number(post: QueryDict, name: str) -> int | str | None:
    text = _text(post, name)
    return None if text is None else parse_integer(text)


def parse_integer(text: str) -> int | str:
    """The number that was typed; what is none stays text, for the engine to say so."""
    try:
        return int(text)
    except ValueError:
        return text


def _json(post: QueryDict, name: str) -> Any:
    text = _text(post, name)
    return None if text is None else strict_json.loads(text)


def _order(post: QueryDict, name: str) -> list[str]:
    """The options by the numbers typed beside them: fields "order:order:<option>"."""
    places = {key.removeprefix(f"{name}:"): int(post.get(key) or 0) for key in post if key.startswith(f"{name}:")}
    return sorted(places, key=lambda option: (places[option], option))


def _rolls(post: QueryDict, name: str) -> list[int | str] | None:
    """The dice typed in; None when none was, so that the site rolls."""
    typed = [text.strip() for text in post.getlist(name)]
    return [parse_integer(text) for text in typed] if any(typed) else None


def _rolls_up_to(post: QueryDict, name: str) -> list[int | str] | None:
    """The dice typed in where fewer may have fallen than there are fields: what is empty is no die."""
    return [parse_integer(text.strip()) for text in post.getlist(name) if text.strip()] or None


def _modifiers(post: QueryDict, name: str) -> list[dict[str, Any]] | None:
    """The modifiers ticked from the catalogue, and those named in words with a figure."""
    found = [strict_json.loads(text) for text in post.getlist(f"{name}:pick")[:MAX_MODIFIERS] if text]
    pairs = zip(post.getlist(f"{name}:name"), post.getlist(f"{name}:value"), strict=False)
    for words, figure in list(pairs)[:MAX_MODIFIERS]:
        if figure.strip():
            found.append({"name": words.strip() or "Modifier", "value": parse_integer(figure.strip())})
    return found or None


def _card(post: QueryDict, _name: str) -> Any:
    """The one card that was chosen, in the hand that the page shares or in the form's own; None for none."""
    chosen = [code for code in [*post.getlist("some:cards"), *post.getlist("one:card")] if code]
    return chosen[0] if len(chosen) == 1 else chosen or None


READERS: dict[str, Callable[[QueryDict, str], Any]] = {
    "some": lambda post, name: post.getlist(name),
    "numbers": lambda post, name: [parse_integer(text) for text in post.getlist(name)],
    "jsons": lambda post, name: [strict_json.loads(text) for text in post.getlist(name)] or None,
    "hand": _card,
    "bool": lambda post, name: bool(post.get(name)),
    "number": _number,
    "json": _json,
    "order": _order,
    "rolls": _rolls,
    "rolls-up-to": _rolls_up_to,
    "modifiers": _modifiers,
}
