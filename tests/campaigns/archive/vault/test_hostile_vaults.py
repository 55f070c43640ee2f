"""A vault that someone made to harm the site is refused before it costs anything."""

import zipfile

import pytest
from django.core.exceptions import ValidationError

from campaigns.archive.vault import notes
from campaigns.archive.vault.actions import start_vault_import
from campaigns.archive.vault.importing import import_vault
from campaigns.modules.adapters import foreign_archives
from campaigns.modules.adapters.draft import NotUnderstood
from tests import factories
from tests.campaigns.archive.vault.made import zipped
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


@pytest.mark.parametrize("ending", ["note.md", "picture.png"])
@pytest.mark.parametrize("folders", ["a/" * 500, "a" * 500 + "/"])
def test_a_deep_or_long_path_is_refused_because_each_of_its_ends_is_stored(master, folders, ending):
    with pytest.raises(ValidationError, match="folders"):
        start_vault_import(membership=master, data=zipped({"A.md": b"Hi", folders + ending: b"Hi"}))
    assert not master.campaign.world.exists()


def test_a_path_as_deep_as_people_have_it_comes_in(master):
    folders = "/".join(f"A folder with a long name {number}" for number in range(10))
    assert import_vault(master, zipped({f"{folders}/Quay.md": b"Hi"})).pages == 1


def test_an_archive_of_many_entries_is_refused_before_they_are_read(monkeypatch):
    data = zipped({"A.md": b"Hi"} | {f"{number}.png": b"" for number in range(50)})
    assert foreign_archives.texts(data, (".md",)) == {"A.md": "Hi"}
    monkeypatch.setattr(foreign_archives, "MOST_ENTRIES", 50)
    monkeypatch.setattr(zipfile, "ZipFile", None)  # reading an entry costs much more than its fifty bytes
    with pytest.raises(NotUnderstood, match="too many files"):
        foreign_archives.texts(data, (".md",))


def test_notes_of_one_name_get_numbers_without_a_search_for_each(monkeypatch):
    many, asked = 400, []
    fold = notes.fold_name
    monkeypatch.setattr(notes, "fold_name", lambda name: asked.append(name) or fold(name))
    found = notes.read_notes({f"{number}.md": "---\ntitle: Quay\n---\n" for number in range(many)})
    assert len({fold(note.name) for note in found}) == many
    assert {"Quay", "Quay (2)", f"Quay ({many})"} <= {note.name for note in found}
    assert len(asked) < 10 * many


def test_an_archive_cannot_store_more_bytes_of_pictures_than_the_limit(master, monkeypatch):
    picture = factories.picture()
    monkeypatch.setattr("campaigns.archive.vault.importing.MOST_PICTURE_BYTES", 2 * len(picture), raising=False)
    files = {f"{number}.md": b"![[harbor.png]]" for number in range(5)}
    report = import_vault(master, zipped(files | {"harbor.png": picture}))
    assert (report.pages, report.pictures) == (5, 2)
    assert report.files == {"harbor.png"}
