"""Models of the world: pages (locations, factions, items, handouts, notes, threads), pictures, reveals, links."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from common.stored_pictures import StoredPicture


class WorldEntry(models.Model):
    """A page of the world. NPCs are characters and have no entry; entries link to them by name."""

    class Kind(models.TextChoices):
        LOCATION = "location", _("location")
        HANDOUT = "handout", _("handout")
        NOTE = "note", _("note")
        THREAD = "thread", _("thread")
        FACTION = "faction", _("faction")
        ITEM = "item", _("item")

    class Visibility(models.TextChoices):
        GM = "gm", _("GMs only")
        PARTY = "party", _("everyone in the campaign")
        CHOSEN = "chosen", _("chosen players")

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="world", verbose_name=_("campaign"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=120, help_text=_("Link to it from any text: [[its name]]."))
    # The name in the form that links compare (wiki_links.fold_name): without differences in case and spaces.
    folded = models.CharField(max_length=360, editable=False)
    text = models.TextField(
        _("text"),
        blank=True,
        max_length=65536,
        help_text=_("Markdown. Text between a line :::secret and a line ::: is for GMs until they show it."),
    )
    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="inside", verbose_name=_("location")
    )
    visibility = models.CharField(_("who sees it"), max_length=6, choices=Visibility.choices, default=Visibility.GM)
    players = models.ManyToManyField(
        "people.Member", blank=True, related_name="world", verbose_name=_("chosen players")
    )
    here = models.DateTimeField(
        _("the party came here"),
        null=True,
        blank=True,
        help_text=_("The party is at the location with the latest time."),
    )
    closed = models.DateTimeField(_("closed"), null=True, blank=True, help_text=_("When the thread was closed."))
    # Never emptied: otherwise the page of a deleted member would become the GMs', perhaps with a name in use.
    author = models.ForeignKey(
        "people.Member",
        models.RESTRICT,
        null=True,
        blank=True,
        editable=False,
        related_name="written",
        verbose_name=_("player whose page it is"),
        help_text=_("If empty, it belongs to the GMs. The player can always read and change it."),
    )
    # Each tag between commas, as tags.join_tags writes them.
    tags = models.CharField(_("tags"), max_length=860, blank=True, default="", editable=False)
    # Of a player's note: every player may change it.
    shared = models.BooleanField(
        _("party notebook"), default=False, editable=False, help_text=_("Every player reads and changes the note.")
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
            # Names are unique among one player's pages: otherwise a refusal would reveal a hidden page.
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

    @property
    def tag_names(self) -> list[str]:
        """The tags, in the order in which they were written."""
        return [tag for tag in self.tags.split(",") if tag]


class WorldPicture(StoredPicture):
    """A picture of an entry, decoded and encoded again: never the uploaded bytes."""

    entry = models.ForeignKey(WorldEntry, models.CASCADE, related_name="pictures", verbose_name=_("page"))
    described = models.CharField(
        _("description"), max_length=300, blank=True, help_text=_("For people who cannot see the picture.")
    )
    removed = models.DateTimeField(_("removed"), null=True, blank=True)

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
    """A line of the reveal journal: who learned of a page, a secret block, an NPC, a tie or an area of a map, and how.

    Append-only; a GM may file it under another session."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="reveals", verbose_name=_("campaign"))
    entry = models.ForeignKey(
        WorldEntry, models.CASCADE, null=True, blank=True, related_name="reveals", verbose_name=_("page")
    )
    block = models.PositiveSmallIntegerField(
        _("secret block"), null=True, blank=True, help_text=_("If empty, the page and not one of its secret blocks.")
    )
    character = models.ForeignKey(
        "characters.Character", models.CASCADE, null=True, blank=True, related_name="reveals", verbose_name=_("NPC")
    )
    tie = models.ForeignKey(
        "campaigns.Tie", models.CASCADE, null=True, blank=True, related_name="reveals", verbose_name=_("tie")
    )
    map = models.ForeignKey(
        "campaigns.WorldMap", models.CASCADE, null=True, blank=True, related_name="reveals", verbose_name=_("map")
    )
    area = models.ForeignKey(
        "campaigns.MapArea",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reveals",
        verbose_name=_("area of the map"),
        help_text=_("If empty on a line about a map, the area was removed later."),
    )
    member = models.ForeignKey(
        "people.Member",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="reveals",
        verbose_name=_("who"),
        help_text=_("If empty, everyone in the campaign."),
    )
    shown = models.BooleanField(_("shown"), default=True, help_text=_("If not ticked, it was hidden again."))
    how = models.CharField(_("how"), max_length=200, blank=True)
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
                condition=Q(entry__isnull=False, character__isnull=True, tie__isnull=True, map__isnull=True)
                | Q(entry__isnull=True, character__isnull=False, tie__isnull=True, map__isnull=True)
                | Q(entry__isnull=True, character__isnull=True, tie__isnull=False, map__isnull=True)
                | Q(entry__isnull=True, character__isnull=True, tie__isnull=True, map__isnull=False),
                name="a_page_an_npc_a_tie_or_a_map",
            )
        ]
        verbose_name = _("reveal")
        verbose_name_plural = _("reveals")

    def __str__(self) -> str:
        return f"{self.subject} → {self.member or _('everyone')}"

    @property
    def subject(self) -> str:
        """What the line is about."""
        return str(self.entry or self.character or self.tie or self.area or self.map)


class WorldLink(models.Model):
    """A link from a text to a page, an NPC or a character, for backlinks; written again with every save."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="+")
    folded = models.CharField(max_length=360, help_text="the name as used in links")
    secret = models.BooleanField(help_text="only in texts for GMs")
    entry = models.ForeignKey(WorldEntry, models.CASCADE, null=True, related_name="links")
    session = models.ForeignKey("campaigns.Session", models.CASCADE, null=True, related_name="links")

    class Meta:
        indexes = [models.Index(fields=["campaign", "folded"], name="links_to_name")]
        verbose_name = _("link")
        verbose_name_plural = _("links")

    def __str__(self) -> str:
        return self.folded
