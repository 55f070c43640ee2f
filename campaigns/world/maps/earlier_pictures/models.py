"""The pictures that a map had before."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.world.maps.models import WorldMap
from common.stored_pictures import StoredPicture


class EarlierMapPicture(StoredPicture):
    """A picture that a map had, without loss as it was stored. Only GMs get it: hidden areas are not painted over.

    `by` and `created` say who gave it to the map and when."""

    map = models.ForeignKey(WorldMap, models.CASCADE, related_name="earlier_pictures", verbose_name=_("map"))
    replaced = models.DateTimeField(_("replaced"), default=timezone.now, editable=False)
    replaced_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("replaced by")
    )

    class Meta:
        ordering = ["-id"]
        verbose_name = _("earlier picture of a map")
        verbose_name_plural = _("earlier pictures of maps")
