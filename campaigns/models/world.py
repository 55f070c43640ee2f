"""The campaign's world: places, handouts, notes and threads; their pictures; who learned what; what links where."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class WorldEntry(models.Model):
    """A page of the world. NPCs are characters and have no entry; entries link to them by name."""

    class Kind(models.TextChoices):
        LOCATION = "location", _("location")
        HANDOUT = "handout", _("handout")
        NOTE = "note", _("note")
        THREAD = "thread", _("thread")

    class Visibility(models.TextChoices):
        GM = "gm", _("GMs only")
        PARTY = "party", _("everybody in the campaign")
        CHOSEN = "chosen", _("chosen players")

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="world", verbose_name=_("campaign"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=120, help_text=_("Link to it from any text: [[its name]]."))
    # The name as links find it (links.folded): one spelling whatever the case and the blanks.
    folded = models.CharField(max_length=360, editable=False)
    text = models.TextField(
        _("text"),
        blank=True,
        max_length=65536,
        help_text=_("Markdown. Between a line :::secret and a line ::: stands what only GMs ever see."),
    )
    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="inside", verbose_name=_("lies in")
    )
    visibility = models.CharField(_("who sees it"), max_length=6, choices=Visibility.choices, default=Visibility.GM)
    players = models.ManyToManyField(
        "campaigns.Member", blank=True, related_name="world", verbose_name=_("chosen players")
    )
    closed = models.DateTimeField(_("closed"), null=True, blank=True, help_text=_("Of a thread: since when."))
    # Never emptied: the page of somebody who is gone would become the GM's, and its name another page's.
    author = models.ForeignKey(
        "campaigns.Member",
        models.RESTRICT,
        null=True,
        blank=True,
        editable=False,
        related_name="written",
        verbose_name=_("player whose page it is"),
        help_text=_("Empty: the GMs'. Its player reads and changes it, whoever else sees it."),
    )
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    archived = models.DateTimeField(_("archived"), null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["kind", "name", "id"]
        indexes = [models.Index(fields=["campaign", "kind", "archived"], name="world_of_campaign")]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "folded"],
                condition=Q(archived__isnull=True, author__isnull=True),
                name="one_page_a_name",
            ),
            # A player's pages have names of their own: to refuse one would tell of a page that is hidden.
            models.UniqueConstraint(
                fields=["author", "folded"],
                condition=Q(archived__isnull=True, author__isnull=False),
                name="one_page_a_name_and_player",
            ),
        ]
        verbose_name = _("page of the world")
        verbose_name_plural = _("pages of the world")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The entry's page."""
        return reverse("world-entry", args=[self.pk])


class WorldPicture(models.Model):
    """A picture of an entry, decoded and written anew: never the bytes that were sent."""

    entry = models.ForeignKey(WorldEntry, models.CASCADE, related_name="pictures", verbose_name=_("page"))
    described = models.CharField(
        _("what it shows"), max_length=300, blank=True, help_text=_("For those who cannot see it.")
    )
    media_type = models.CharField(_("media type"), max_length=40)
    width = models.PositiveIntegerField(_("width"), help_text=_("In pixels."))
    height = models.PositiveIntegerField(_("height"), help_text=_("In pixels."))
    sha256 = models.CharField(_("SHA-256"), max_length=64, editable=False)
    data = models.BinaryField(_("picture"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    removed = models.DateTimeField(_("taken down"), null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(removed__isnull=True), name="one_picture_a_page")
        ]
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")

    def __str__(self) -> str:
        return self.described or f"{self.width} × {self.height}"


class Reveal(models.Model):
    """A line of the reveal journal: who learned of a page or an NPC, when, by what. Append-only."""

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="reveals", verbose_name=_("campaign")
    )
    entry = models.ForeignKey(
        WorldEntry, models.CASCADE, null=True, blank=True, related_name="reveals", verbose_name=_("page")
    )
    character = models.ForeignKey(
        "characters.Character", models.CASCADE, null=True, blank=True, related_name="reveals", verbose_name=_("NPC")
    )
    member = models.ForeignKey(
        "campaigns.Member",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="reveals",
        verbose_name=_("who"),
        help_text=_("Empty: everybody in the campaign."),
    )
    shown = models.BooleanField(_("shown"), default=True, help_text=_("Not ticked: hidden again."))
    how = models.CharField(_("by what"), max_length=200, blank=True)
    session = models.ForeignKey(
        "campaigns.Session", models.SET_NULL, null=True, blank=True, related_name="reveals", verbose_name=_("session")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["campaign", "-id"], name="reveals_of_campaign"),
            models.Index(fields=["session", "-id"], name="reveals_of_session"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False, character__isnull=True)
                | Q(entry__isnull=True, character__isnull=False),
                name="a_page_or_an_npc",
            )
        ]
        verbose_name = _("reveal")
        verbose_name_plural = _("reveals")

    def __str__(self) -> str:
        return f"{self.entry or self.character} → {self.member or _('everybody')}"


class WorldLink(models.Model):
    """That a text names a page, an NPC or a character: kept for back-links, written anew with every save."""

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="+")
    folded = models.CharField(max_length=360, help_text="the name as links find it")
    secret = models.BooleanField(help_text="stands only where GMs read")
    entry = models.ForeignKey(WorldEntry, models.CASCADE, null=True, related_name="links")
    session = models.ForeignKey("campaigns.Session", models.CASCADE, null=True, related_name="links")

    class Meta:
        indexes = [models.Index(fields=["campaign", "folded"], name="links_to_name")]
        verbose_name = _("link")
        verbose_name_plural = _("links")

    def __str__(self) -> str:
        return self.folded
