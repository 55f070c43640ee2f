"""The pictures in a member's own export: those of pages, characters and texts that the member may see."""

from campaigns.archive.container import ArchiveWriter
from campaigns.log.access import visible_log_entries
from campaigns.log.note_pictures.models import NotePicture
from campaigns.sessions.access import visible_recaps, visible_sessions
from campaigns.sessions.note_pictures.access import readable_texts
from campaigns.world.access import visible_entries
from campaigns.world.models import WorldPicture
from campaigns.world.readable_text import Reader
from campaigns.world.text_pictures.models import TextPicture
from characters import access as character_access
from characters.models import Portrait
from common.picture_syntax import PICTURE_SCHEME, picture_keys
from common.secret_blocks import visible_text
from people.models import Member


def write_pictures(membership: Member, archive: ArchiveWriter) -> None:
    """Writes the pictures of pages, of characters, and of texts that the member may see."""
    _write_page_pictures(membership, archive)
    _write_note_pictures(membership, archive)


def _write_page_pictures(membership: Member, archive: ArchiveWriter) -> None:
    pages = {row.pk: row for row in visible_entries(membership).filter(text__contains=PICTURE_SCHEME)}
    reader = Reader(membership)
    for picture in TextPicture._base_manager.filter(entry__in=pages).order_by("pk"):
        if picture.key in picture_keys(reader.page(pages[picture.entry_id])):
            archive.add(f"media/{picture.entry_id}-{picture.key}", bytes(picture.data), packed=False)
    rows = WorldPicture._base_manager.filter(entry__in=visible_entries(membership), removed__isnull=True)
    for row in rows.order_by("pk"):
        archive.add(f"media/{row.entry_id}", bytes(row.data), packed=False)
    known = character_access.known_characters(membership).order_by().values("pk")
    for portrait in Portrait._base_manager.filter(character__in=known).order_by("character"):
        archive.add(f"media/portrait-{portrait.character_id}", bytes(portrait.data), packed=False)


def _write_note_pictures(membership: Member, archive: ArchiveWriter) -> None:
    """The pictures in what the member reads of the log, of sessions and of recaps."""
    is_gm, keys = membership.is_gm, set[str]()
    marked = {"text__contains": PICTURE_SCHEME}
    for rows in (visible_log_entries(membership), visible_recaps(membership)):
        for text in rows.filter(**marked).order_by().values_list("text", flat=True).iterator(2000):
            keys |= picture_keys(visible_text(text, is_gm=is_gm))
    for session in visible_sessions(membership):
        keys |= picture_keys(readable_texts(membership, session))
    if keys:
        for picture in NotePicture._base_manager.filter(campaign=membership.campaign_id).order_by("pk").iterator(20):
            if picture.key in keys:
                archive.add(f"media/note-{picture.key}", bytes(picture.data), packed=False)
