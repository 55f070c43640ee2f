"""What the table is told of a draw from a physical deck."""

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.encounters.play.draw_body import DrawBody
from campaigns.encounters.play.pending_draws import FACE_UP
from rules import play as rules


def owner_name(body: DrawBody, encounter: Encounter, owner: str) -> str:
    """The name of a participant who draws, or what the game calls its GM."""
    return str(body["names"].get(owner) or rules.SYSTEMS[encounter.campaign.system]["gm"])


def text_of_request(encounter: Encounter, body: DrawBody) -> str:
    """Who must draw. Face-up cards have no name: that of a hidden participant would be known to all."""
    owners = list(dict.fromkeys(need[0] for need in body["needs"]))
    names = ", ".join(owner_name(body, encounter, owner) for owner in owners if owner != FACE_UP)
    texts = [_("%(who)s must draw cards from the deck on the table.") % {"who": names}] if names else []
    if FACE_UP in owners:
        texts.append(_("Cards are drawn face up from the deck on the table."))
    return " ".join(texts)
