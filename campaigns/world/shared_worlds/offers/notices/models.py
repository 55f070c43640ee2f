"""The model of a notice about an offer of a character."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.world.shared_worlds.offers.models import CharacterOffer
from people.devices.notices import Notice
from people.models import Campaign


class OfferNotice(Notice):
    """One message about an offer to one GM; for each kind there is one row."""

    class Kind(models.TextChoices):
        OFFERED = "offered", _("a character is offered")
        ANSWERED = "answered", _("the offer is accepted or declined")

    offer = models.ForeignKey(CharacterOffer, models.CASCADE, related_name="notices", verbose_name=_("offer"))
    member = models.ForeignKey("people.Member", models.CASCADE, related_name="+", verbose_name=_("member"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)

    class Meta(Notice.Meta):
        constraints = [
            models.UniqueConstraint(fields=["offer", "member", "kind"], name="one_notice_an_offer_and_member")
        ]
        verbose_name = _("notice of an offer")
        verbose_name_plural = _("notices of offers")

    def __str__(self) -> str:
        return f"{self.kind}: offer {self.offer_id}"

    @property
    def campaign(self) -> Campaign:
        """The campaign whose GM gets the notice."""
        return self.offer.to if self.kind == self.Kind.OFFERED else self.offer.campaign

    @property
    def topic(self) -> str:
        """A newer push message of the same topic replaces one that a device has not shown yet."""
        return f"offer-{self.offer_id}"
