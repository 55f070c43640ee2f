"""A plain state that keeps its decoded form, for callers that call several functions with one state.

`rules.play.open_state` makes one. The functions of `rules.play` take it like any other state and return the same;
`view`, `actors` and `offers` then decode it only once in all, and `act` returns another `OpenState`.
"""

from typing import Any

# The fields of a participant that the site stores in a row, with the value for a game without the field.
ROSTER_FIELDS = (("name", ""), ("group", ""), ("side", ""), ("controller", ""))
Roster = list[tuple[Any, ...]]


class OpenState(dict[str, Any]):
    """The plain state as a dict that nobody may change, and the typed state once it was needed."""

    __slots__ = ("typed",)

    def __init__(self, plain: dict[str, Any], typed: Any = None) -> None:
        super().__init__(plain)
        self.typed = typed

    def take_typed(self) -> Any:
        """The typed state, for a caller that changes it; this state is decoded again when it is needed again."""
        typed, self.typed = self.typed, None
        return typed


def roster_of(typed: Any) -> Roster | None:
    """(id, hidden, name, group, side, controller) of everyone; None for a state without a list of participants."""
    participants = getattr(typed, "participants", None)
    if participants is None:
        return None
    return [
        (participant.id, is_hidden, *[getattr(participant, name, default) for name, default in ROSTER_FIELDS])
        for is_hidden, group in ((False, participants), (True, getattr(typed, "hidden", [])))
        for participant in group
    ]
