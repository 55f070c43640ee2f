"""Log entries about changes that staff make in the admin."""

from django.utils.translation import gettext as _

from campaigns.overview.actions import log_campaign_change
from common import live_signal
from people.models import Campaign, Member, User


def log_membership(before: Member | None, after: Member, by: User) -> None:
    """Logs for all members how a membership changed in the admin, and makes live streams check access again."""
    text = _change_of_place(before, after)
    if text:
        words = {"by": by.username, "what": text}
        log_campaign_change(after.campaign, by=by, text=_("In the administration, %(by)s %(what)s") % words)
        live_signal.notify_members(after.campaign_id)


def _change_of_place(before: Member | None, after: Member) -> str:
    words = {"person": after.user.username, "role": after.get_role_display()}
    if before is None:
        return _("made %(person)s a member, as %(role)s.") % words
    if before.left is None and after.left is not None:
        return _("ended the membership of %(person)s.") % words
    if before.left is not None and after.left is None:
        return _("made %(person)s a member again, as %(role)s.") % words
    if before.role != after.role:
        words["before"] = before.get_role_display()
        return _("changed the role of %(person)s from %(before)s to %(role)s.") % words
    return ""


def log_campaign(campaign: Campaign, changed: list[str], by: User) -> None:
    """Logs for all members which settings of the campaign changed in the admin."""
    labels = [str(getattr(Campaign._meta.get_field(name), "verbose_name", name)) for name in changed]
    words = {"by": by.username, "what": ", ".join(labels)}
    log_campaign_change(
        campaign, by=by, text=_("In the administration, %(by)s changed the campaign: %(what)s.") % words
    )
