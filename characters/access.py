"""The only doors to characters and monsters: what you may not see is 404, what you may not do is 403.

The arrow runs from campaigns to here, so membership is read through the foreign key, never imported."""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from characters.models import Character, Monster

Row = TypeVar("Row", bound=Model)
RUNS = ["gm", "co-gm"]


def found(rows: QuerySet[Row], **by: Any) -> Row:
    """The one row, or the same 404 for what is missing and what is somebody else's."""
    try:
        row = rows.filter(**by).distinct().first()
    except (ValueError, OverflowError):  # an id no database column holds
        row = None
    if row is None:
        raise Http404(_("There is nothing here that you may see."))
    return row


def _membership(user: Any, **more: Any) -> Q:
    return Q(campaign__members__user=user, campaign__members__left__isnull=True, **more)


def runs(user: Any, campaign_id: int) -> bool:
    """Whether the person is GM or co-GM of the campaign."""
    members = Character._meta.get_field("campaign").related_model._default_manager
    return members.filter(
        pk=campaign_id, members__user=user, members__left__isnull=True, members__role__in=RUNS
    ).exists()


def characters(user: Any) -> QuerySet[Character]:
    """Characters the person may read: one's own, known ones where sheets are open, all where one is GM."""
    if not user.is_authenticated or not user.is_active:
        return Character.objects.none()
    own = _membership(user) & Q(owner=user)
    shared = _membership(user) & Q(visible=True) & (Q(campaign__open_sheets=True) & Q(kind="pc"))
    run = _membership(user, campaign__members__role__in=RUNS)
    return Character.objects.filter(own | shared | run).select_related("campaign", "owner").distinct()


def character(user: Any, character_id: Any) -> Character:
    """A character the person may read."""
    return found(characters(user), pk=character_id)


def editable(user: Any, character_id: Any) -> Character:
    """A character the person may change: one's own, or any where one is GM; 403 when only readable."""
    row = character(user, character_id)
    if row.owner_id == user.pk or runs(user, row.campaign_id):
        return row
    raise PermissionDenied(_("Only its player and the GM may change this character."))


def monsters(user: Any, campaign_id: int) -> QuerySet[Monster]:
    """The bestiary a GM of the campaign may use: the site's rows of its game, and the campaign's own."""
    if not runs(user, campaign_id):
        return Monster.objects.none()
    campaign = Monster._meta.get_field("campaign").related_model._default_manager.get(pk=campaign_id)
    return Monster.objects.filter(
        Q(campaign=campaign_id) | Q(campaign__isnull=True, system=campaign.system)
    ).select_related("campaign")


def monster(user: Any, monster_id: Any) -> Monster:
    """A monster row of a campaign that the person runs, or a shared one for any GM of its game."""
    rows = Monster.objects.filter(
        _membership(user, campaign__members__role__in=RUNS) | Q(campaign__isnull=True)
    )
    row = found(rows, pk=monster_id)
    if row.campaign_id is None and not _runs_game(user, row.system):
        raise Http404(_("There is nothing here that you may see."))
    return row


def _runs_game(user: Any, system: str) -> bool:
    campaigns = Character._meta.get_field("campaign").related_model._default_manager
    return campaigns.filter(
        system=system, members__user=user, members__left__isnull=True, members__role__in=RUNS
    ).exists()
