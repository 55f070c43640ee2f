"""The live part of players is rendered once for all screens that show the same, and shows what it would show alone."""

import random
import re
import time

import pytest
from django.test import Client

from campaigns.encounters import play
from campaigns.encounters.models import Event
from campaigns.encounters.table import shared_part
from characters.models import Character
from common import fragments
from people.access import get_membership
from rules.models import CatalogueRow
from tests import factories
from tests.site.secrecy.tables import KINDS, play_on

pytestmark = pytest.mark.django_db
DIFFERENT_EACH_TIME = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|name="key" value="[0-9a-f]{32}')


@pytest.fixture(autouse=True)
def _empty_cache():
    fragments.CACHE.clear()


@pytest.fixture
def rendered(monkeypatch):
    """The seats of the parts that were rendered to be shared, in turn."""
    seats, render = [], shared_part._render
    monkeypatch.setattr(shared_part, "_render", lambda facts: seats.append(facts.seat) or render(facts))
    return seats


def part_of(user, encounter):
    """What a screen of someone's receives; the status where that is no page."""
    client = Client()
    client.force_login(user)
    answer = client.get(f"/encounters/{encounter.pk}/table/", headers={"HX-Request": "true"})
    return DIFFERENT_EACH_TIME.sub("", answer.content.decode()) if answer.status_code == 200 else answer.status_code


def change_range(fight, gm):
    order = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": "far"}
    play.submit(encounter=fight, by=gm, command=order)


def test_two_screens_of_a_player_share_a_part_until_the_next_play(fight, gm, ana, ben, watcher, rendered):
    first = part_of(ana, fight)
    assert part_of(ana, fight) == first
    assert "only you can see it" in first
    assert rendered == ["mara"]
    part_of(ben, fight)
    part_of(watcher, fight)
    assert rendered == ["mara", "bo", "observer"]
    change_range(fight, gm)
    assert part_of(ana, fight) != first
    assert rendered == ["mara", "bo", "observer", "mara"]


def test_everybody_who_watches_shares_a_part(campaign, fight, watcher, rendered):
    other = factories.MemberFactory(campaign=campaign, role="observer").user
    assert part_of(watcher, fight) == part_of(other, fight)
    assert rendered == ["observer"]


def test_a_gms_part_is_not_shared(fight, gm, rendered):
    assert "orders-area" in part_of(gm, fight)
    assert rendered == []


def test_each_form_has_a_key_and_a_token_of_its_own(client, fight, ana):
    client.force_login(ana)
    address = f"/encounters/{fight.pk}/table/"
    pages = [client.get(address, headers={"HX-Request": "true"}).content.decode() for _screen in range(2)]
    found = [set(re.findall(r'name="(?:key|csrfmiddlewaretoken)" value="(\w+)"', page)) for page in pages]
    assert len(found[0]) == 2
    assert not found[0] & found[1]
    kept = "".join(fragments.CACHE._texts.values())
    assert not [secret for secret in found[0] | found[1] if secret in kept]


def test_somebody_who_gives_a_seat_away_receives_nothing_more_of_it(campaign, fight, gm, ana, ben):
    hers = part_of(ana, fight)
    hand = set(re.findall(r'name="some:cards" value="(\w+)"', hers)) or {"Mara&#x27;s hand"}
    assert all(card in hers for card in hand)
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=get_membership(ben, campaign.pk))
    assert "only you can see it" not in part_of(ana, fight)
    assert not [card for card in hand if f'value="{card}"' in part_of(ana, fight)]
    campaign.members.filter(user=ben).update(role="observer")
    assert "only you can see it" not in part_of(ben, fight)
    campaign.members.filter(user=ben).update(left=campaign.created)
    assert part_of(ben, fight) == 404


def test_a_portrait_that_is_hidden_from_a_player_leaves_without_a_play(campaign, fight, ben):
    Character.objects.filter(name="Mara").update(portrait="0" * 64, visible=True)
    assert "0" * 12 in part_of(ben, fight)
    Character.objects.filter(name="Mara").update(visible=False)
    assert "0" * 12 not in part_of(ben, fight)


@pytest.mark.parametrize("kind", KINDS)
def test_a_shared_part_shows_what_a_part_shows_that_is_rendered_for_one(kind, monkeypatch):
    rng = random.Random(kind)
    table = KINDS[kind](rng)
    people = [user for user in table.people.values() if user is not None]
    for _moment in range(2):
        shared = [part_of(user, table.encounter) for user in people]
        assert [part_of(user, table.encounter) for user in people] == shared
        with monkeypatch.context() as patch:
            patch.setattr(shared_part, "_is_shared", lambda table: False)
            patch.setattr(shared_part.CachedPart, "html", lambda part: None)
            assert [part_of(user, table.encounter) for user in people] == shared
        play_on(table, rng, 2)


def test_the_test_above_finds_a_key_that_forgets_what_a_viewer_sees(fight, ana, ben, monkeypatch):
    alone = [part_of(user, fight) for user in (ana, ben)]
    fragments.CACHE.clear()
    key = fragments.fragment_key

    def leaky_key(names, facts, *around):
        part = facts.get("part")
        return key(names, {"number": part.encounter.number} if part else facts, *around)

    monkeypatch.setattr(fragments, "fragment_key", leaky_key)
    assert [part_of(user, fight) for user in (ana, ben)] != alone


@pytest.fixture
def opened(monkeypatch):
    """The members for whom the state was opened, in turn."""
    found, table_of = [], shared_part.table_of
    monkeypatch.setattr(
        shared_part,
        "table_of",
        lambda seen, *given, **more: found.append(seen.membership) or table_of(seen, *given, **more),
    )
    return found


def test_from_the_same_rows_a_part_is_the_same_without_opening_the_state(fight, gm, ana, ben, opened):
    first = part_of(ana, fight)
    assert part_of(ana, fight) == first
    assert [each.user for each in opened] == [ana]
    part_of(ben, fight)
    change_range(fight, gm)
    part_of(ana, fight)
    assert [each.user for each in opened] == [ana, ben, ana]


def test_a_part_that_depends_on_more_rows_is_made_each_time(fight, ana, opened, monkeypatch):
    monkeypatch.setattr(shared_part, "_is_shared", lambda table: False)
    for _screen in range(2):
        part_of(ana, fight)
    assert len(opened) == 2


def test_a_form_that_offers_rows_of_the_catalogue_is_made_again_when_they_change(campaign, fight, ana, opened):
    first = part_of(ana, fight)
    assert 'name="number:' in first
    row = CatalogueRow.objects.create(
        system=campaign.system, campaign=campaign, kind="modifier", key="fog", name="Fog", figures={"value": 3}
    )
    part_of(ana, fight)
    assert len(opened) == 2
    row.delete()
    assert part_of(ana, fight) == first
    assert len(opened) == 2


def test_a_name_that_is_replaced_in_an_event_leaves_all_screens_within_a_minute(fight, ana, ben, monkeypatch):
    event = Event.objects.filter(encounter=fight, public=True).order_by("pk").last()
    sentence = {"type": "note", "rules": [], "visible_to": "all", "text": "Quillon undid the last play."}
    new = Event.objects.create(encounter=fight, number=event.number, position=99, body=sentence, public=True)
    assert all("Quillon" in part_of(user, fight) for user in (ana, ben))
    new.body |= {"text": "deleted-1 undid the last play."}
    new.save()
    later = time.monotonic() + 61
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert not any("Quillon" in part_of(user, fight) for user in (ana, ben))


def test_a_change_of_a_row_shows_without_a_play(campaign, fight, ana):
    part_of(ana, fight)
    type(fight).objects.update(title="Another title")
    assert "Another title" in part_of(ana, fight)
    type(campaign).objects.update(name="Another campaign")
    assert "Another campaign" in part_of(ana, fight)


def test_a_planted_key_that_forgets_who_looks_is_noticed(fight, ana, ben, monkeypatch):
    alone = [part_of(user, fight) for user in (ana, ben)]
    monkeypatch.setattr(shared_part.CachedPart, "key", property(lambda part: b"number %d" % part.reading.number))
    assert [part_of(user, fight) for user in (ana, ben)] != alone
