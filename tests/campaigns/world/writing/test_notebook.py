"""The party notebook: notes that every player reads and may change."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.world import actions, reveals
from campaigns.world.readable_text import Reader
from people.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(seat, ana):
    return actions.create_entry(membership=seat(ana), kind="note", name="Clues", text="One.", shared=True)


def test_every_player_changes_a_page_of_the_notebook(page, seat, ben, read, gm):
    actions.change_entry(membership=seat(ben), entry=page, revision=page.revision, text="One. Two.")
    told = read(gm, f"/world/{page.pk}/")
    assert "One. Two." in told
    assert "every player can read and change it" in told
    assert "Edit the page" in read(ben, f"/world/{page.pk}/")


def test_observers_read_the_notebook_and_change_nothing(page, seat, ben):
    watcher = seat(ben)
    watcher.role = Role.OBSERVER
    with pytest.raises(PermissionDenied):
        actions.change_entry(membership=watcher, entry=page, revision=None, text="x")


def test_only_the_author_and_gms_take_a_page_out_or_archive_it(page, seat, ana, ben):
    for act in (reveals.hide_entry, actions.archive_entry):
        with pytest.raises(PermissionDenied):
            act(membership=seat(ben), entry=page)
    page = reveals.set_notebook(membership=seat(ana), entry=page, shared=False)
    with pytest.raises(PermissionDenied):
        actions.change_entry(membership=seat(ben), entry=page, revision=None, text="x")
    assert page.visibility == "party"


def test_hiding_a_page_takes_it_out_of_the_notebook(page, seat, ana, read, ben):
    page = reveals.hide_entry(membership=seat(ana), entry=page)
    assert not page.shared
    read(ben, f"/world/{page.pk}/", 404)


def test_only_the_author_puts_a_note_into_the_notebook(seat, ana, membership):
    note = actions.create_entry(membership=seat(ana), kind="note", name="Diary", text="Mine.")
    with pytest.raises(PermissionDenied, match="the owner of the note"):
        reveals.set_notebook(membership=membership, entry=note, shared=True)
    assert reveals.set_notebook(membership=seat(ana), entry=note, shared=True).visibility == "party"


def test_gms_write_no_page_of_the_notebook(membership):
    with pytest.raises(ValidationError, match="Only players can write in the party notebook"):
        actions.create_entry(membership=membership, kind="note", name="X", shared=True)


def test_a_new_name_of_a_page_that_not_all_see_does_not_reach_the_notebook(seat, ana, ben, membership, write):
    bell = write("The bell", shown=[seat(ana)])
    page = actions.create_entry(membership=seat(ana), kind="note", name="Clues", text="See [[The bell]].", shared=True)
    actions.change_entry(membership=membership, entry=bell, revision=None, name="The drowned bell")
    page.refresh_from_db()
    assert page.text == "See [[The bell]]."
    assert "drowned" not in Reader(seat(ben)).page(page)
    known = write("The quay", shown=True)
    page = actions.change_entry(membership=seat(ben), entry=page, revision=None, text="See [[The quay]].")
    actions.change_entry(membership=membership, entry=known, revision=None, name="The old quay")
    page.refresh_from_db()
    assert page.text == "See [[The old quay]]."


def test_a_gm_writes_no_link_into_the_notebook_that_a_player_must_not_know(seat, ana, ben, membership, write, page):
    write("The bell", shown=[seat(ana)])
    with pytest.raises(ValidationError, match="plain text instead of the link"):
        actions.change_entry(membership=membership, entry=page, revision=None, text="[[The bell|it]]")


def test_a_player_writes_in_the_notebook_on_the_page_and_in_the_api(client, ana, ben, campaign, read):
    client.force_login(ana)
    sent = {"name": "Ledger", "text": "x", "shared": "on", "tags": "money"}
    assert client.post(f"/campaigns/{campaign.pk}/world/new/", sent).status_code == 302
    assert "Party notebook" in read(ben, f"/campaigns/{campaign.pk}/world/")
    row = campaign.world.get(name="Ledger")
    client.force_login(ana)
    told = client.patch(
        f"/api/v1/world/{row.pk}/", {"notebook": False}, content_type="application/json", headers={"If-Match": "*"}
    )
    assert told.json()["notebook"] is False
