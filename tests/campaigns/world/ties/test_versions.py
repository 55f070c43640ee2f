"""The history of ties and of the steps and rewards of threads, and restoring a version."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.world.quests import actions as quest_actions
from campaigns.world.quests.models import QuestLine
from campaigns.world.quests.versions.actions import restore_line
from campaigns.world.ties import actions as tie_actions
from campaigns.world.ties.versions.actions import restore_tie
from common.edit_conflicts import EditConflict

pytestmark = pytest.mark.django_db


@pytest.fixture
def thread(write):
    """A thread that everyone knows."""
    return write("Who burned the mill?", kind="thread", shown=True)


@pytest.fixture
def changed(tie, known, hero, membership):
    """A tie whose words were changed once."""
    row = tie(known, hero, words="sister of", since="SECRET SPRING", visibility="party")
    return tie_actions.change_tie(membership=membership, tie=row, revision=None, words="friend of", since="312")


def test_a_gm_restores_the_words_of_a_tie_and_its_readers_stay(changed, membership, seat, ana):
    version = changed.history.filter(words="sister of").latest().history_id
    with pytest.raises(PermissionDenied):
        restore_tie(membership=seat(ana), tie=changed, version_id=version, revision=changed.revision)
    row = restore_tie(membership=membership, tie=changed, version_id=version, revision=changed.revision)
    assert (row.words, row.since, row.visibility) == ("sister of", "SECRET SPRING", "party")
    assert "restored as of" in row.history.latest().history_change_reason
    with pytest.raises(EditConflict):
        restore_tie(membership=membership, tie=row, version_id=version, revision=1)


def test_only_gms_read_the_history_of_a_tie(changed, read, gm, ana, client):
    version = changed.history.filter(words="sister of").latest().history_id
    for address in (f"/ties/{changed.pk}/earlier/", f"/ties/{changed.pk}/earlier/{version}/"):
        read(ana, address, 403)
    assert client.get(f"/api/v1/ties/{changed.pk}/earlier/").status_code == 403
    assert client.post(f"/ties/{changed.pk}/earlier/{version}/restore/").status_code == 403
    assert f"/ties/{changed.pk}/earlier/" in read(gm, f"/ties/{changed.pk}/edit/")
    assert f"/earlier/{version}/" in read(gm, f"/ties/{changed.pk}/earlier/")
    assert "<del>SECRET SPRING</del>" in read(gm, f"/ties/{changed.pk}/earlier/{version}/")
    client.post(f"/ties/{changed.pk}/earlier/{version}/restore/", {"revision": changed.revision})
    changed.refresh_from_db()
    assert changed.words == "sister of"


def test_a_step_returns_as_it_was_and_a_removed_one_at_the_end(thread, membership):
    first = quest_actions.add_line(membership=membership, thread=thread, text="Ask Otto")
    quest_actions.add_line(membership=membership, thread=thread, text="Search the mill")
    quest_actions.change_line(membership=membership, line=first, text="Ask Berta", done=True)
    version = QuestLine.history.filter(text="Ask Otto").latest().history_id
    row = restore_line(membership=membership, thread=thread, version_id=version)
    assert (row.pk, row.text, row.done) == (first.pk, "Ask Otto", None)
    quest_actions.remove_line(membership=membership, line=row)
    done = QuestLine.history.filter(text="Ask Berta").latest().history_id
    row = restore_line(membership=membership, thread=thread, version_id=done)
    assert row.done is not None
    assert [line.text for line in thread.quest_lines.all()] == ["Search the mill", "Ask Berta"]
    assert "restored as of" in row.history.latest().history_change_reason


@pytest.mark.parametrize("gm_only", [True, False])
def test_restoring_a_step_does_not_change_who_sees_it(thread, membership, read, gm, gm_only):
    row = quest_actions.add_line(membership=membership, thread=thread, text="Ask Otto", gm_only=not gm_only)
    version = row.history.latest().history_id
    row = quest_actions.change_line(membership=membership, line=row, gm_only=gm_only)
    restored = f"/earlier/{version}/restore/"
    assert restored not in read(gm, f"/threads/{thread.pk}/quest/earlier/")
    quest_actions.change_line(membership=membership, line=row, text="Ask Berta")
    assert restored in read(gm, f"/threads/{thread.pk}/quest/earlier/")
    row = restore_line(membership=membership, thread=thread, version_id=version)
    assert (row.text, row.gm_only) == ("Ask Otto", gm_only)
    quest_actions.remove_line(membership=membership, line=row)
    row = restore_line(membership=membership, thread=thread, version_id=version)
    assert (row.text, row.gm_only) == ("Ask Otto", gm_only)


@pytest.mark.parametrize("restored_campaign", [False, True])
def test_a_removed_step_returns_only_once(thread, membership, read, gm, restored_campaign):
    row = quest_actions.add_line(membership=membership, thread=thread, text="Ask Otto")
    row = quest_actions.change_line(membership=membership, line=row, text="Ask Berta")
    versions = [line.history_id for line in row.history.order_by("history_id")]
    quest_actions.remove_line(membership=membership, line=row)
    if restored_campaign:
        QuestLine.history.filter(thread=thread.pk).update(id=-row.pk)
    rows = [restore_line(membership=membership, thread=thread, version_id=version) for version in versions]
    assert rows[0].pk == rows[1].pk > 0
    assert [line.text for line in thread.quest_lines.all()] == ["Ask Berta"]
    assert f"/earlier/{versions[1]}/restore/" not in read(gm, f"/threads/{thread.pk}/quest/earlier/")


def test_a_full_thread_takes_no_removed_step_back(thread, membership):
    row = quest_actions.add_line(membership=membership, thread=thread, text="Ask Otto")
    version = row.history.latest().history_id
    quest_actions.remove_line(membership=membership, line=row)
    for number in range(quest_actions.MOST_OF_A_THREAD):
        quest_actions.add_line(membership=membership, thread=thread, text=f"Step {number}")
    with pytest.raises(ValidationError):
        restore_line(membership=membership, thread=thread, version_id=version)


def test_only_gms_read_the_history_of_steps(thread, membership, read, gm, ana, client, write):
    row = quest_actions.add_line(membership=membership, thread=thread, text="HIDDEN STEP", gm_only=True)
    version = row.history.latest().history_id
    quest_actions.remove_line(membership=membership, line=row)
    address = f"/threads/{thread.pk}/quest/earlier/"
    read(ana, address, 403)
    assert client.get(f"/api/v1{address}").status_code == 403
    assert client.post(f"{address}{version}/restore/").status_code == 403
    assert address in read(gm, f"/world/{thread.pk}/")
    page = read(gm, address)
    assert "HIDDEN STEP" in page
    assert "removed" in page
    elsewhere = write("The toll", kind="thread")
    assert client.post(f"/api/v1/threads/{elsewhere.pk}/quest/earlier/{version}/restore/").status_code == 404
    assert client.get(f"/api/v1{address}").json()["results"][0]["removed"] is True
    assert client.post(f"/api/v1{address}{version}/restore/").json()["gm_only"] is True
    client.post(f"{address}{version}/restore/")
    assert thread.quest_lines.count() == 1


def test_a_gm_brings_a_removed_tie_back(changed, membership, read, gm, ana, client):
    tie_actions.remove_tie(membership=membership, tie=changed)
    listed, back = f"/campaigns/{changed.campaign_id}/ties/removed/", f"/ties/{changed.pk}/bring-back/"
    read(ana, listed, 403)
    assert client.get(f"/api/v1{listed}").status_code == 403
    assert client.post(back).status_code == client.post(f"/api/v1{back}").status_code == 404
    assert "friend of" in read(gm, listed)
    assert [row["id"] for row in client.get(f"/api/v1{listed}").json()["results"]] == [changed.pk]
    client.post(back)
    changed.refresh_from_db()
    assert (changed.removed, changed.words, changed.visibility) == (None, "friend of", "party")
    assert "friend of" in read(ana, f"/campaigns/{changed.campaign_id}/ties/")
    client.force_login(gm)
    assert client.post(f"/api/v1{back}").status_code == 404
    assert "friend of" not in read(gm, listed)
