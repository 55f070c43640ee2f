"""The pasted pictures in a book: those in texts that its reader reads, as files, and no others."""

import io
import re
import zipfile

import pytest

from campaigns.archive.book import texts
from campaigns.archive.book.making import write_book
from campaigns.archive.book.pasted_pictures import PastedPictures
from campaigns.archive.book.texts import BookTexts
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.log.note_pictures.models import NotePicture
from campaigns.sessions.models import Recap, Session
from campaigns.world import actions, reveals
from campaigns.world.blocks import actions as block_actions
from campaigns.world.text_pictures.actions import add_text_picture
from people.access import get_membership
from tests import factories

pytestmark = pytest.mark.django_db
SOURCE = re.compile(r'<img src="(media/[^"]+)" alt="([^"]*)"[^>]*>')


@pytest.fixture
def campaign(gm, ana, ben):
    made = factories.CampaignFactory(name="The Salt Road", created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=made, user=user, role=role)
    return made


@pytest.fixture
def membership(campaign, gm):
    return get_membership(gm, campaign.pk)


@pytest.fixture
def paste(membership):
    """Stores a picture of the log and returns its Markdown with words."""
    size = iter(range(20, 60))

    def add(words):
        side = next(size)
        made = add_note_picture(membership=membership, data=factories.picture(side, side))
        return made.markdown.replace("![]", f"![{words}]")

    return add


@pytest.fixture
def pasted(campaign, membership, paste, gm, ben):
    """Pictures in every place of a book, open and secret; each has the words that say where it is."""
    page = reveals.create_shown_entry(membership=membership, kind="location", name="Quay", shown=True)
    of_page = [add_text_picture(membership=membership, entry=page, data=factories.picture(9, 9 + n)) for n in range(2)]
    seen, closed = (picture.markdown for picture in of_page)
    text = f"{seen.replace('[]', '[on the page]')}\n\n:::secret\n{closed.replace('[]', '[in the block]')}\n:::"
    page = actions.change_entry(membership=membership, entry=page, revision=None, text=text)
    block_actions.open_block(
        membership=membership,
        entry=page,
        place=0,
        revision=None,
        members=[get_membership(ben, campaign.pk)],
    )
    hidden = actions.create_entry(membership=membership, kind="location", name="Cellar")
    cellar = add_text_picture(membership=membership, entry=hidden, data=factories.picture(8, 8))
    words = cellar.markdown.replace("[]", "[in the cellar]")
    actions.change_entry(membership=membership, entry=hidden, revision=None, text=words)
    session = Session.objects.create(
        campaign=campaign,
        number=1,
        status="held",
        notes=f"{paste('in the notes')}\n:::secret\n{paste('in secret notes')}\n:::",
        gm_notes=paste("in GM notes"),
        agenda=paste("in the agenda"),
    )
    for audience, told in (("all", "in a line"), ("gm", "in a GM line")):
        LogEntry.objects.create(campaign=campaign, session=session, audience=audience, text=paste(told), by=gm)
    Recap.objects.create(session=session, audience="party", text=paste("in the recap"))
    Recap.objects.create(session=session, audience="gm", text=paste("in the GM recap"))
    NotePicture.objects.update(used=True)
    return campaign


def book_of(campaign, user, audience):
    """The files of a book."""
    into = io.BytesIO()
    write_book(get_membership(user, campaign.pk), audience, into)
    with zipfile.ZipFile(into) as book:
        return {name: book.read(name) for name in book.namelist()}


def shown(told):
    """The words of the pictures in the pages of a book; each is a file of it."""
    found = {}
    for name, data in told.items():
        if name.endswith(".html"):
            found |= {words: file for file, words in SOURCE.findall(data.decode())}
    assert set(found.values()) <= told.keys()
    pasted = {name for name in told if name.startswith(("media/text-", "media/note-"))}
    assert set(found.values()) == pasted, "no picture is in the book that no text shows"
    return found


OPEN = {"on the page", "in the notes", "in a line", "in the recap"}
GM = {"in the cellar", "in secret notes", "in GM notes", "in the agenda", "in a GM line", "in the GM recap"}


def test_each_reader_gets_the_pictures_of_the_texts_that_they_read(pasted, gm, ana, ben):
    assert set(shown(book_of(pasted, ana, "me"))) == OPEN
    assert set(shown(book_of(pasted, ben, "me"))) == OPEN | {"in the block"}
    assert set(shown(book_of(pasted, gm, "party"))) == OPEN
    assert set(shown(book_of(pasted, gm, "gm"))) == OPEN | GM | {"in the block"}


def test_a_picture_that_the_reader_may_not_see_is_in_no_file_of_the_book(pasted, gm, ana):
    told = b"".join(book_of(pasted, ana, "me").values())
    files = book_of(pasted, gm, "gm")
    mine = set(shown(book_of(pasted, ana, "me")).values())
    for words, file in shown(files).items():
        assert (files[file] in told) == (words in OPEN), words
        assert (file.encode() in told) == (file in mine)


def test_the_guard_finds_a_planted_fault(pasted, ana, monkeypatch):
    monkeypatch.setattr(
        BookTexts,
        "render_note",
        lambda self, text: self.pictures.of_note(text) and BookTexts.render(self, text),
    )
    with pytest.raises(AssertionError):
        shown(book_of(pasted, ana, "me"))


def test_the_pictures_are_the_stored_ones_and_print_without_waiting(pasted, ana):
    told = book_of(pasted, ana, "me")
    for file in shown(told).values():
        key = re.search(r"([0-9a-f]{16})\.", file)[1]
        stored = NotePicture.objects.filter(key=key).first()
        if stored is not None:
            assert told[file] == bytes(stored.data)
    pages = b"".join(data for name, data in told.items() if name.endswith(".html")).decode()
    assert all("lazy" not in found[0] for found in re.finditer(r"<img [^>]*>", pages))
    assert len(SOURCE.findall(told["print.html"].decode())) == len(OPEN)
    assert "in a line" in told["words.js"].decode(), "the search finds the words of a picture"


def test_beyond_the_limit_the_words_stand_in_place_of_the_picture(pasted, ana, monkeypatch):
    assert b"no room" not in book_of(pasted, ana, "me")["credits.html"]
    monkeypatch.setattr(texts, "PastedPictures", lambda campaign: PastedPictures(campaign, left=0))
    told = book_of(pasted, ana, "me")
    assert shown(told) == {}
    assert b"4 pictures from the texts did not fit" in told["credits.html"]
    assert any(b"in a line" in data for name, data in told.items() if name.startswith("session-"))
