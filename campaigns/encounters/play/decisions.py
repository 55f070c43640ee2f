"""Whether a decision was given already, so that two phones of one person cannot give it twice."""

from typing import Any, Final

from campaigns.encounters.models import Command, Encounter
from campaigns.encounters.play.client_commands import SITE_FIELDS

EMPTY: Final[tuple[Any, ...]] = (None, "", [], {})


def is_already_given(encounter: Encounter, command: Any, seen: int) -> bool:
    """Whether the same actor has given the same decision after number `seen`, even if it was undone since.

    If `seen` is already the newer number, the person repeats the decision on purpose, and both count.
    """
    if not isinstance(command, dict) or not isinstance(command.get("actor"), str):
        return False
    rows = Command.objects.filter(encounter=encounter, number__gt=seen, actor=command["actor"])
    wanted = _decision(command)
    return any(_decision(body) == wanted for body in rows.values_list("body", flat=True))


def _decision(command: dict[str, Any]) -> dict[str, Any]:
    """The command without the fields that the site adds, and without empty ones, which mean the same as missing."""
    return {name: value for name, value in command.items() if name not in SITE_FIELDS and value not in EMPTY}
