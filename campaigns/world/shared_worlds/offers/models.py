"""The model of an offer: a character that may move to another campaign of the shared world."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CharacterOffer(models.Model):
    """A character that its GM offers to another campaign. A character has one open offer at most."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        # The character died, retired or moved otherwise, or one of the campaigns left the world.
        ENDED = "ended", _("ended")

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="offered_characters", verbose_name=_("from the campaign")
    )
    to = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="character_offers", verbose_name=_("to the campaign")
    )
    character = models.ForeignKey(
        "characters.Character", models.CASCADE, related_name="offers", verbose_name=_("character")
    )
    # As it was called when it was offered; the other GM does not read a later name.
    name = models.CharField(_("name"), max_length=120)
    gm_part = models.BooleanField(
        _("with the GM notes"), default=False, help_text=_("The other GM also gets what only GMs read here.")
    )
    message = models.TextField(
        _("message"), blank=True, max_length=2000, help_text=_("Only GMs of both campaigns read it.")
    )
    status = models.CharField(_("status"), max_length=9, choices=Status.choices, default=Status.OPEN)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("offered by")
    )
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    answered = models.DateTimeField(_("answered"), null=True, editable=False)
    # The character of the other campaign, once the offer is accepted.
    moved = models.ForeignKey(
        "characters.Character",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("new character"),
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["character"], condition=Q(status="open"), name="one_open_offer_a_character")
        ]
        verbose_name = _("offer of a character")
        verbose_name_plural = _("offers of characters")

    def __str__(self) -> str:
        return f"{self.name} · {self.status}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.status == self.Status.OPEN
