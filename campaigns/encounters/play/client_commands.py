"""Which fields of a command only the site may set; the same rule holds for pages and scripts, players and GMs.

The engine accepts these fields because the site looks up their values or asks for them. If clients could set them,
they could choose the card they draw, or the figures of a participant who joins.
"""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.encounters.play.visibility import GM
from people.models import Member
from rules.play import Refused

# Cards of a physical deck: players only name them when the site asks (physical_draws.py).
SITE_FIELDS = frozenset({"drawn", "held"})
# A participant with its figures: the site builds it from a sheet or a stat block (setups.py).
PARTICIPANT = "participant"


def require_client_fields(membership: Member, command: Any) -> None:
    """Refuses a client's command that sets a field which only the site may set.

    Only a GM's order may contain a participant, because GMs may bring anyone.
    """
    if not isinstance(command, dict):
        return
    named = sorted(SITE_FIELDS & set(command))
    if named:
        text = _("%(field)s: you can only name cards when the site asks for them. Leave it out.")
        raise Refused("field.site-only", text % {"field": named[0]})
    if command.get(PARTICIPANT) is not None and not (membership.is_gm and command.get("actor") == GM):
        text = _("%(field)s: the site takes this from a character. Choose one of your characters and let them join.")
        raise Refused("field.site-only", text % {"field": PARTICIPANT})
