"""Which encounters a person may see."""

from typing import Any, Final

from django.db.models import Q, QuerySet

from campaigns.encounters.models import Encounter
from common.secret_blocks import has_secret, visible_text
from people.access import (
    first_or_404,
    get_compiled_row,
    get_row_of_campaign,
    get_visible_row,
    memberships_of,
    require_gm,
    require_player,
)
from people.models import Member, Role, User
from people.viewer_queries import MemberQuery, UserQuery

# A table that people can go to now: it has begun, or its opening hands are being drawn from the group's own deck.
OPEN_TABLE: Final = Q(status=Encounter.Status.RUNNING) | Q(status=Encounter.Status.PREPARED, draw__isnull=False)


def visible_encounters(membership: Member) -> QuerySet[Encounter]:
    """The encounters the member may see: GMs see all, players those without a dealer and those that have begun or are
    being dealt, and observers only the latter."""
    rows = Encounter.objects.filter(campaign=membership.campaign_id).select_related("campaign", "session")
    if membership.is_gm:
        return rows
    unknown = Q(status=Encounter.Status.PREPARED, draw__isnull=True)
    if membership.role == Role.PLAYER:
        unknown &= Q(dealerless=False)
    return rows.exclude(unknown)


def require_table_runner(membership: Member, encounter: Encounter) -> Member:
    """The membership of a member who may prepare this encounter and give orders at its table; 403 for everyone else."""
    if encounter.is_run_by(membership):
        return membership
    # Both refuse. They say what would work: without a dealer a player may, with one only a GM.
    return require_player(membership) if encounter.dealerless else require_gm(membership)


def visible_notes(reader: Member | None, encounter: Encounter) -> str:
    """The notes as somebody who runs the table reads them: for players without the secret blocks; None is a GM."""
    secret = reader is not None and not reader.is_gm and has_secret(encounter.notes)
    return visible_text(encounter.notes, is_gm=False) if secret else encounter.notes


def get_encounter(user: User, encounter_id: Any) -> tuple[Encounter, Member]:
    """An encounter that the person may see, and the person's membership in its campaign."""
    membership = get_compiled_row(MEMBERSHIP_OF_ENCOUNTER, user, encounter_id)
    membership.user = user
    encounter = first_or_404(ENCOUNTER.rows(membership, int(encounter_id)))
    encounter.campaign = membership.campaign
    return encounter, membership


# Every page and live update of a table runs this query. The person is known already, so each row is read once.
MEMBERSHIP_OF_ENCOUNTER: Final = UserQuery(
    lambda user, pk: (
        memberships_of(user).filter(campaign__encounters=pk).select_related(None).select_related("campaign")
    )
)
ENCOUNTER: Final = MemberQuery(lambda membership, pk: visible_encounters(membership).filter(pk=pk).select_related(None))


def get_word_table(user: User, encounter_id: Any) -> tuple[Encounter, Member]:
    """An encounter whose players are asked for a word, and the person's membership.

    The page for the word shows nothing else of the encounter."""
    row, membership = get_row_of_campaign(Encounter, user, encounter_id)
    rows = visible_encounters(membership) | Encounter.objects.filter(campaign=membership.campaign_id, seed__asked=True)
    return get_visible_row(rows.distinct(), pk=row.pk), membership
