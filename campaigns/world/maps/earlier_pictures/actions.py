"""Restoring a picture that a map had."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.maps.actions import lock_map, render_after_commit
from campaigns.world.maps.earlier_pictures.keeping import earlier_picture_columns, keep_present_picture
from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.models import MapPicture, WorldMap
from common.edit_conflicts import require_revision
from common.rows import save_with_history
from people.access import get_visible_row
from people.models import Member


@transaction.atomic
def restore_picture(*, membership: Member, row: WorldMap, picture_id: int, revision: int | None = None) -> WorldMap:
    """Gives the map an earlier picture again; the present one becomes an earlier one. Areas and pins stay.

    So players see of it only what is outside the areas that are hidden now. EditConflict: the map no longer has that
    revision; Http404: the map never had the picture."""
    row = lock_map(membership, row)
    require_revision(row, row.title, revision)
    earlier = get_visible_row(EarlierMapPicture.objects.filter(map=row), pk=picture_id)
    keep_present_picture(membership, row, earlier.sha256)
    MapPicture.objects.update_or_create(map=row, defaults=earlier_picture_columns(earlier))
    earlier.delete()
    row.revision += 1
    when = timezone.localtime(earlier.created)
    reason = _("picture restored as of %(when)s") % {"when": f"{when:%Y-%m-%d %H:%M}"}
    save_with_history(row, membership.user, reason)
    render_after_commit(row)
    return row
