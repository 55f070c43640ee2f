"""A player's own export holds what is theirs and what they may see, and nothing of anyone's else."""

import io
import json
import zipfile

import pytest

from campaigns.archive import member_export as mine
from campaigns.log.calendar.dates import set_date
from campaigns.sessions.actions import cancel_session, plan_session
from campaigns.world import wiki_links
from campaigns.world.maps.models import MapRendering
from campaigns.world.models import WorldEntry
from people.models import Member
from tests.planting import read_without_compiled_sql
from tests.site.secrecy.channels import cards_in, hands, secrets_of

pytestmark = pytest.mark.django_db
SEAT = {"ana": 0, "ben": 1}


@pytest.fixture
def world(seeded_campaign, ben):
    """A campaign of everything, with words that a player must not read."""
    campaign = seeded_campaign
    campaign.characters.filter(owner=ben).update(gm_notes="CANARY-gm-note")
    campaign.characters.filter(owner=ben).update(notes="CANARY-of-ben")
    campaign.sessions.update(
        gm_notes="CANARY-session", agenda="CANARY-agenda", notes="Seen.\n:::secret\nCANARY-block\n:::"
    )
    campaign.log.filter(audience="gm").update(text="CANARY-log")
    campaign.encounters.filter(status="prepared").update(title="CANARY-prepared")
    campaign.encounters.update(notes="CANARY-encounter")
    campaign.imported.update(title="CANARY-module")
    return campaign


def text_of(campaign, user):
    """Everything in the person's own export."""
    membership = Member.objects.select_related("campaign", "user").get(campaign=campaign, user=user)
    file = io.BytesIO()
    mine.write_member_export(membership, file)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def sightings(campaign, told):
    return sorted({name for name, text in told.items() if "CANARY" in text.replace("CANARY-of-ben", "")})


def test_a_player_gets_their_own_and_nothing_that_is_hidden(world, ana, ben):
    told = text_of(world, ana)
    assert sightings(world, told) == []
    assert not any("CANARY-of-ben" in text for text in told.values())
    hero = json.loads(told["data/characters.jsonl"].splitlines()[0])
    assert hero["experience"]
    assert hero["history"]
    assert "The mill" not in told["data/world.jsonl"], "shown to nobody"
    assert "The cellar" in text_of(world, ben)["data/world.jsonl"], "shown to Ben"
    assert "The cellar" not in told["data/world.jsonl"]
    assert "We met Olga." in told["log.md"]
    assert "Time zone: UTC" in told["log.md"]
    assert "Seen." in told["sessions.md"]


@pytest.mark.parametrize("name", ["ana", "ben"])
def test_no_card_of_anybody_else_and_no_secret_of_a_pile(world, request, name):
    told = text_of(world, request.getfixturevalue(name))
    everything = "\n".join(text for path, text in told.items() if path != "manifest.json")
    account = {}
    for line in told["data/encounters.jsonl"].splitlines():
        one = json.loads(line)
        account[one["id"]] = one
    seen = 0
    for row in world.encounters.exclude(status="prepared"):
        key = row.participants.filter(controller__user__username=name).values_list("key", flat=True)
        held = hands(row)
        shown = {card for event in row.events.filter(public=True) for card in cards_in(json.dumps(event.body))}
        own = {card for who in key for card in held.get(who, [])}
        foreign = {card for who, cards in held.items() if who not in key and who != "pile" for card in cards}
        mine_ = cards_in(json.dumps(account[row.pk], ensure_ascii=False))
        assert not (mine_ & foreign) - shown - own
        seen += len(own & mine_)
        assert not [secret for secret in secrets_of(row) if secret in everything]
    assert seen, "one's own cards are there, or nothing is proved"


def test_an_observer_gets_what_observers_see(world, watcher):
    Member.objects.create(campaign=world, user=watcher, role="observer")
    told = text_of(world, watcher)
    assert sightings(world, told) == []
    assert told["data/characters.jsonl"] == ""


def test_a_planted_leak_is_found(world, ana, monkeypatch):
    read_without_compiled_sql(monkeypatch)
    monkeypatch.setattr(wiki_links, "visible_text", lambda text, is_gm, opened=(): text)
    assert sightings(world, text_of(world, ana)) == ["data/sessions.jsonl", "sessions.md"]
    monkeypatch.undo()
    read_without_compiled_sql(monkeypatch)
    monkeypatch.setattr(mine, "visible_log_entries", lambda membership: membership.campaign.log.all())
    assert sightings(world, text_of(world, ana)) == ["data/log.jsonl", "log.md"]
    assert WorldEntry


def test_the_pictures_of_maps_are_read_without_writing(world, ana):
    """An export reads a snapshot, in which nothing may be written."""
    world.maps.update(visibility="party")
    before = sorted(name for name in text_of(world, ana) if name.startswith("media/map-"))
    MapRendering.objects.all().delete()
    assert sorted(name for name in text_of(world, ana) if name.startswith("media/map-")) == before
    assert before
    assert not MapRendering.objects.exists()


def test_the_dates_of_cancelled_sessions_are_in_no_export_and_those_of_played_ones_are(world, gm, ana):
    membership = Member.objects.select_related("campaign", "user").get(campaign=world, user=gm)
    coming = plan_session(membership=membership, title="Never")
    set_date(membership=membership, kind="session", thing=coming, date="4 Rust 312 AL")
    assert "4 Rust" in text_of(world, ana)["data/dates.jsonl"]
    cancel_session(membership=membership, session=coming)
    dates = text_of(world, ana)["data/dates.jsonl"]
    assert "4 Rust" not in dates
    assert "1 Rust" in dates
