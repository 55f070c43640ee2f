"""The models of maps: pictures with pins, hidden areas, and where the party was."""

from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from campaigns.world.models import WorldEntry
from common.stored_pictures import StoredPicture

Visibility = WorldEntry.Visibility
# A point is a fraction of the width and of the height of the picture.
FRACTION: Final = (MinValueValidator(0.0), MaxValueValidator(1.0))
WIDEST: Final = 1_000_000


class WorldMap(models.Model):
    """A map of a campaign. Its picture, its pins and its areas are rows of their own."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="maps", verbose_name=_("campaign"))
    title = models.CharField(_("title"), max_length=120)
    place = models.ForeignKey(
        WorldEntry,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="maps",
        verbose_name=_("map of"),
        help_text=_("The page of the location that the map shows. Optional."),
    )
    described = models.CharField(
        _("description"), max_length=300, blank=True, help_text=_("For people who cannot see the picture.")
    )
    # The scale: how wide the picture is in the world.
    wide = models.FloatField(
        _("width in the world"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0.001), MaxValueValidator(WIDEST)],
        help_text=_("How wide the whole picture is, for example 120. Needed to measure distances."),
    )
    unit = models.CharField(_("unit"), max_length=20, blank=True, help_text=_("Such as “miles” or “paces”."))
    visibility = models.CharField(_("who sees it"), max_length=6, choices=Visibility.choices, default=Visibility.GM)
    players = models.ManyToManyField("people.Member", blank=True, related_name="maps", verbose_name=_("chosen players"))
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    archived = models.DateTimeField(_("archived"), null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["title", "id"]
        indexes = [models.Index(fields=["campaign", "archived"], name="maps_of_campaign")]
        verbose_name = _("map")
        verbose_name_plural = _("maps")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The map's page."""
        return reverse("map", args=[self.pk])


class MapPicture(StoredPicture):
    """The whole picture of a map, decoded and encoded again without loss. It is never sent; `MapRendering` is."""

    map = models.OneToOneField(WorldMap, models.CASCADE, related_name="picture", verbose_name=_("map"))

    class Meta:
        verbose_name = _("picture of a map")
        verbose_name_plural = _("pictures of maps")


class MapRendering(models.Model):
    """The picture of a map as it is sent while certain areas are hidden. It can be made again at any time."""

    map = models.ForeignKey(WorldMap, models.CASCADE, related_name="renderings")
    # The digest of the picture and of the areas that are hidden in it; never sent, since it depends on hidden pixels.
    state = models.CharField(max_length=64)
    media_type = models.CharField(max_length=40)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["map", "state"], name="one_rendering_a_state")]
        verbose_name = _("rendering of a map")
        verbose_name_plural = _("renderings of maps")

    def __str__(self) -> str:
        return self.sha256[:12]


class MapArea(models.Model):
    """A part of a map that is hidden from all players until it is revealed to all who see the map."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="+", verbose_name=_("campaign"))
    map = models.ForeignKey(WorldMap, models.CASCADE, related_name="areas", verbose_name=_("map"))
    name = models.CharField(_("name"), max_length=80, help_text=_("Players read it when the area is revealed."))
    points = models.JSONField(_("corners"), default=list)
    revealed = models.DateTimeField(_("revealed"), null=True, blank=True)
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["id"]
        verbose_name = _("area of a map")
        verbose_name_plural = _("areas of maps")

    def __str__(self) -> str:
        return self.name


class MapPin(models.Model):
    """A point of a map: a page of the world, another map, or just a label."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="+", verbose_name=_("campaign"))
    map = models.ForeignKey(WorldMap, models.CASCADE, related_name="pins", verbose_name=_("map"))
    x = models.FloatField(_("from the left"), validators=FRACTION)
    y = models.FloatField(_("from the top"), validators=FRACTION)
    label = models.CharField(
        _("label"), max_length=60, blank=True, help_text=_("If empty: the name of the page or of the map.")
    )
    page = models.ForeignKey(
        WorldEntry, models.CASCADE, null=True, blank=True, related_name="pins", verbose_name=_("page")
    )
    leads_to = models.ForeignKey(
        WorldMap, models.CASCADE, null=True, blank=True, related_name="pins_to", verbose_name=_("leads to the map")
    )
    visibility = models.CharField(_("who sees it"), max_length=6, choices=Visibility.choices, default=Visibility.PARTY)
    players = models.ManyToManyField("people.Member", blank=True, related_name="pins", verbose_name=_("chosen players"))
    # Whether it lies in a hidden area. Every change of pins and areas computes it again, under the lock of the map.
    covered = models.BooleanField(_("in a hidden area"), default=False, editable=False)
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(page__isnull=True) | Q(leads_to__isnull=True), name="pins_lead_to_one_thing"
            )
        ]
        verbose_name = _("pin of a map")
        verbose_name_plural = _("pins of maps")

    def __str__(self) -> str:
        return self.label or str(self.page or self.leads_to or "")


class MapVisit(models.Model):
    """The party was at a pin in a session; the visits in their order are the party's path."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="+", verbose_name=_("campaign"))
    pin = models.ForeignKey(MapPin, models.CASCADE, related_name="visits", verbose_name=_("pin"))
    session = models.ForeignKey(
        "campaigns.Session", models.CASCADE, related_name="map_visits", verbose_name=_("session")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["session__number", "id"]
        verbose_name = _("stop of the party")
        verbose_name_plural = _("stops of the party")

    def __str__(self) -> str:
        return f"{self.session.number}: {self.pin}"
