"""What staff change of campaigns and members in the admin: its limits, its effects, and its log entries."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from campaigns.log.models import LogEntry
from campaigns.overview.actions import log_campaign_change
from campaigns.overview.members.actions import end_membership, require_another_gm, require_role_of_guest
from campaigns.overview.members.gm_rights import end_gm_rights
from common import live_signal
from common.link_syntax import words_only
from common.secret_blocks import visible_text
from people.access import GM_ROLES
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Member, Role, User

MEMBER_ADDED = NamingSentence(_("In the administration, %(by)s made %(person)s a member, as %(role)s."), "by", "person")
MEMBERSHIP_ENDED = NamingSentence(
    _("In the administration, %(by)s ended the membership of %(person)s."), "by", "person"
)
MEMBER_AGAIN = NamingSentence(
    _("In the administration, %(by)s made %(person)s a member again, as %(role)s."), "by", "person"
)
ROLE_CHANGED = NamingSentence(
    _("In the administration, %(by)s changed the role of %(person)s from %(before)s to %(role)s."), "by", "person"
)
CAMPAIGN_CHANGED = NamingSentence(_("In the administration, %(by)s changed the campaign: %(what)s."), "by")


def require_valid_change(member_id: int, role: str, left: datetime | None) -> None:
    """Refuses a new role, or an end, of a membership that the members page would refuse too, as ValidationError.

    Locks the campaign until the caller's transaction ends, so that two GMs cannot step down at the same time."""
    campaign = Member.objects.filter(pk=member_id).values("campaign")
    Campaign.objects.select_for_update().get(pk__in=campaign)
    stored = Member.objects.select_related("campaign").get(pk=member_id)
    if role != stored.role:
        require_role_of_guest(stored, role)
    if stored.role == Role.GM and stored.left is None and (role != Role.GM or left is not None):
        require_another_gm(stored)


def apply_change(before: Member | None, after: Member, by: User) -> None:
    """Ends what a change of a membership in the admin ends, as on the members page, and logs it for all members.

    For use right before `after` is saved. Live streams check access again."""
    sentence = _change_sentence(before, after)
    if sentence is None:
        return
    role_before = before.get_role_display() if before else ""
    text = sentence.write(by=by, person=after.user, role=after.get_role_display(), before=role_before)
    if before is not None and sentence is MEMBERSHIP_ENDED:
        end_membership(before, by=by, text=text)
        after.guest_until = before.guest_until
        return
    if before is not None and after.role not in GM_ROLES:
        end_gm_rights(before)
    log_campaign_change(after.campaign, by=by, text=text)
    live_signal.notify_members(after.campaign_id)


def _change_sentence(before: Member | None, after: Member) -> NamingSentence | None:
    if before is None:
        return MEMBER_ADDED
    if before.left is None and after.left is not None:
        return MEMBERSHIP_ENDED
    if before.left is not None and after.left is None:
        return MEMBER_AGAIN
    return ROLE_CHANGED if before.role != after.role else None


def log_campaign(before: Campaign, after: Campaign, changed: list[str], by: User) -> None:
    """Logs which settings of the campaign changed in the admin; of a secret part of the summary only GMs learn."""
    hidden = ["summary"] if "summary" in changed and _everyones_summary(before) == _everyones_summary(after) else []
    open_names = [name for name in changed if name not in hidden]
    for names, audience in ((open_names, LogEntry.Audience.ALL), (hidden, LogEntry.Audience.GM)):
        labels = [str(getattr(Campaign._meta.get_field(name), "verbose_name", name)) for name in names]
        if labels:
            text = CAMPAIGN_CHANGED.write(by=by, what=", ".join(labels))
            log_campaign_change(after, by=by, text=text, audience=audience)


def _everyones_summary(campaign: Campaign) -> str:
    # A browser sends other line breaks than the API.
    return " ".join(words_only(visible_text(campaign.summary, is_gm=False)).split())
