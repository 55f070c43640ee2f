"""Access to characters and monsters: what a person may not see is 404, what they may not do is 403."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from characters.models import Character, ExperienceEntry, Monster, StepRequest
from people.access import (
    GM_ROLES,
    campaigns_of,
    campaigns_run_by,
    get_compiled_row,
    get_gm_membership,
    get_membership,
    get_visible_row,
    memberships_of,
)
from people.models import Campaign, Member, Role, User
from people.viewer_queries import UserQuery


def runs_campaign(user: User, campaign_id: int) -> bool:
    """Whether the person is GM or co-GM of the campaign; False for the site's own account, which opens no pages."""
    return campaigns_run_by(user).filter(pk=campaign_id).exists()


def writes_as_gm(user: User, character: Character) -> bool:
    """Whether the person may write to the character as a GM: as `runs_campaign`, and the site at its demo tables."""
    return memberships_of(user).filter(campaign=character.campaign_id, role__in=GM_ROLES).exists()


# The characters whose sheets every member of their campaign may open.
SHARED: Final = Q(visible=True, campaign__open_sheets=True, kind=Character.Kind.PC)


def visible_characters(user: User) -> QuerySet[Character]:
    """Characters the person may read: their own, known ones where sheets are open, all where they are GM."""
    own = Q(campaign__in=campaigns_of(user), owner=user if user.is_authenticated else None)
    shared = SHARED & Q(campaign__in=campaigns_of(user))
    run = Q(campaign__in=campaigns_run_by(user))
    rows = Character.objects.filter(own | shared | run).select_related("campaign", "owner")
    return rows if user.is_active else rows.none()


def get_character(user: User, character_id: Any) -> Character:
    """A character the person may read."""
    return get_compiled_row(CHARACTER, user, character_id)


# Compiled, because every page of a character needs it; the calendar, because a sheet links to its dates.
CHARACTER: Final = UserQuery(
    lambda user, pk: visible_characters(user).filter(pk=pk).select_related("campaign__calendar", "owner")
)


def get_editable_character(user: User, character_id: Any) -> Character:
    """A character the person may change: their own, or any where they are GM; 403 if the person may only read it."""
    row = get_character(user, character_id)
    require_character_edit(user, row)
    return row


def require_character_edit(user: User, row: Character) -> None:
    """Refuses people who may not change the character."""
    if not may_edit_character(user, row):
        raise PermissionDenied(_("Only the player of this character and the GM may change it."))


def may_edit_character(user: User, row: Character) -> bool:
    """Whether the person runs the campaign, or plays this character and is not an observer now."""
    return member_may_edit(get_membership(user, row.campaign_id), row)


def member_may_edit(membership: Member, row: Character) -> bool:
    """As `may_edit_character`, for a member of the character's campaign."""
    return membership.is_gm or (row.owner_id == membership.user_id and membership.role != Role.OBSERVER)


def get_character_as_gm(user: User, character_id: Any) -> Character:
    """A character of a campaign that the person runs; 403 for others who may read it."""
    row = get_character(user, character_id)
    get_gm_membership(user, row.campaign_id)
    return row


def shared_characters(campaign_id: int) -> QuerySet[Character]:
    """The characters of a campaign whose sheets every member may open."""
    return Character.objects.filter(SHARED, campaign=campaign_id)


def known_characters(membership: Member) -> QuerySet[Character]:
    """Everyone the member knows by name: player characters, and the NPCs that everyone or the member knows; all of
    them for a GM."""
    rows = Character.objects.filter(campaign=membership.campaign_id).select_related("campaign", "owner")
    if membership.is_gm:
        return rows
    shown_to_member = Character.players.through.objects.filter(member=membership.pk).values("character")
    return rows.filter(
        Q(visible=True) | Q(owner=membership.user_id) | Q(kind=Character.Kind.NPC, pk__in=shown_to_member)
    )


def get_ledger_entry(user: User, entry_id: Any) -> ExperienceEntry:
    """An experience entry, for the GMs of its campaign."""
    rows = ExperienceEntry.objects.filter(character__in=visible_characters(user))
    rows = rows.select_related("character__campaign", "session", "encounter")
    row = get_visible_row(rows, pk=entry_id)
    get_gm_membership(user, row.character.campaign_id)
    return row


def visible_step_requests(user: User) -> QuerySet[StepRequest]:
    """The requests of the person's own characters, and all requests of campaigns that they run."""
    if not user.is_authenticated or not user.is_active:
        return StepRequest.objects.none()
    own = Q(character__campaign__in=campaigns_of(user), character__owner=user)
    run = Q(character__campaign__in=campaigns_run_by(user))
    return StepRequest.objects.filter(own | run).select_related("character__campaign", "by", "answered_by")


def get_step_request(user: User, request_id: Any) -> StepRequest:
    """A request of the person's own character, or any where they are GM; 403 for an observer."""
    row = get_visible_row(visible_step_requests(user), pk=request_id)
    if not may_edit_character(user, row.character):
        raise PermissionDenied(_("Only the player of this character and the GM may change it."))
    return row


def gm_monsters(user: User, campaign_id: int) -> QuerySet[Monster]:
    """The bestiary that a GM of the campaign may use: the site's rows of its game, and the campaign's own."""
    campaign = campaigns_run_by(user).filter(pk=campaign_id).first()
    return Monster.objects.none() if campaign is None else _bestiary(campaign)


def available_opponents(membership: Member) -> QuerySet[Monster]:
    """The monsters that a member may put into an encounter; without a dealer every player may."""
    return _bestiary(membership.campaign) if membership.prepares_encounters else Monster.objects.none()


def _bestiary(campaign: Campaign) -> QuerySet[Monster]:
    return Monster.objects.filter(
        Q(campaign=campaign.pk) | Q(campaign__isnull=True, system=campaign.system)
    ).select_related("campaign")


def get_monster(user: User, monster_id: Any) -> Monster:
    """A monster row of a campaign that the person runs, or a shared one for any GM of its game."""
    run = campaigns_run_by(user)
    return get_visible_row(
        Monster.objects.filter(Q(campaign__in=run) | Q(campaign__isnull=True, system__in=run.values("system"))),
        pk=monster_id,
    )


def id_of_campaign_run_by(user: User, system: str) -> int:
    """The id of a campaign of the game that the person runs; 404 without one."""
    return get_visible_row(campaigns_run_by(user).order_by("-pk"), system=system).pk
