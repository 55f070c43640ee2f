"""The model of ties: what joins two people, factions, places or items, and who knows of it."""

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from campaigns.world.models import WorldEntry
from characters.models import Character

Thing = WorldEntry | Character


def _end(model: str, related: str, words: Any) -> Any:
    return models.ForeignKey(model, models.CASCADE, null=True, blank=True, related_name=related, verbose_name=words)


class Tie(models.Model):
    """A tie from one page or character to another, in words for both directions."""

    class Kind(models.TextChoices):
        HOLDS = "holds", _("holds")
        MEMBER = "member", _("member of")
        LIVES = "lives", _("lives in")
        OTHER = "other", _("other")

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="ties", verbose_name=_("campaign"))
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices, default=Kind.OTHER)
    from_page = _end("campaigns.WorldEntry", "ties_from", _("from the page"))
    from_person = _end("characters.Character", "ties_from", _("from the character"))
    to_page = _end("campaigns.WorldEntry", "ties_to", _("to the page"))
    to_person = _end("characters.Character", "ties_to", _("to the character"))
    words = models.CharField(_("words"), max_length=60, help_text=_("As read from its start: “brother of”."))
    back = models.CharField(
        _("words in the other direction"), max_length=60, help_text=_("As read from its end: “sister of”.")
    )
    since = models.CharField(_("since"), max_length=60, blank=True)
    until = models.CharField(
        _("until"),
        max_length=60,
        blank=True,
        help_text=_("If filled in, the tie is a former tie; “long ago” is enough."),
    )
    visibility = models.CharField(
        _("who sees it"), max_length=6, choices=WorldEntry.Visibility.choices, default=WorldEntry.Visibility.GM
    )
    players = models.ManyToManyField("people.Member", blank=True, related_name="ties", verbose_name=_("chosen players"))
    # As with pages: never emptied.
    author = models.ForeignKey(
        "people.Member",
        models.RESTRICT,
        null=True,
        blank=True,
        editable=False,
        related_name="written_ties",
        verbose_name=_("player whose tie it is"),
        help_text=_("If empty, it belongs to the GMs. The player can always read and change it."),
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    removed = models.DateTimeField(_("removed"), null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["campaign", "-id"], name="ties_of_campaign")]
        constraints = [
            models.CheckConstraint(
                condition=Q(from_page__isnull=False, from_person__isnull=True)
                | Q(from_page__isnull=True, from_person__isnull=False),
                name="ties_have_one_start",
            ),
            models.CheckConstraint(
                condition=Q(to_page__isnull=False, to_person__isnull=True)
                | Q(to_page__isnull=True, to_person__isnull=False),
                name="ties_have_one_end",
            ),
        ]
        verbose_name = _("tie")
        verbose_name_plural = _("ties")

    def __str__(self) -> str:
        return f"{self.start} – {self.words} – {self.end}"

    def get_absolute_url(self) -> str:
        """The page of the ties around its start."""
        parameter = f"page={self.from_page_id}" if self.from_page_id else f"person={self.from_person_id}"
        return f"{reverse('campaign-ties', args=[self.campaign_id])}?{parameter}"

    @property
    def start(self) -> Thing:
        """The page or character that the tie comes from."""
        thing = self.from_page or self.from_person
        assert thing is not None
        return thing

    @property
    def end(self) -> Thing:
        """The page or character that the tie leads to."""
        thing = self.to_page or self.to_person
        assert thing is not None
        return thing

    @property
    def unknown_end(self) -> Thing | None:
        """An end that no player knows yet: none of them sees the tie before it is shown to them.

        Lists read the `players` of hidden characters beforehand (`ties.queries.mark_ends`)."""
        pages = [page for page in (self.from_page, self.to_page) if page and page.visibility == page.Visibility.GM]
        people = [person for person in (self.from_person, self.to_person) if person and not person.is_known]
        return next(iter([*pages, *people]), None)


# The columns of both ends, which readers need with their names.
ENDS: Final = ("from_page", "from_person", "to_page", "to_person")
