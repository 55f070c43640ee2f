"""Threads as quests, the campaign at a glance, and emblems."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.emblems import draw_emblem, initials
from campaigns.world.glance.queries import get_glance
from campaigns.world.quests import actions
from campaigns.world.quests.models import QuestLine
from campaigns.world.quests.queries import quests_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def thread(write):
    """A thread that everyone knows."""
    return write("Who burned the mill?", kind="thread", shown=True)


def lines(member, thread):
    quest = quests_of(member, [thread])[thread.pk]
    return [line.text for line in (*quest.steps, *quest.rewards)]


def test_steps_keep_their_order_and_secrets(membership, seat, ana, thread):
    for text in ("Ask Otto", "Search the mill"):
        actions.add_line(membership=membership, thread=thread, text=text)
    actions.add_line(membership=membership, thread=thread, text="Ten crowns", kind="reward")
    trap = actions.add_line(membership=membership, thread=thread, text="Fall for it", gm_only=True)
    actions.change_line(membership=membership, line=trap, earlier=True)
    assert lines(membership, thread) == ["Ask Otto", "Fall for it", "Search the mill", "Ten crowns"]
    assert lines(seat(ana), thread) == ["Ask Otto", "Search the mill", "Ten crowns"]
    first = QuestLine.objects.get(text="Ask Otto")
    actions.change_line(membership=membership, line=first, done=True)
    quest = quests_of(seat(ana), [thread])[thread.pk]
    assert (quest.done, quest.next_step.text) == (1, "Search the mill")
    reveals.hide_entry(membership=membership, entry=thread)
    assert lines(seat(ana), thread) == []


def test_only_gms_write_steps_and_only_of_threads(membership, seat, ana, thread, write, client):
    with pytest.raises(PermissionDenied):
        actions.add_line(membership=seat(ana), thread=thread, text="x")
    with pytest.raises(PermissionDenied):
        actions.add_line(membership=membership, thread=write("The ford", kind="location"), text="x")
    with pytest.raises(ValidationError):
        actions.add_line(membership=membership, thread=thread, text=" ")
    row = actions.add_line(membership=membership, thread=thread, text="Ask", gm_only=True)
    client.force_login(ana)
    assert client.post(f"/threads/{thread.pk}/quest/", {"text": "x", "kind": "step"}).status_code == 403
    assert client.post(f"/quest-lines/{row.pk}/change/", {"change": "done"}).status_code == 404


def test_the_page_of_a_thread_has_its_quest(membership, gm, ana, thread, client, read):
    client.force_login(gm)
    client.post(f"/threads/{thread.pk}/quest/", {"text": "Ask Otto", "kind": "step"})
    row = QuestLine.objects.get()
    for pressed in ("done", "hide", "show", "nonsense"):
        client.post(f"/quest-lines/{row.pk}/change/", {"change": pressed})
    row.refresh_from_db()
    assert row.done
    assert not row.gm_only
    assert "Ask Otto" in read(ana, f"/world/{thread.pk}/")
    client.force_login(gm)
    client.post(f"/quest-lines/{row.pk}/change/", {"change": "remove"})
    assert not QuestLine.objects.exists()
    assert QuestLine.history.filter(history_type="-").exists()


def test_a_glance_tells_what_the_member_knows(membership, seat, ana, tie, known, otto, write, thread, read, campaign):
    mill = write("The mill", kind="location", shown=True)
    den = write("The den", kind="location")
    tie(known, mill, "", kind="lives", visibility="party")
    tie(otto, mill, "", kind="lives", visibility="party")
    for place in (mill, den):
        world_actions.change_entry(membership=membership, entry=place, revision=None, here=True)
    assert get_glance(membership).place == den
    glance = get_glance(seat(ana))
    assert (glance.place, glance.near) == (mill, [known])
    assert [row for row, _quest in glance.threads] == [thread]
    assert {line.tie and line.tie.from_person for line in glance.learned} == {None, known}
    page = read(ana, f"/campaigns/{campaign.pk}/world/")
    assert "Where we are" in page
    assert "The den" not in page


def test_the_party_comes_only_to_locations(membership, write, thread, ana, gm, client):
    with pytest.raises(ValidationError):
        world_actions.change_entry(membership=membership, entry=thread, revision=None, here=True)
    mill = write("The mill", kind="location", shown=True)
    client.force_login(ana)
    assert client.post(f"/world/{mill.pk}/here/").status_code == 403
    client.force_login(gm)
    assert client.post(f"/world/{mill.pk}/here/").status_code == 302
    mill.refresh_from_db()
    assert mill.here


def test_a_name_always_has_the_same_emblem():
    assert draw_emblem("Otto  Grau", "person") == draw_emblem("otto grau", "person")
    assert draw_emblem("Otto Grau", "person") != draw_emblem("Otto Grau", "faction")
    assert [initials(name) for name in ("The ring of salt", "Sil", "der", "…", "<b>")] == ["RS", "S", "D", "?", "?"]
    assert "<b" not in draw_emblem("<script>", "x")


def test_a_step_shows_the_words_of_its_links(membership, ana, read, thread):
    actions.add_line(membership=membership, thread=thread, text="Find [[Lady Ash|the lady]] of [[The keep]]")
    page = read(ana, f"/world/{thread.pk}/")
    assert "Find the lady of The keep" in page
    assert "Lady Ash" not in page
