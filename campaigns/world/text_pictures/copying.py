"""Copies of pictures whose marks a writer moved into the text of another page.

Each page has its own pictures, so that its readers see them and the readers of another page alone do not."""

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.access import may_manage, visible_entries
from campaigns.world.models import WorldEntry, WorldPicture
from campaigns.world.text_pictures.access import readable_keys
from campaigns.world.text_pictures.models import MOST_OF_A_PAGE, TextPicture
from common.picture_syntax import picture_keys
from people.models import Member


def added_keys(row: WorldEntry) -> set[str]:
    """The keys of the pictures that the text of a page has and its stored text has not."""
    keys = picture_keys(row.text)
    if not keys or row.pk is None:
        return keys
    return keys - picture_keys(WorldEntry.objects.filter(pk=row.pk).values_list("text", flat=True).first() or "")


def copy_pictures(membership: Member, row: WorldEntry, keys: set[str]) -> None:
    """Gives a page copies of the pictures with these keys that it lacks.

    The pictures are on other pages of the campaign. Only those are copied that the writer can read there or has added
    there; a key that leads to no such picture stays without one. ValidationError: the page would have too many."""
    if not keys:
        return
    own_keys = set(TextPicture.objects.filter(entry=row).values_list("key", flat=True))
    readable = Q(entry__in=visible_entries(membership).order_by().values("pk")) | Q(by=membership.user_id)
    rows = TextPicture.objects.filter(readable, entry__campaign=membership.campaign_id, key__in=keys - own_keys)
    copies = {
        picture.key: picture
        for picture in rows.select_related("entry").defer("data")
        if picture.by_id == membership.user_id or _may_read(membership, picture)
    }
    if copies:
        require_room(len(own_keys) + len(copies))
    for picture in copies.values():
        copy_to_page(picture, row, membership)


def require_room(number: int) -> None:
    """Refuses more pictures than a page may have, with those of its earlier versions."""
    if number > MOST_OF_A_PAGE:
        raise ValidationError(
            _("A page and its earlier versions have at most %(most)s pictures together. Write another page.")
            % {"most": MOST_OF_A_PAGE}
        )


def copy_to_page(picture: WorldPicture | TextPicture, row: WorldEntry, membership: Member) -> None:
    """Stores a copy of a picture for a page, as added by the member."""
    names = [
        field.attname for field in picture._meta.concrete_fields if not field.primary_key and field.name != "removed"
    ]
    duplicate = type(picture)(**{name: getattr(picture, name) for name in names})
    duplicate.entry, duplicate.by, duplicate.created = row, membership.user, timezone.now()
    duplicate.save(force_insert=True)


def _may_read(membership: Member, picture: TextPicture) -> bool:
    return may_manage(membership, picture.entry) or picture.key in readable_keys(membership, picture.entry)
