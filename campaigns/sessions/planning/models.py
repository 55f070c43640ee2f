"""Models of a poll about a session's date: its proposed dates, the answers, and each member's link."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.sessions.models import Session
from common.revisions import content_revision


class DatePoll(models.Model):
    """The question on which of some dates a session takes place."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="date_poll", verbose_name=_("session"))
    expires = models.DateTimeField(_("answers until"))
    closed = models.DateTimeField(_("closed"), null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("date poll")
        verbose_name_plural = _("date polls")

    def __str__(self) -> str:
        return str(self.session)

    @property
    def is_open(self) -> bool:
        """Whether members can answer."""
        return self.closed is None and self.expires > timezone.now()


class ProposedDate(models.Model):
    """A date on which the session may take place."""

    poll = models.ForeignKey(DatePoll, models.CASCADE, related_name="dates", verbose_name=_("date poll"))
    starts = models.DateTimeField(_("starts"))

    class Meta:
        ordering = ["starts", "id"]
        constraints = [models.UniqueConstraint(fields=["poll", "starts"], name="one_proposal_of_a_date")]
        verbose_name = _("proposed date")
        verbose_name_plural = _("proposed dates")

    def __str__(self) -> str:
        return self.starts.isoformat()

    @property
    def is_past(self) -> bool:
        """Whether the date can no longer be answered or chosen."""
        return self.starts <= timezone.now()


class DateAnswer(models.Model):
    """Whether a member can come on a proposed date."""

    class Answer(models.TextChoices):
        YES = "yes", _("yes")
        MAYBE = "maybe", _("maybe")
        NO = "no", _("no")

    date = models.ForeignKey(ProposedDate, models.CASCADE, related_name="answers", verbose_name=_("proposed date"))
    member = models.ForeignKey("people.Member", models.CASCADE, related_name="+", verbose_name=_("member"))
    answer = models.CharField(_("answer"), max_length=5, choices=Answer.choices)
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["date", "id"]
        constraints = [models.UniqueConstraint(fields=["date", "member"], name="one_answer_a_date_and_member")]
        verbose_name = _("answer to a proposed date")
        verbose_name_plural = _("answers to proposed dates")

    def __str__(self) -> str:
        return f"{self.member_id}: {self.answer}"


class DateLink(models.Model):
    """A member's link to the proposed dates; its secret is derived (links.py), never stored."""

    poll = models.ForeignKey(DatePoll, models.CASCADE, related_name="links", verbose_name=_("date poll"))
    member = models.ForeignKey("people.Member", models.CASCADE, related_name="+", verbose_name=_("member"))
    nonce = models.CharField(max_length=64, blank=True, editable=False)
    revoked = models.DateTimeField(_("revoked"), null=True, blank=True)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["poll", "member"], name="one_link_a_poll_and_member")]
        verbose_name = _("link to proposed dates")
        verbose_name_plural = _("links to proposed dates")

    def __str__(self) -> str:
        return f"link {self.pk}"

    @property
    def revision(self) -> int:
        """A number that changes when the link is renewed."""
        return content_revision(self.nonce)
