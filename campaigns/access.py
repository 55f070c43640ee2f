"""The only doors to campaigns and all that hangs on them: what you may not see is 404, what you may not do is 403."""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import links
from campaigns.models import (
    ApiToken,
    Campaign,
    Encounter,
    ImportedObject,
    ImportRun,
    Invitation,
    LogEntry,
    Member,
    ModuleVersion,
    Session,
    User,
)
from campaigns.models.people import Role
from campaigns.models.story import Evenings
from rules.models import CatalogueRow

Row = TypeVar("Row", bound=Model)


def found(rows: QuerySet[Row], **by: Any) -> Row:
    """The one row, or the same 404 for what is missing and what is somebody else's."""
    try:
        row = rows.filter(**by).first()
    except (ValueError, OverflowError):  # an id no database column holds
        row = None
    if row is None:
        raise Http404(_("There is nothing here that you may see."))
    return row


def memberships(user: User) -> QuerySet[Member]:
    """Where the person is a member now; empty for the anonymous and the deactivated."""
    # The house has no way to sign in, so only the site itself can come with it.
    if not user.is_authenticated or not (user.is_active or user.house):
        return Member.objects.none()
    rows = Member.objects.filter(user=user, left__isnull=True).select_related("campaign", "user")
    bound = getattr(user, "bound_campaign_id", None)  # set by a token that was made for one campaign
    return rows if bound is None else rows.filter(campaign=bound)


def must_be_free(user: User) -> None:
    """Stops a token that was made for one campaign from acting outside every campaign."""
    if getattr(user, "bound_campaign_id", None) is not None:
        raise PermissionDenied(_("This token reaches one campaign only; use one without a campaign for this."))


def must_have_account(user: User) -> None:
    """Stops guests of the demo table, who play there and do nothing else."""
    if user.guest:
        raise PermissionDenied(_("As a guest you play at the demo table. Sign up to do this, too."))


def campaigns(user: User) -> QuerySet[Campaign]:
    """The campaigns whose member the person is."""
    return Campaign.objects.filter(pk__in=memberships(user).values("campaign"))


def member(user: User, campaign_id: Any) -> Member:
    """The person's own place in a campaign, with `.campaign`; 404 to all others, who were there once told so."""
    try:
        return found(memberships(user), campaign=campaign_id)
    except Http404:
        if user.is_authenticated:
            _tell_who_left(user, campaign_id)
        raise


def _tell_who_left(user: User, campaign_id: Any) -> None:
    before = Member.objects.filter(user=user, left__isnull=False).select_related("campaign")
    one = found(before, campaign=campaign_id)
    said = _(
        "You are no longer a member of “%(name)s”, so you see nothing of it. What you wrote and your characters are "
        "kept there. To come back, ask its GM for an invitation."
    )
    raise Http404(said % {"name": one.campaign.name})


def gm(user: User, campaign_id: Any) -> Member:
    """The person's place as GM or co-GM; 403 to other members, 404 to everybody else."""
    return must_run(member(user, campaign_id))


def must_run(own: Member) -> Member:
    """Passes a GM or co-GM on and stops everybody else with 403."""
    if not own.runs:
        raise PermissionDenied(_("Only the GM may do this. Ask your GM."))
    return own


def must_deal(own: Member) -> Member:
    """Passes on whoever may prepare encounters and give orders at the table; 403 for the others."""
    if not own.deals:
        raise PermissionDenied(_("Only the GM may do this. Ask your GM."))
    return own


def must_play(own: Member) -> Member:
    """Passes everybody but observers on, who only watch."""
    if own.role == Role.OBSERVER:
        raise PermissionDenied(_("Observers only watch. Ask your GM to make you a player."))
    return own


def seat(user: User, row: Any) -> Member:
    """The person's place in the campaign of a row that has a `campaign_id`; 404 to all others, alike for any row."""
    return found(memberships(user), campaign=row.campaign_id)


def encounters(own: Member) -> QuerySet[Encounter]:
    """The encounters the member may see: players see what has begun or is being dealt, GMs also what is prepared."""
    rows = Encounter.objects.filter(campaign=own.campaign_id).select_related("campaign", "session")
    return rows if own.deals else rows.exclude(status=Encounter.Status.PREPARED, draw__isnull=True)


def encounter(user: User, encounter_id: Any) -> tuple[Encounter, Member]:
    """An encounter the person may see, and the person's place in its campaign."""
    row = found(Encounter.objects.filter(campaign__in=campaigns(user)), pk=encounter_id)
    own = seat(user, row)
    return found(encounters(own), pk=row.pk), own


def session(user: User, session_id: Any) -> tuple[Session, Member]:
    """A session of one of the person's campaigns."""
    row = found(Session.objects.filter(campaign__in=campaigns(user)), pk=session_id)
    return row, seat(user, row)


def log(own: Member) -> QuerySet[LogEntry]:
    """The log lines the member may read."""
    rows = LogEntry.objects.filter(campaign=own.campaign_id)
    return rows if own.runs else rows.filter(audience=LogEntry.Audience.ALL)


def log_entry(user: User, entry_id: Any) -> tuple[LogEntry, Member]:
    """A log line the person may read."""
    row = found(LogEntry.objects.filter(campaign__in=campaigns(user)), pk=entry_id)
    own = seat(user, row)
    return found(log(own), pk=row.pk), own


def invitations(own: Member) -> QuerySet[Invitation]:
    """The invitations of the campaign; GMs only."""
    return Invitation.objects.filter(campaign=must_run(own).campaign_id)


def module_versions(user: User) -> QuerySet[ModuleVersion]:
    """The shared library and the person's own uploads."""
    if not user.is_authenticated:
        return ModuleVersion.objects.none()
    rows = ModuleVersion.objects.select_related("module")
    return rows.filter(Q(module__owner__isnull=True) | Q(module__owner=user))


def imported(own: Member) -> QuerySet[ImportedObject]:
    """What the campaign imported; GMs only, for module text is the GM's unless revealed."""
    return ImportedObject.objects.filter(campaign=must_run(own).campaign_id, tombstone=False)


def deleted_here(own: Member) -> QuerySet[ImportedObject]:
    """What the campaign imported and its GM deleted, which can be brought back; GMs only."""
    return ImportedObject.objects.filter(campaign=must_run(own).campaign_id, tombstone=True)


def import_runs(own: Member) -> QuerySet[ImportRun]:
    """The imports of the campaign; GMs only."""
    return ImportRun.objects.filter(campaign=must_run(own).campaign_id).select_related(
        "version__module", "by"
    )


def invitation(user: User, invitation_id: Any) -> tuple[Invitation, Member]:
    """An invitation of a campaign that the person runs, and the person's place; 403 to its other members."""
    row = found(
        Invitation.objects.filter(campaign__in=campaigns(user)).select_related("campaign"), pk=invitation_id
    )
    return row, must_run(seat(user, row))


def invitation_of_link(token: str, user: User | None = None) -> Invitation:
    """The invitation a link opens; one and the same 404 for unknown, expired, revoked and used-up links.

    With `user`, also for those who left after the link was made: they need a fresh one. Whoever is in the campaign
    opens it for good, for people keep the message it came in and follow it again."""
    row = Invitation.objects.filter(pk=links.row_id(token) or 0).select_related("campaign", "created_by").first()
    now = timezone.now()
    genuine = row is not None and links.genuine(token, row)
    if row and genuine and user and memberships(user).filter(campaign=row.campaign_id).exists():
        return row
    if row and genuine and row.revoked is None and row.expires > now and row.uses_left:
        gone = Member.objects.filter(campaign=row.campaign_id, left__gt=row.created)
        if user is None or not user.is_authenticated or not gone.filter(user=user).exists():
            return row
    raise Http404(_("This invitation does not work (any more). Ask your GM for a fresh link."))


def other_member(user: User, member_id: Any) -> tuple[Member, Member]:
    """A present member of one of the person's campaigns, and the person's own place there."""
    rows = Member.objects.filter(campaign__in=campaigns(user), left__isnull=True)
    row = found(rows.select_related("user", "campaign"), pk=member_id)
    return row, seat(user, row)


def members(own: Member) -> QuerySet[Member]:
    """Who is in the campaign now."""
    return Member.objects.filter(campaign=own.campaign_id, left__isnull=True).select_related("user")


def sessions(own: Member) -> Evenings:
    """The campaign's evenings, planned and held."""
    return Session.objects.filter(campaign=own.campaign_id)


def tokens(user: User) -> QuerySet[ApiToken]:
    """The person's own API tokens."""
    if not user.is_authenticated:
        return ApiToken.objects.none()
    return ApiToken.objects.filter(user=user).select_related("campaign")


def catalogue_rows(own: Member) -> QuerySet[CatalogueRow]:
    """The catalogue a GM works with: the site's rows of the game, and the campaign's own."""
    system = must_run(own).campaign.system
    return CatalogueRow.objects.filter(
        Q(campaign=own.campaign_id) | Q(campaign__isnull=True), system=system
    )
