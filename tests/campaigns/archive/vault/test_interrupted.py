"""An import that something interrupts leaves no page half written, and waits where a request would not."""

import pytest

from campaigns.archive.vault import importing
from campaigns.archive.vault.actions import start_vault_import
from campaigns.archive.vault.importing import import_vault
from campaigns.world import actions
from common import pictures
from common.bounded.limits import NoProcessFree
from tests import factories
from tests.campaigns.archive.vault.made import zipped
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


@pytest.fixture
def vault():
    """A note with a picture in its text and one of its own."""
    words = b"---\nimage: harbor.png\n---\n![[mill.png]]"
    return zipped({"Quay.md": words, "harbor.png": factories.picture(), "mill.png": factories.picture(9, 9)})


def test_a_picture_waits_until_the_decoder_is_free(master, vault, monkeypatch):
    tries, decode = [], pictures._decode

    def busy(data, how, wait=None):
        tries.append(1)
        if len(tries) % 3:
            raise NoProcessFree
        return decode(data, how, wait)

    monkeypatch.setattr(pictures, "_decode", busy)
    report = import_vault(master, vault)
    assert (report.pages, report.pictures, report.files, report.faults) == (1, 2, set(), {})
    page = master.campaign.world.get()
    assert page.text == page.text_pictures.get().markdown
    assert page.pictures.count() == 1


def test_a_decoder_that_is_never_free_costs_the_picture_and_not_the_import(master, vault, monkeypatch):
    def busy(*_about, **_how):
        raise NoProcessFree

    monkeypatch.setattr(pictures, "_decode", busy)
    report = import_vault(master, vault)
    assert (report.pages, report.pictures, report.files) == (1, 0, {"harbor.png", "mill.png"})
    assert "vault:" not in master.campaign.world.get().text


def test_a_page_is_written_with_its_pictures_or_not_at_all(master, vault, monkeypatch):
    change = importing.actions.change_entry

    def stop(**_fields):
        raise SystemExit

    monkeypatch.setattr(importing.actions, "change_entry", stop)
    with pytest.raises(SystemExit):
        import_vault(master, vault)
    assert not master.campaign.world.exists()
    monkeypatch.setattr(importing.actions, "change_entry", change)
    report = import_vault(master, vault)
    assert (report.pages, report.pictures, report.kept) == (1, 2, [])


def test_a_repeated_import_puts_the_pages_of_the_first_one_into_their_locations(master, monkeypatch):
    around = b"---\nin: '[[Harbor]]'\n---\n"
    notes = dict.fromkeys(("Dock.md", "Moved.md", "Written.md"), around + b"Old.")
    notes |= {
        "Harbor.md": b"---\ntype: location\n---\nWet.",
        "Inn.md": around + b"![[mill.png]]",
        "Quay.md": around,
        "mill.png": factories.picture(9, 9),
    }
    world, nest = master.campaign.world, importing._Importer._nest
    monkeypatch.setattr(importing._Importer, "_nest", lambda *_given: None)
    import_vault(master, zipped({name: data for name, data in notes.items() if name != "Quay.md"}))
    monkeypatch.setattr(importing._Importer, "_nest", nest)
    city = actions.create_entry(membership=master, kind="location", name="City")
    actions.change_entry(membership=master, entry=world.get(name="Moved"), revision=None, parent=city)
    actions.change_entry(membership=master, entry=world.get(name="Written"), revision=None, text="New.")
    report = import_vault(master, zipped(notes))
    assert (report.pages, len(report.kept), report.faults) == (1, 5, {})
    places = dict(world.values_list("name", "parent__name"))
    assert places == {
        "City": None, "Dock": "Harbor", "Harbor": None, "Inn": "Harbor",
        "Moved": "City", "Quay": "Harbor", "Written": None,
    }  # fmt: skip
    assert world.get(name="Dock").text == "Old."


def test_a_repeated_import_moves_no_page_into_a_thing_that_is_no_location_any_more(master):
    note = b"---\nin: '[[Harbor]]'\n---\n"
    harbor = actions.create_entry(membership=master, kind="location", name="Harbor")
    actions.create_entry(membership=master, kind="note", name="City")
    import_vault(master, zipped({"Dock.md": note, "Gate.md": note.replace(b"Harbor", b"City")}))
    assert dict(master.campaign.world.exclude(parent=None).values_list("name", "parent__name")) == {"Dock": "Harbor"}
    actions.archive_entry(membership=master, entry=harbor)
    import_vault(master, zipped({"Quay.md": note}))
    assert master.campaign.world.get(name="Quay").parent is None


def test_an_error_of_the_site_says_that_the_written_pages_stay(campaign, master, client, monkeypatch):
    monkeypatch.setattr(importing._Importer, "_nest", lambda self, written: 1 / 0)
    row = start_vault_import(membership=master, data=zipped({"A.md": b"Rain."}))
    assert (row.status, campaign.world.count()) == ("failed", 1)
    client.force_login(master.user)
    page = client.get(f"/transfers/{row.key}/").content.decode()
    assert "The pages that were written before stay." in page
    assert "othing was changed" not in page
