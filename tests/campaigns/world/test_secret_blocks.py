"""What a player receives is byte for byte the same with a secret block and without it, over every channel."""

import pytest

from campaigns.log.models import LogEntry
from campaigns.overview import actions as overview_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Session
from campaigns.world import actions as world_actions
from campaigns.world.models import WorldEntry
from characters.models import Character
from characters.sheets.actions import create_character, edit_character
from common import secret_blocks
from people.models import Campaign
from tests.campaigns.world.channels import everything_told
from tests.people.helpers import forbidden, place, refused

PLAIN = "Rain over [[The mill]]."
SECRET = f"{PLAIN}\n:::secret\nCANARY of [[The mill]] and [[Otto Grau]]\n:::"


@pytest.fixture
def texts(membership, write, otto, campaign):
    """Every text that takes secrets, with one; returns how they are put to another text."""
    write("The mill", SECRET, kind="location", shown=True)
    session_actions.plan_session(membership=membership, title="Rain", notes=SECRET)
    overview_actions.change_campaign(membership=membership, summary=SECRET)
    Character.objects.filter(pk=otto.pk).update(visible=True, about=SECRET)

    def put(text):
        Campaign.objects.filter(pk=campaign.pk).update(summary=text)
        Session.objects.update(notes=text)
        WorldEntry.objects.update(text=text)
        Character.objects.filter(pk=otto.pk).update(about=text)

    return put


@pytest.fixture
def received(client, campaign, texts):
    """Everything that a person is told, by its address."""
    return lambda user: everything_told(client, campaign, user)


@pytest.mark.parametrize("who", ["ana", "watcher"])
def test_with_and_without_the_secret_a_player_receives_the_same(request, received, texts, who):
    reader = request.getfixturevalue(who)
    told = received(reader)
    assert not [address for address, text in told.items() if "CANARY" in text]
    texts(PLAIN)
    without = received(reader)
    assert [address for address in told if told[address] != without[address]] == []


def test_the_gm_reads_every_secret_in_a_box(received, gm):
    told = received(gm)
    boxed = [address for address, text in told.items() if 'class="secret"' in text]
    assert len(boxed) == 4, boxed
    assert all("CANARY" in told[address] for address in boxed)


def test_a_planted_leak_is_found_in_every_channel(received, ana, monkeypatch):
    monkeypatch.setattr(secret_blocks, "split_blocks", lambda text: iter([secret_blocks.Piece((), text)]))
    leaks = {address for address, text in received(ana).items() if "CANARY" in text}
    assert {"world.md", "sessions.md", "data/known.jsonl", "data/world.jsonl", "data/sessions.jsonl"} <= leaks
    assert len(leaks) >= 15, sorted(leaks)


def test_that_only_a_secret_changed_only_gms_learn(received, membership, ana):
    before = received(ana)["data/log.jsonl"]
    overview_actions.change_campaign(membership=membership, summary=SECRET.replace("CANARY", "CANARY two"))
    assert received(ana)["data/log.jsonl"] == before
    line = LogEntry.objects.latest("pk")
    assert (line.audience, line.text) == ("gm", "Campaign changed: summary.")
    overview_actions.change_campaign(membership=membership, summary=SECRET.replace("Rain", "Snow"))
    assert not [line for line in LogEntry.objects.all() if "CANARY" in f"{line.text} {line.data}"]
    assert LogEntry.objects.latest("pk").audience == "all"


def test_a_new_name_is_followed_in_the_summary_and_in_what_is_known_of_npcs(texts, membership, campaign, otto):
    world_actions.change_entry(
        membership=membership, entry=WorldEntry.objects.get(), revision=None, name="The old mill"
    )
    campaign.refresh_from_db()
    otto.refresh_from_db()
    assert "[[The old mill]]" in campaign.summary
    assert otto.about.count("[[The old mill]]") == 2


def test_no_gm_leaves_a_secret_in_notes_that_the_player_reads_whole(campaign, gm, ana, client):
    hero = create_character(campaign=campaign, by=ana, owner=ana, name="Mara", sheet={"class": "warrior"})
    with refused("can read all of these notes"):
        edit_character(character=hero, by=gm, revision=1, changes={"notes": SECRET})
    with refused("Only NPCs"):
        edit_character(character=hero, by=gm, revision=1, changes={"about": "Tall."})
    assert edit_character(character=hero, by=gm, revision=1, changes={"gm_notes": SECRET}).gm_notes == SECRET
    client.force_login(ana)
    assert b"CANARY" not in client.get(f"/characters/{hero.pk}/").content
    with forbidden("Only the GM"):
        overview_actions.change_campaign(membership=place(campaign, ana), summary="Mine.")
