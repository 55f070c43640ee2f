"""Who sees a map or a pin: everyone, GMs only, or chosen players."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.world.maps.models import MapPin, WorldMap
from campaigns.world.models import WorldEntry
from people.models import Member

Visibility = WorldEntry.Visibility


def choose_players(row: WorldMap | MapPin, players: Sequence[Member] | None) -> list[Member]:
    """The players to whom a row is shown; None keeps those who still are some. ValidationError if none is chosen.

    Empty for a row that is not for chosen players. If all whom it was shown to have left or become GMs, it becomes the
    GMs' own."""
    if row.visibility != Visibility.CHOSEN:
        return []
    kept = list(row.players.all()) if players is None and row.pk else []
    chosen = [member for member in kept if member.present and not member.is_gm] if kept else list(players or ())
    if kept and not chosen:
        row.visibility = Visibility.GM
        return []
    if any(member.campaign_id != row.campaign_id or not member.present for member in chosen):
        raise ValidationError({"players": _("You can only show something to members of the campaign.")})
    chosen = [member for member in chosen if not member.is_gm]
    if not chosen:
        raise ValidationError({"players": _("Choose at least one player, or show it to everyone.")})
    return chosen
