"""Models of people, campaigns, members and invitation links."""

import secrets
import zoneinfo
from functools import partial

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from common.revisions import content_revision
from people.credentials.models import ApiToken  # noqa: F401 - Django looks for models here
from people.credentials.user_names import validate_user_name
from people.devices.models import PushDevice  # noqa: F401 - Django looks for models here
from people.idempotency.models import IdempotencyRecord  # noqa: F401 - Django looks for models here

# After how many days of waiting the site passes for an absent player, where a campaign allows it.
PASS_AFTER = [
    (0, _("never")),
    (1, _("after a day")),
    (2, _("after 2 days")),
    (3, _("after 3 days")),
    (7, _("after a week")),
]


def validate_time_zone(name: str) -> None:
    """Refuses a time zone that this installation does not know; called by a model's `clean`."""
    if name not in zoneinfo.available_timezones():
        fault = ValidationError(_("“%(name)s” is not a time zone; try Europe/Berlin."), params={"name": name})
        raise ValidationError({"zone": fault})


class User(AbstractUser):
    """A person with an account, a visitor of the demo table, or the account under which the site plays there."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        DEMO_VISITOR = "guest", _("guest of the demo table")
        SITE = "house", _("the site")
        ABSENT = "absent", _("absent (restored place)")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices, default=Kind.PERSON, editable=False)
    zone = models.CharField(_("time zone"), max_length=64, blank=True)

    class Meta(AbstractUser.Meta):
        permissions = [("read_secrets", "Can read secret texts, notes and rolls of campaigns in the admin")]
        verbose_name = _("person")  # type: ignore[assignment]
        verbose_name_plural = _("people")  # type: ignore[assignment]

    def clean(self) -> None:
        """Refuses a new name that is an e-mail address, and an unknown time zone."""
        super().clean()
        validate_user_name(self)
        if self.zone:
            validate_time_zone(self.zone)

    @property
    def is_demo_visitor(self) -> bool:
        """Whether this is a visitor who tries the demo table."""
        return self.kind == self.Kind.DEMO_VISITOR

    @property
    def is_site(self) -> bool:
        """Whether this is the account under which the site plays at demo tables; it is always inactive."""
        return self.kind == self.Kind.SITE

    @property
    def absent(self) -> bool:
        """Whether this account only holds a place in a restored campaign; `first_name` is the person's name there."""
        return self.kind == self.Kind.ABSENT


class Campaign(models.Model):
    """A game that a group plays over months or years."""

    name = models.CharField(_("name"), max_length=120)
    system = models.CharField(
        _("game"), max_length=40, help_text=_("The slug of the game. It cannot be changed later.")
    )
    summary = models.TextField(
        _("summary"),
        blank=True,
        max_length=4000,
        help_text=_("Markdown. Only GMs can see text between a line :::secret and a line :::."),
    )
    options = models.JSONField(
        _("game options"), default=dict, blank=True, help_text=_("House rules for the game engine.")
    )
    open_sheets = models.BooleanField(
        _("open sheets"), default=True, help_text=_("Players can read each other's character sheets.")
    )
    real_cards = models.BooleanField(
        _("real cards"),
        default=False,
        help_text=_("The group plays with its own deck and enters the drawn cards."),
    )
    dealerless = models.BooleanField(
        _("without a dealer"),
        default=False,
        help_text=_("Any player can run the opposition. Only the player who has taken its seat sees its hand."),
    )
    pass_after = models.PositiveSmallIntegerField(
        _("pass for absent players"),
        choices=PASS_AFTER,
        default=0,
        help_text=_("For play by post. The log says so."),
    )
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    self_running = models.BooleanField(
        _("runs automatically"),
        default=False,
        editable=False,
        help_text=_("The site plays all participants that nobody else plays."),
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    archived = models.DateTimeField(_("archived"), null=True, blank=True)
    restored = models.DateTimeField(_("restored from an archive"), null=True, editable=False)
    archive_made = models.DateTimeField(_("when the archive was made"), null=True, editable=False)
    # A restore is no change of the campaign, so its history does not need these columns.
    history = HistoricalRecords(excluded_fields=["restored", "archive_made"])

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
        validate_time_zone(self.zone)


class Role(models.TextChoices):
    """The roles of members (tests/site/permissions.toml lists the permissions of every URL)."""

    GM = "gm", _("GM")
    CO_GM = "co-gm", _("co-GM")
    PLAYER = "player", _("player")
    OBSERVER = "observer", _("observer")


class MemberQuerySet(models.QuerySet["Member"]):
    """Members, with the lookup that decides who is one now."""

    def present(self) -> "MemberQuerySet":
        """The present members: those who have not left, without guests whose visit is over."""
        # The database's clock, because compiled queries (people/viewer_queries.py) keep their constants.
        here = models.Q(guest_until__isnull=True) | models.Q(guest_until__gt=Now())
        return self.filter(here, left__isnull=True)


class Member(models.Model):
    """A person's membership in a campaign; `left` is set for former members.

    `guest_until` is set for the guest of a session, who is no longer a member from that moment on."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members", verbose_name=_("campaign"))
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships", verbose_name=_("person"))
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    left = models.DateTimeField(_("left"), null=True, blank=True)
    guest_until = models.DateTimeField(_("guest until"), null=True, blank=True, editable=False)
    history = HistoricalRecords()
    objects = MemberQuerySet.as_manager()

    class Meta:
        ordering = ["campaign", "joined", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_place_a_person")]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return f"{self.user.username} ({self.get_role_display()})"

    @property
    def revision(self) -> int:
        """A number that changes with the role."""
        return content_revision(self.role)

    @property
    def present(self) -> bool:
        """Whether the person is a member now."""
        return self.left is None and (self.guest_until is None or self.guest_until > timezone.now())

    @property
    def is_gm(self) -> bool:
        """Whether the member is GM or co-GM."""
        return self.role in {Role.GM, Role.CO_GM}

    @property
    def prepares_encounters(self) -> bool:
        """Whether the member may prepare new encounters; without a dealer every player may.

        Who runs an encounter that exists is up to the encounter (`Encounter.is_run_by`)."""
        return self.is_gm or (self.role == Role.PLAYER and self.campaign.dealerless)


# 256 random bits from the operating system, as text.
new_nonce = partial(secrets.token_urlsafe, 32)


class Invitation(models.Model):
    """A link that makes people members in one role; its secret is derived, never stored."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations", verbose_name=_("campaign"))
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.PLAYER)
    nonce = models.CharField(max_length=64, default=new_nonce, editable=False)
    note = models.CharField(_("note"), max_length=120, blank=True, help_text=_("The person for whom it is."))
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
        help_text=_(
            "The place of an absent person. The person who uses the link gets it and everything that belongs to it."
        ),
    )
    guest_of = models.ForeignKey(
        "campaigns.Session",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("guest of"),
        help_text=_("The session for which the link invites a guest."),
    )
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created", "-id"]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.get_role_display()} · {self.campaign}"

    @property
    def given_role(self) -> str:
        """The name of the role that the link gives: for a place, the role that the place has now."""
        return (self.place or self).get_role_display()


class PlaceOffer(models.Model):
    """A place in a restored campaign, offered to the account with the name of its person."""

    place = models.ForeignKey(Member, models.CASCADE, related_name="offers", verbose_name=_("place"))
    user = models.ForeignKey(User, models.CASCADE, related_name="place_offers", verbose_name=_("person"))
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("restored by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["place", "user"], name="one_offer_of_a_place")]
        verbose_name = _("offered place")
        verbose_name_plural = _("offered places")

    def __str__(self) -> str:
        return f"{self.place} → {self.user.username}"
