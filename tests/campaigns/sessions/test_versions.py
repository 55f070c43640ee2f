"""The history of a session's texts and of a recap: who may read it, and restoring a version."""

import pytest

from campaigns.sessions import actions
from campaigns.sessions.recaps.actions import save_recap
from campaigns.sessions.versions.actions import restore_recap, restore_session
from common.edit_conflicts import EditConflict

pytestmark = pytest.mark.django_db


def version_of(row, **texts):
    """The id of the version with these texts."""
    return row.history.filter(**texts).latest().history_id


@pytest.fixture
def changed(running, session):
    """The session after its notes have been replaced."""
    row = actions.change_session(membership=running, session=session, notes="We climbed.", gm_notes="SECRET PLAN")
    return actions.change_session(membership=running, session=row, notes="Gone.", gm_notes="")


@pytest.fixture
def recap(running, changed):
    """A recap that was corrected once."""
    save_recap(membership=running, session=changed, audience="party", text="They climbed.")
    return save_recap(membership=running, session=changed, audience="party", text="They fell.")


def test_a_gm_restores_the_notes_of_a_session_and_later_versions_stay(running, changed):
    row = actions.change_session(membership=running, session=changed, remind_hours=48)
    version = version_of(row, notes="We climbed.")
    row = restore_session(membership=running, session=row, version_id=version, revision=row.revision)
    assert (row.notes, row.gm_notes, row.remind_hours) == ("We climbed.", "SECRET PLAN", 48)
    assert row.history.filter(notes="Gone.").exists()
    assert "restored as of" in row.history.latest().history_change_reason
    with pytest.raises(EditConflict):
        restore_session(membership=running, session=row, version_id=version, revision=1)


def test_the_history_of_a_session_names_who_wrote_each_version(running, session, gm):
    row = actions.plan_session(membership=running, title="The ford")
    row = actions.change_session(membership=running, session=row, notes="We waded.", reason="why " * 100)
    row = actions.record_attendance(membership=running, session=row, attendance=[running])
    row = actions.reopen_session(membership=running, session=row)
    row = actions.cancel_session(membership=running, session=row)
    assert set(row.history.values_list("history_user", flat=True)) == {gm.pk}
    assert row.history.count() == 5
    assert row.history.get(history_change_reason__startswith="why").history_change_reason == ("why " * 25)


def test_a_gm_restores_a_recap(running, recap):
    version = version_of(recap, text="They climbed.")
    row = restore_recap(membership=running, recap=recap, version_id=version, revision=recap.revision)
    assert row.text == "They climbed."
    assert row.history.filter(text="They fell.").exists()
    with pytest.raises(EditConflict):
        restore_recap(membership=running, recap=row, version_id=version, revision=recap.revision)


def test_only_gms_read_and_restore_these_histories(client, gm, ana, changed, recap):
    version = version_of(changed, gm_notes="SECRET PLAN")
    history, recaps = f"/sessions/{changed.pk}/earlier/", f"/sessions/{changed.pk}/recaps/party/earlier/"
    old = version_of(recap, text="They climbed.")
    client.force_login(ana)
    for address in (
        history,
        f"{history}{version}/",
        recaps,
        f"{recaps}{old}/",
        f"/api/v1{history}",
        f"/api/v1{recaps}",
    ):
        assert client.get(address).status_code == 403, address
    for address in (f"{history}{version}/restore/", f"/api/v1{history}{version}/restore/", f"{recaps}{old}/restore/"):
        assert client.post(address).status_code == 403, address
    client.force_login(gm)
    assert "SECRET PLAN" in client.get(f"{history}{version}/").content.decode()
    assert client.get(f"/sessions/{changed.pk}/recaps/gm/earlier/").status_code == 404  # still a draft


def test_the_pages_restore_a_session_and_a_recap(client, gm, changed, recap):
    client.force_login(gm)
    session_page = client.get(f"/sessions/{changed.pk}/").content.decode()
    history = f"/sessions/{changed.pk}/earlier/"
    assert f'href="{history}"' in session_page
    version = version_of(changed, notes="We climbed.")
    assert f"{history}{version}/" in client.get(history).content.decode()
    shown = client.get(f"{history}{version}/").content.decode()
    assert "<del>We climbed.</del>" in shown
    assert "<ins>Gone.</ins>" in shown
    client.post(f"{history}{version}/restore/", {"revision": changed.revision})
    changed.refresh_from_db()
    assert changed.notes == "We climbed."
    recaps = f"/sessions/{changed.pk}/recaps/party/earlier/"
    assert f'href="{recaps}"' in client.get(f"/sessions/{changed.pk}/recap/").content.decode()
    old = version_of(recap, text="They climbed.")
    answer = client.post(f"{recaps}{old}/restore/", {"revision": 1}, follow=True)
    assert "Someone has changed it." in answer.content.decode()
    client.post(f"{recaps}{old}/restore/", {"revision": recap.revision})
    recap.refresh_from_db()
    assert recap.text == "They climbed."


def test_scripts_list_and_restore_versions(client, gm, changed, recap):
    client.force_login(gm)
    history = f"/api/v1/sessions/{changed.pk}/earlier/"
    versions = client.get(history).json()["results"]
    assert [row["notes"] for row in versions] == ["Gone.", "We climbed.", ""]
    address = f"{history}{versions[1]['id']}/restore/"
    assert client.post(address, headers={"If-Match": '"1"'}).status_code == 412
    answer = client.post(address, headers={"If-Match": f'"{changed.revision}"'})
    assert answer.json()["notes"] == "We climbed."
    assert client.get(history).json()["results"][0]["by"] == gm.username
    recaps = f"/api/v1/sessions/{changed.pk}/recaps/party/earlier/"
    old = client.get(recaps).json()["results"][-1]
    assert client.post(f"{recaps}{old['id']}/restore/", headers={"If-Match": "*"}).json()["text"] == "They climbed."
