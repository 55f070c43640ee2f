"""Tells the apps above that staff made an account inactive."""

from collections.abc import Callable

from people.models import User

_listeners: list[Callable[[User], None]] = []


def set_listener(listener: Callable[[User], None]) -> None:
    """Sets the function that ends the access that a person gave others; called once, when the site starts."""
    _listeners[:] = [listener]


def notify_deactivation(user: User) -> None:
    """Tells the apps above that `user` is inactive, in the caller's transaction."""
    for listener in _listeners:
        listener(user)
