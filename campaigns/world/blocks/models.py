"""The audience of secret blocks: to whom a block of a page was opened."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class BlockReader(models.Model):
    """Someone who may read a secret block of a page, or everyone who may read the page."""

    entry = models.ForeignKey(
        "campaigns.WorldEntry", models.CASCADE, related_name="block_readers", verbose_name=_("page")
    )
    number = models.PositiveSmallIntegerField(
        _("number of the block"), help_text=_("The number in the first line of the block: :::secret {2}.")
    )
    member = models.ForeignKey(
        "people.Member",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
        help_text=_("If empty, everyone who may read the page."),
    )

    class Meta:
        ordering = ["entry", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "number"], condition=Q(member__isnull=True), name="one_reader_everyone"
            ),
            models.UniqueConstraint(
                fields=["entry", "number", "member"], condition=Q(member__isnull=False), name="one_reader_a_member"
            ),
        ]
        verbose_name = _("reader of a secret block")
        verbose_name_plural = _("readers of secret blocks")

    def __str__(self) -> str:
        return f"{self.number} → {self.member or _('everyone')}"
