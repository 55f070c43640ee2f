"""The only doors to characters and monsters: what you may not see is 404, what you may not do is 403.

The arrow runs from campaigns to here, so membership is read through the foreign key, never imported."""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from characters.models import Character, ExperienceEntry, Monster, StepRequest

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
    bound = _bound(user, "campaign")
    return Q(campaign__members__user=user, campaign__members__left__isnull=True, **more, **bound)


def _bound(user: Any, field: str) -> dict[str, Any]:
    # Set by an API token that was made for one campaign: nothing outside it is found.
    only = getattr(user, "bound_campaign_id", None)
    return {} if only is None else {field: only}


def runs(user: Any, campaign_id: int) -> bool:
    """Whether the person is GM or co-GM of the campaign."""
    if not user.is_authenticated or not user.is_active:
        return False
    return _run_by(user).filter(pk=campaign_id).exists()


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
    if may_edit(user, row):
        return row
    raise PermissionDenied(_("Only its player and the GM may change this character."))


def may_edit(user: Any, row: Character) -> bool:
    """Whether the person runs the campaign, or plays this character and is not merely an observer now."""
    own = place(user, row.campaign_id)
    return bool(own.runs or (row.owner_id == user.pk and own.role != "observer"))


def run_by(user: Any, character_id: Any) -> Character:
    """A character of a campaign that the person runs; 403 to others who may read it."""
    row = character(user, character_id)
    run_place(user, row.campaign_id)
    return row


def place(user: Any, campaign_id: Any) -> Any:
    """The person's place (a Member, with `.campaign`) in a campaign; 404 to all others."""
    if not user.is_authenticated or not user.is_active:
        raise Http404(_("There is nothing here that you may see."))
    rows = _campaigns().filter(members__user=user, members__left__isnull=True, **_bound(user, "pk"))
    return found(rows, pk=campaign_id).members.select_related("user").get(user=user)


def run_place(user: Any, campaign_id: Any) -> Any:
    """The person's place as GM or co-GM; 403 to other members, 404 to everybody else."""
    own = place(user, campaign_id)
    if not own.runs:
        raise PermissionDenied(_("Only the GM may do this. Ask your GM."))
    return own


def play_place(user: Any, campaign_id: Any) -> Any:
    """The person's place as anything but an observer; 403 to observers."""
    own = place(user, campaign_id)
    if own.role == "observer":
        raise PermissionDenied(_("Observers only watch. Ask your GM to make you a player."))
    return own


def roster(own: Any) -> QuerySet[Character]:
    """Everyone the member knows by name: player characters and known NPCs; all of them for a GM."""
    rows = Character.objects.filter(campaign=own.campaign_id).select_related("campaign", "owner")
    return rows if own.runs else rows.filter(Q(visible=True) | Q(owner=own.user_id))


def entry(user: Any, entry_id: Any) -> ExperienceEntry:
    """A line of an experience ledger, to the GMs of its campaign."""
    rows = ExperienceEntry.objects.filter(character__in=characters(user))
    rows = rows.select_related("character__campaign", "session", "encounter")
    row = found(rows, pk=entry_id)
    run_place(user, row.character.campaign_id)
    return row


def step_requests(user: Any) -> QuerySet[StepRequest]:
    """What was asked for: one's own characters' requests, and all of campaigns that one runs."""
    if not user.is_authenticated or not user.is_active:
        return StepRequest.objects.none()
    own = _requests_place(user) & Q(character__owner=user)
    run = _requests_place(user, character__campaign__members__role__in=RUNS)
    return StepRequest.objects.filter(own | run).select_related("character__campaign", "by", "answered_by").distinct()


def _requests_place(user: Any, **more: Any) -> Q:
    place = {"character__campaign__members__user": user, "character__campaign__members__left__isnull": True}
    return Q(**place, **more, **_bound(user, "character__campaign"))


def step_request(user: Any, request_id: Any) -> StepRequest:
    """A request of one's own character, or any where one is GM; 403 to a player who only watches now."""
    row = found(step_requests(user), pk=request_id)
    if not may_edit(user, row.character):
        raise PermissionDenied(_("Only its player and the GM may change this character."))
    return row


def _campaigns() -> Any:
    return Character._meta.get_field("campaign").related_model._default_manager


def monsters(user: Any, campaign_id: int) -> QuerySet[Monster]:
    """The bestiary a GM of the campaign may use: the site's rows of its game, and the campaign's own."""
    if not runs(user, campaign_id):
        return Monster.objects.none()
    return _bestiary(_campaigns().get(pk=campaign_id))


def opponents(own: Any) -> QuerySet[Monster]:
    """Whom a member may seat against the party: the same rows, without a dealer for every player."""
    return _bestiary(own.campaign) if own.deals else Monster.objects.none()


def _bestiary(campaign: Any) -> QuerySet[Monster]:
    return Monster.objects.filter(
        Q(campaign=campaign.pk) | Q(campaign__isnull=True, system=campaign.system)
    ).select_related("campaign")


def monster(user: Any, monster_id: Any) -> Monster:
    """A monster row of a campaign that the person runs, or a shared one for any GM of its game."""
    if not user.is_authenticated or not user.is_active:
        raise Http404(_("There is nothing here that you may see."))
    rows = Monster.objects.filter(_membership(user, campaign__members__role__in=RUNS) | Q(campaign__isnull=True))
    row = found(rows, pk=monster_id)
    if row.campaign_id is None and not _runs_game(user, row.system):
        raise Http404(_("There is nothing here that you may see."))
    return row


def _runs_game(user: Any, system: str) -> bool:
    return _run_by(user).filter(system=system).exists()


def _run_by(user: Any) -> Any:
    rows = _campaigns().filter(members__user=user, members__left__isnull=True, members__role__in=RUNS)
    return rows.filter(**_bound(user, "pk"))


def any_run(user: Any, system: str) -> int:
    """The id of a campaign of the game that the person runs; 404 without one."""
    return found(_run_by(user).filter(system=system).order_by("-pk"), system=system).pk
