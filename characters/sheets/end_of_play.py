"""Tells the apps above this one that a character is no longer in play; they say what follows from it."""

from collections.abc import Callable

from characters.models import Character

_listeners: list[Callable[[Character], None]] = []


def set_listener(listener: Callable[[Character], None]) -> None:
    """Sets the function that is called; once, when the site starts."""
    _listeners[:] = [listener]


def notify_end_of_play(character: Character) -> None:
    """Tells of a saved character that retired, moved or died. It is called within the transaction that saved it."""
    if character.status != Character.Status.ACTIVE:
        for listener in _listeners:
            listener(character)
