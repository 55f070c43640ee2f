"""Entries of the log in a book: what the search finds is on its page."""

import io
import re
import zipfile

import pytest

from campaigns.archive.book.making import write_book
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from people.access import get_membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def book_of(seeded_campaign, gm):
    """Makes the book of the party."""

    def make():
        into = io.BytesIO()
        write_book(get_membership(gm, seeded_campaign.pk), "party", into)
        with zipfile.ZipFile(into) as book:
            return {name: book.read(name).decode("utf-8", "replace") for name in book.namelist()}

    return make


@pytest.mark.parametrize("in_session", [True, False])
def test_entries_about_an_encounter_that_has_not_ended_are_in_its_chapter(seeded_campaign, gm, book_of, in_session):
    coming = Session.objects.create(campaign=seeded_campaign, number=90, title="The ford") if in_session else None
    running, ended = (
        seeded_campaign.encounters.create(title=f"The {status}", status=status, session=coming)
        for status in ("running", "ended")
    )
    for row, text in ((running, "Passed for Mara."), (ended, "The end of it.")):
        LogEntry.objects.create(
            campaign=seeded_campaign, session=coming, encounter=row, by=gm, kind="encounter", text=text
        )
    book = book_of()
    page = book["session-90.html" if in_session else "outside.html"]
    assert "Passed for Mara." in page.partition("Other entries")[2]
    assert 'class="fight"' in page, "the ended one has a part of its own"
    assert "The end of it." not in page
    assert "The end of it." not in book["words.js"]
    ended.delete()
    Encounter.objects.filter(pk=running.pk).update(session=None)
    assert "The end of it." in "".join(book_of().values()), "nothing else tells of a deleted encounter"


def test_every_place_that_the_search_finds_is_there(seeded_campaign, gm, book_of):
    running = seeded_campaign.encounters.create(title="The ford", status="running")
    line = LogEntry.objects.create(campaign=seeded_campaign, encounter=running, by=gm, kind="encounter", text="Passed.")
    book = book_of()
    found = re.findall(r'"([a-z0-9-]+\.html)#([a-z]+-[0-9]+)"', book["words.js"])
    assert ("outside.html", f"line-{line.pk}") in found
    anchors = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in book.items() if name.endswith(".html")}
    assert [place for place in found if place[1] not in anchors[place[0]]] == []
