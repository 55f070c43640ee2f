"""A function of an app above that an app below calls without importing it."""

from collections.abc import Callable
from typing import Generic, ParamSpec

Arguments = ParamSpec("Arguments")


class Listener(Generic[Arguments]):
    """A place for one function, which is called with `Arguments`."""

    def __init__(self) -> None:
        self._function: Callable[Arguments, object] | None = None

    def set(self, function: Callable[Arguments, object]) -> None:
        """Sets the function; called once, when the site starts."""
        self._function = function

    def notify(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        """Calls the function, in the caller's transaction; does nothing if none is set."""
        if self._function is not None:
            self._function(*args, **kwargs)
