"""Tables of shared maps: the pictures of their editions, and which pins of a campaign are copies."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.world.maps.models import MapPin
from campaigns.world.shared_worlds.models import SharedPage, SharedPageCopy
from common.stored_pictures import StoredPicture


class SharedMapPicture(StoredPicture):
    """A picture of a shared map, as editions have it: whole with the GM part, or else with all areas painted over."""

    page = models.ForeignKey(SharedPage, models.CASCADE, related_name="map_pictures", verbose_name=_("shared map"))
    # The digest of the picture and of the areas that are painted over; never sent, since it depends on hidden pixels.
    state = models.CharField(max_length=64, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["page", "state"], name="one_shared_picture_a_state")]
        verbose_name = _("picture of a shared map")
        verbose_name_plural = _("pictures of shared maps")


class SharedPinCopy(models.Model):
    """A pin of a campaign that is its copy of a pin of a shared map; without the pin if the campaign removed it."""

    copy = models.ForeignKey(SharedPageCopy, models.CASCADE, related_name="pins", verbose_name=_("copy of the map"))
    # The number of the pin in all editions of the map.
    key = models.PositiveIntegerField(_("number"))
    pin = models.OneToOneField(MapPin, models.SET_NULL, null=True, related_name="shared_copy", verbose_name=_("pin"))

    class Meta:
        ordering = ["key"]
        constraints = [models.UniqueConstraint(fields=["copy", "key"], name="one_pin_copy_a_key")]
        verbose_name = _("copy of a shared pin")
        verbose_name_plural = _("copies of shared pins")

    def __str__(self) -> str:
        return f"{self.pin_id} · {self.key}"
