"""How long and how often invitations work: links for members, for places of restored campaigns, and codes of worlds."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import ngettext

# A GM chooses the days of a link for members. The page offers some of them; the API takes any number up to the most.
DEFAULT_DAYS: Final = 7
MAX_DAYS: Final = 90
OFFERED_DAYS: Final = (1, DEFAULT_DAYS, 30, MAX_DAYS)
MAX_USES: Final = 50
# The place of an absent person waits for one person, who may read their mail late.
PLACE_DAYS: Final = 30
# The code of a shared world is passed from GM to GM.
WORLD_DAYS: Final = 7


def days_label(days: int) -> str:
    """The validity in words, such as “30 days”."""
    return ngettext("%(days)s day", "%(days)s days", days) % {"days": days}


def expires_after(days: int) -> datetime:
    """When an invitation that is made now expires."""
    return timezone.now() + timedelta(days=days)
