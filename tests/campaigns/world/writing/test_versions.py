"""The history of a page: who may read it, and restoring a version."""

import pytest

from campaigns.world import actions, reveals
from campaigns.world.versions.actions import restore_version
from campaigns.world.versions.queries import visible_versions
from common.edit_conflicts import EditConflict

pytestmark = pytest.mark.django_db


def test_a_gm_restores_a_version_and_later_ones_stay(write, membership):
    page = write("Quay", "First.", shown=True, tags=["old"])
    page = actions.change_entry(membership=membership, entry=page, revision=None, name="Pier", text="Second.", tags=[])
    first = page.history.filter(text="First.").latest()
    page = restore_version(membership=membership, entry=page, version_id=first.history_id, revision=page.revision)
    assert (page.name, page.text, page.tag_names, page.visibility) == ("Quay", "First.", ["old"], "party")
    assert page.history.filter(text="Second.").exists()
    assert "restored as of" in page.history.latest().history_change_reason
    with pytest.raises(EditConflict):
        restore_version(membership=membership, entry=page, version_id=first.history_id, revision=1)


def test_players_do_not_read_the_history_of_pages_of_the_gms(write, read, ana, gm, client):
    page = write("Quay", "Open.\n:::secret\nHIDDEN\n:::", shown=True)
    version = page.history.latest().history_id
    assert "HIDDEN" in read(gm, f"/world/{page.pk}/earlier/{version}/")
    read(ana, f"/world/{page.pk}/earlier/", 403)
    read(ana, f"/world/{page.pk}/earlier/{version}/", 403)
    client.force_login(ana)
    assert client.get(f"/api/v1/world/{page.pk}/earlier/").status_code == 403
    assert client.post(f"/world/{page.pk}/earlier/{version}/restore/").status_code == 403


def test_others_read_a_note_only_as_it_was_in_the_notebook(seat, ana, ben, read):
    note = actions.create_entry(membership=seat(ana), kind="note", name="Diary", text="PRIVATE thoughts.")
    private = note.history.latest().history_id
    note = actions.change_entry(membership=seat(ana), entry=note, revision=None, text="For all.")
    note = reveals.set_notebook(membership=seat(ana), entry=note, shared=True)
    assert [row.text for row in visible_versions(seat(ben), note)] == ["For all."]
    assert "PRIVATE" in "".join(row.text for row in visible_versions(seat(ana), note))
    read(ben, f"/world/{note.pk}/earlier/{private}/", 404)
    assert "PRIVATE" not in read(ben, f"/world/{note.pk}/earlier/")


def test_a_version_of_another_page_is_not_found(write, read, gm):
    page, other = write("Quay", "x"), write("Mill", "y")
    read(gm, f"/world/{page.pk}/earlier/{other.history.latest().history_id}/", 404)


def test_the_page_restores_a_version(write, membership, client, gm, read):
    page = write("Quay", "First.")
    version = page.history.latest().history_id
    page = actions.change_entry(membership=membership, entry=page, revision=None, text="Second.")
    shown = read(gm, f"/world/{page.pk}/earlier/{version}/")
    assert "<del>First.</del>" in shown
    assert "<ins>Second.</ins>" in shown
    client.post(f"/world/{page.pk}/earlier/{version}/restore/", {"revision": page.revision})
    page.refresh_from_db()
    assert page.text == "First."
