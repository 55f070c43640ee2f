"""Maps in books and exports of a busy site: work in the background waits for its turn, and says what it lacks."""

import io
import json
import zipfile

import pytest

from campaigns.archive import actions
from campaigns.archive.book.making import write_book
from campaigns.archive.member_export import write_member_export
from campaigns.world.maps.models import MapRendering
from common import pictures
from common.bounded.limits import LONGEST_WAIT, NoProcessFree
from people.access import get_membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(seeded_campaign, ana):
    """A player's place in a campaign that was just restored, without pictures of maps that are made already."""
    MapRendering.objects.all().delete()
    return get_membership(ana, seeded_campaign.pk)


@pytest.fixture
def busy_for(monkeypatch):
    """Keeps every decoder busy for so many seconds."""
    true = pictures.cover_parts

    def occupy(seconds):
        def cover(data, parts, wait=None):
            if (LONGEST_WAIT if wait is None else wait) < seconds:
                raise NoProcessFree
            return true(data, parts)

        monkeypatch.setattr(pictures, "cover_parts", cover)

    return occupy


def book_of(seat, progress):
    into = io.BytesIO()
    write_book(seat, "me", into, progress=progress)
    with zipfile.ZipFile(into) as book:
        return {name: book.read(name) for name in book.namelist()}


def export_of(seat, progress):
    into = io.BytesIO()
    left_out = write_member_export(seat, into, progress=progress)
    with zipfile.ZipFile(into) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert json.loads(files["manifest.json"])["maps_left_out"] == left_out
    return files, left_out


def maps_in(files):
    return [name for name in files if name.startswith("media/map-")]


def test_a_book_waits_for_the_pictures_of_maps_and_counts_those_that_cannot_be_made(seat, busy_for):
    reports = []
    busy_for(40)
    files = book_of(seat, lambda *report: reports.append(report))
    known = maps_in(files)
    assert known
    assert b"could not be made" not in files["credits.html"]
    assert len(reports) >= len([name for name in files if name.endswith(".html")]) - 3 + len(known)
    busy_for(1000)
    files = book_of(seat, lambda *report: None)
    assert maps_in(files) == []
    words = " ".join(files["credits.html"].decode().split())
    assert f"The picture of {len(known)} map could not be made." in words


def test_an_export_of_ones_own_data_waits_for_maps_and_says_on_its_page_which_it_lacks(seat, busy_for, client):
    busy_for(40)
    files, left_out = export_of(seat, lambda *report: None)
    assert maps_in(files)
    assert left_out == 0
    busy_for(1000)
    files, left_out = export_of(seat, lambda *report: None)
    assert maps_in(files) == []
    row = actions.start_export(membership=seat, whole=False)
    assert row.about["maps_left_out"] == left_out == 1
    client.force_login(seat.user)
    assert "could not be made. Export your data again" in client.get(f"/transfers/{row.key}/").content.decode()
