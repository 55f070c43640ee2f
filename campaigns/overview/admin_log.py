"""Log entries about changes that staff make in the admin."""

from django.utils.translation import gettext_lazy as _

from campaigns.log.models import LogEntry
from campaigns.overview.actions import log_campaign_change
from common import live_signal
from common.link_syntax import words_only
from common.secret_blocks import visible_text
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Member, User

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


def log_membership(before: Member | None, after: Member, by: User) -> None:
    """Logs for all members how a membership changed in the admin, and makes live streams check access again."""
    sentence = _change_sentence(before, after)
    if sentence is not None:
        role_before = before.get_role_display() if before else ""
        text = sentence.write(by=by, person=after.user, role=after.get_role_display(), before=role_before)
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
