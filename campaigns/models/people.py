"""Who plays where: people, campaigns, members, invitation links and API tokens."""

import secrets
import zoneinfo
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken
from simple_history.models import HistoricalRecords


def known_zone(name: str) -> None:
    """Refuses a time zone that this installation does not know; a model's `clean` calls it."""
    if name not in zoneinfo.available_timezones():
        fault = ValidationError(_("“%(name)s” is not a time zone; try Europe/Berlin."), params={"name": name})
        raise ValidationError({"zone": fault})


class User(AbstractUser):
    """A person with an account; or a guest of the demo table, or the house that plays there and never signs in."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest of the demo table")
        HOUSE = "house", _("the house")
        ABSENT = "absent", _("absent: holds a restored place")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices, default=Kind.PERSON, editable=False)
    zone = models.CharField(_("time zone"), max_length=64, blank=True)

    class Meta(AbstractUser.Meta):
        verbose_name = _("person")  # type: ignore[assignment]
        verbose_name_plural = _("people")  # type: ignore[assignment]

    def clean(self) -> None:
        """Refuses an unknown time zone."""
        super().clean()
        if self.zone:
            known_zone(self.zone)

    @property
    def guest(self) -> bool:
        """Whether this is somebody without an account who tries the demo table."""
        return self.kind == self.Kind.GUEST

    @property
    def house(self) -> bool:
        """Whether this is the site itself, which plays at demo tables; the account is inactive for ever."""
        return self.kind == self.Kind.HOUSE

    @property
    def absent(self) -> bool:
        """Whether this only holds a place of a restored campaign; the name they had is `first_name`."""
        return self.kind == self.Kind.ABSENT


class Campaign(models.Model):
    """A game that a group plays over months or years."""

    name = models.CharField(_("name"), max_length=120)
    system = models.CharField(_("game"), max_length=40, help_text=_("The slug of the game; fixed once created."))
    summary = models.TextField(
        _("summary"), blank=True, max_length=4000,
        help_text=_("Markdown. Between a line :::secret and a line ::: stands what only GMs ever see."),
    )  # fmt: skip
    options = models.JSONField(
        _("game options"), default=dict, blank=True, help_text=_("House rules that the engine reads.")
    )
    open_sheets = models.BooleanField(
        _("open sheets"), default=True, help_text=_("Players may read each other's character sheets.")
    )
    real_cards = models.BooleanField(
        _("real cards"), default=False,
        help_text=_("The group plays with a deck on the table; the site asks what was drawn."),
    )  # fmt: skip
    dealerless = models.BooleanField(
        _("without a dealer"), default=False,
        help_text=_("Any player runs the opposition; only whoever has taken its seat sees its hand."),
    )  # fmt: skip
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    self_running = models.BooleanField(
        _("runs by itself"), default=False, editable=False, help_text=_("The site plays everybody whom nobody plays.")
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    archived = models.DateTimeField(_("archived"), null=True, blank=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["name", "id"]
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The campaign's page."""
        return reverse("campaign", args=[self.pk])

    def clean(self) -> None:
        """Refuses an unknown time zone."""
        known_zone(self.zone)


class Role(models.TextChoices):
    """What a member may do (product.md)."""

    GM = "gm", _("GM")
    CO_GM = "co-gm", _("co-GM")
    PLAYER = "player", _("player")
    OBSERVER = "observer", _("observer")


class Member(models.Model):
    """A person's place in a campaign; one who left keeps the row, with `left` set."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members", verbose_name=_("campaign"))
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships", verbose_name=_("person"))
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    left = models.DateTimeField(_("left"), null=True, blank=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["campaign", "joined", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_place_a_person")]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return f"{self.user.username} ({self.get_role_display()})"

    @property
    def runs(self) -> bool:
        """Whether the member is GM or co-GM."""
        return self.role in {Role.GM, Role.CO_GM}

    @property
    def deals(self) -> bool:
        """Whether the member prepares encounters and gives orders at the table: GMs; without a dealer every player."""
        return self.runs or (self.role == Role.PLAYER and self.campaign.dealerless)


def new_nonce() -> str:
    """256 bits from the operating system, printable."""
    return secrets.token_urlsafe(32)


class Invitation(models.Model):
    """A link that makes whoever follows it a member in one role; the link's secret is derived, never stored."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations", verbose_name=_("campaign"))
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.PLAYER)
    nonce = models.CharField(max_length=64, blank=True, editable=False)
    note = models.CharField(_("note"), max_length=120, blank=True, help_text=_("Whom it is for."))
    expires = models.DateTimeField(_("expires"))
    uses_left = models.PositiveSmallIntegerField(_("uses left"), default=1)
    revoked = models.DateTimeField(_("revoked"), null=True, blank=True)
    place = models.ForeignKey(
        Member,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("place"),
        help_text=_("Of somebody absent: whoever follows the link takes it, with all that hangs on it."),
    )
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created", "-id"]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.get_role_display()} · {self.campaign}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new link gets its own nonce."""
        self.nonce = self.nonce or new_nonce()
        super().save(*args, **kwargs)


class ApiToken(AbstractAuthToken):
    """A key for scripts: only its digest is stored; may be bound to one campaign and to reading."""

    name = models.CharField(_("name"), max_length=80)
    can_write = models.BooleanField(_("may write"), default=False)
    area = models.CharField(
        _("for"), max_length=10, blank=True, default="", choices=[("", _("everything")), ("modules", _("modules only"))]
    )
    campaign = models.ForeignKey(
        Campaign, models.CASCADE, null=True, blank=True, related_name="tokens", verbose_name=_("campaign")
    )
    last_used = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        ordering = ["-created"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"
