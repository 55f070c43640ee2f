"""Tables of shared worlds: the world, its campaigns, invitations, shared pages, their editions and copies.

A shared page is a page of the world, an NPC or a map."""

from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.world.maps.models import WorldMap
from campaigns.world.models import WorldEntry
from common.stored_pictures import StoredPicture

NPC: Final = "npc"
MAP: Final = "map"
KINDS: Final = [*WorldEntry.Kind.choices, (NPC, _("NPC")), (MAP, _("map"))]
# NPCs and maps have pages and names of their own; everything else is a page of the world.
NO_PAGES: Final = (NPC, MAP)


class Addresses(NamedTuple):
    """The addresses of a page, an NPC or a map of a campaign, and of how it is shared."""

    page: str
    share: str
    withdraw: str
    changes: str


def addresses_of(thing: Any) -> Addresses:
    """The addresses of a page of the world, of an NPC or of a map."""
    if isinstance(thing, WorldEntry):
        names, args = ("world-entry", "world-share", "world-withdraw", "world-take-changes"), [thing.pk]
    elif isinstance(thing, WorldMap):
        names, args = ("map", "map-share", "map-withdraw", "map-take-changes"), [thing.pk]
    else:
        names = ("world-npc", "world-npc-share", "world-npc-withdraw", "world-npc-take-changes")
        args = [thing.campaign_id, thing.pk]
    return Addresses(*(reverse(name, args=args) for name in names))


class SharedWorld(models.Model):
    """A world in which several campaigns play. Only GMs know of it, unless a campaign shows itself to players."""

    name = models.CharField(_("name"), max_length=120)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by")
    )
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["name", "id"]
        verbose_name = _("shared world")
        verbose_name_plural = _("shared worlds")

    def __str__(self) -> str:
        return self.name


class WorldTable(models.Model):
    """A campaign of a shared world. A campaign is in one shared world at most."""

    world = models.ForeignKey(SharedWorld, models.CASCADE, related_name="tables", verbose_name=_("shared world"))
    campaign = models.OneToOneField(
        "people.Campaign", models.CASCADE, related_name="world_table", verbose_name=_("campaign")
    )
    open_to_players = models.BooleanField(
        _("players of the other campaigns see our name, party and date"),
        default=False,
        help_text=_("If not ticked, only GMs of the world see them."),
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["joined", "id"]
        verbose_name = _("campaign of a shared world")
        verbose_name_plural = _("campaigns of shared worlds")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.world}"


class WorldInvitation(models.Model):
    """A code with which a GM of another campaign joins a shared world, once. Only its digest is stored."""

    world = models.ForeignKey(SharedWorld, models.CASCADE, related_name="invitations", verbose_name=_("shared world"))
    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="world_invitations", verbose_name=_("inviting campaign")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    expires = models.DateTimeField(_("expires"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("invitation to a shared world")
        verbose_name_plural = _("invitations to shared worlds")

    def __str__(self) -> str:
        return f"{self.world} · {self.expires:%Y-%m-%d %H:%M}"


class SharedPage(models.Model):
    """A page that campaigns of a world share; its text is in its editions."""

    world = models.ForeignKey(SharedWorld, models.CASCADE, related_name="pages", verbose_name=_("shared world"))
    origin = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="shared_pages", verbose_name=_("campaign that shared it first")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=KINDS)
    # Of the newest edition, for lists.
    name = models.CharField(_("name"), max_length=120)
    folded = models.CharField(max_length=360, editable=False)
    number = models.PositiveIntegerField(_("newest edition"), default=0, editable=False)
    # Of a map: the highest number of a pin in its editions.
    last_pin = models.PositiveIntegerField(_("last pin"), default=0, editable=False)
    gm_part = models.BooleanField(
        _("with the GM part"), default=False, help_text=_("The other GMs read the secret blocks too.")
    )
    withdrawn = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["world", "folded"],
                condition=Q(withdrawn__isnull=True) & ~Q(kind__in=NO_PAGES),
                name="one_shared_page_a_name",
            ),
            models.UniqueConstraint(
                fields=["world", "folded"], condition=Q(withdrawn__isnull=True, kind=NPC), name="one_shared_npc_a_name"
            ),
            models.UniqueConstraint(
                fields=["world", "folded"], condition=Q(withdrawn__isnull=True, kind=MAP), name="one_shared_map_a_name"
            ),
        ]
        verbose_name = _("shared page")
        verbose_name_plural = _("shared pages")

    def __str__(self) -> str:
        return self.name

    def can_be_shared_by(self, campaign_id: int) -> bool:
        """Whether a campaign may share it: while it is not withdrawn, and again if it was without its GM part."""
        return self.withdrawn is None or (self.origin_id == campaign_id and not self.gm_part)

    @property
    def is_npc(self) -> bool:
        """Whether it is an NPC."""
        return self.kind == NPC

    @property
    def is_map(self) -> bool:
        """Whether it is a map."""
        return self.kind == MAP

    @property
    def emblem(self) -> str:
        """The kind of its emblem."""
        return "person" if self.is_npc else self.kind


class SharedEdition(models.Model):
    """A shared page as a campaign shared it at some time; never changed."""

    page = models.ForeignKey(SharedPage, models.CASCADE, related_name="editions", verbose_name=_("shared page"))
    number = models.PositiveIntegerField(_("edition"))
    name = models.CharField(_("name"), max_length=120)
    text = models.TextField(_("text"), blank=True, max_length=65536)
    tags = models.CharField(_("tags"), max_length=860, blank=True, default="", editable=False)
    # Of an NPC that was shared with its GM part: its sheet, and the game to which it belongs.
    sheet = models.JSONField(_("sheet"), null=True, blank=True)
    system = models.CharField(_("game"), max_length=40, blank=True, default="")
    # [[label, date in words], …]; of an NPC the label is “birth” or “death”.
    dates = models.JSONField(_("dates"), default=list, blank=True)
    # The ties to other shared pages (ties/drafts.py).
    ties = models.JSONField(_("ties"), default=list, blank=True, editable=False)
    # Of a map: description, scale, place, areas and pins (maps/drafts.py), and its picture.
    map = models.JSONField(_("map"), null=True, blank=True, editable=False)
    map_picture = models.ForeignKey(
        "campaigns.SharedMapPicture", models.SET_NULL, null=True, related_name="+", verbose_name=_("picture of the map")
    )
    # Where its pictures are; a row of a picture is never changed.
    entry = models.ForeignKey(WorldEntry, models.SET_NULL, null=True, related_name="+", verbose_name=_("page"))
    picture = models.ForeignKey(
        "campaigns.WorldPicture", models.SET_NULL, null=True, related_name="+", verbose_name=_("picture")
    )
    campaign = models.ForeignKey(
        "people.Campaign", models.SET_NULL, null=True, related_name="+", verbose_name=_("campaign")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["page", "number"], name="one_edition_a_number")]
        verbose_name = _("edition of a shared page")
        verbose_name_plural = _("editions of shared pages")

    def __str__(self) -> str:
        return f"{self.name} · {self.number}"

    @property
    def tag_names(self) -> list[str]:
        """The tags, in the order in which they were written."""
        return [tag for tag in self.tags.split(",") if tag]


class SharedPortrait(StoredPicture):
    """The portrait of a shared NPC, as an edition has it."""

    edition = models.OneToOneField(
        SharedEdition, models.CASCADE, related_name="portrait", verbose_name=_("edition of a shared page")
    )

    class Meta:
        verbose_name = _("portrait of a shared NPC")
        verbose_name_plural = _("portraits of shared NPCs")


class SharedPageCopy(models.Model):
    """A page, an NPC or a map of a campaign that is its copy of a shared one, and the edition it was compared with."""

    page = models.ForeignKey(SharedPage, models.CASCADE, related_name="copies", verbose_name=_("shared page"))
    entry = models.OneToOneField(
        WorldEntry, models.CASCADE, null=True, blank=True, related_name="shared_copy", verbose_name=_("page")
    )
    character = models.OneToOneField(
        "characters.Character", models.CASCADE, null=True, blank=True, related_name="shared_copy", verbose_name=_("NPC")
    )
    map = models.OneToOneField(
        WorldMap, models.CASCADE, null=True, blank=True, related_name="shared_copy", verbose_name=_("map")
    )
    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="+", verbose_name=_("campaign"))
    edition = models.ForeignKey(SharedEdition, models.CASCADE, related_name="+", verbose_name=_("edition"))

    dates_wait = models.BooleanField(
        _("dates wait for a calendar"), default=False, editable=False, help_text=_("The campaign had none.")
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["page", "campaign"], name="one_copy_a_campaign"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False, character__isnull=True, map__isnull=True)
                | Q(entry__isnull=True, character__isnull=False, map__isnull=True)
                | Q(entry__isnull=True, character__isnull=True, map__isnull=False),
                name="copy_is_a_page_an_npc_or_a_map",
            ),
        ]
        verbose_name = _("copy of a shared page")
        verbose_name_plural = _("copies of shared pages")

    def __str__(self) -> str:
        return f"{self.thing} · {self.edition_id}"

    @property
    def thing(self) -> Any:
        """The page of the world, the NPC or the map."""
        return self.entry or self.character or self.map

    @property
    def text(self) -> str:
        """The text that is compared: of an NPC its public notes, of a map none."""
        if self.map_id is not None:
            return ""
        return str(self.thing.about if self.entry_id is None else self.thing.text)

    @property
    def known_to_players(self) -> bool:
        """Whether any player of the campaign sees it; of an NPC, whether any player knows it."""
        shown = self.entry or self.map
        if shown is not None:
            return shown.visibility != WorldEntry.Visibility.GM
        return self.character is not None and (self.character.visible or self.character.players.exists())

    @property
    def addresses(self) -> Addresses:
        """The addresses of the page or the NPC."""
        return addresses_of(self.thing)

    @property
    def behind(self) -> bool:
        """Whether the shared page has a newer edition, which the campaign takes over before it shares its own."""
        return self.page.number > self.edition.number and self.page.can_be_shared_by(self.campaign_id)
