"""Every game at the site's table: encounters played on with the pages of every viewer."""

from itertools import count

import pytest
from django.core.exceptions import ValidationError

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter, EncounterSecret
from campaigns.log.models import LogEntry
from operations.demo import other_games
from people.models import Member
from rules import play as rules
from tests import factories
from tests.helpers import assert_replays

pytestmark = pytest.mark.django_db
STEPS = 30
# What would cut the evening short, or needs a page of its own.
APART = {"end", "leave", "concede", "join"}


def state_of(encounter):
    return EncounterSecret.sealed.get(encounter=encounter).state


def members(encounter):
    rows = Member.objects.filter(campaign=encounter.campaign).select_related("user", "campaign").order_by("pk")
    return [row for row in rows if row.role in {"gm", "player", "observer"}]


def look_everywhere(client, encounter):
    """Each member's page of the table and each of their seats', whole and as the live part."""
    for member in members(encounter):
        client.force_login(member.user)
        for seat in play.read_encounter(encounter, member).seats:
            part = client.get(f"/encounters/{encounter.pk}/table/?as={seat}")
            assert part.status_code == 200, (seat, part.content[:300])
            html = part.content.decode()
            assert "Fate Dealer" not in html
            assert "someone's turn" not in html


def step(encounter, turn):
    """One command of a participant who is to act: a random one as a rule, now and then the sensible one."""
    system, state = encounter.campaign.system, state_of(encounter)
    waiting = [actor for actor in rules.actors(system, state) if actor != "gm"] or ["gm"]
    actor = waiting[0]
    given = rules.policy(system, state, actor) if turn % 3 == 0 else None
    for seed in range(8):
        given = given or rules.sample(system, state, actor, seed=f"{turn}:{seed}")
        if given is not None and given["type"] not in APART:
            break
        given = None
    if given is None:
        return False
    row = encounter.participants.filter(key=given["actor"]).select_related("controller__user").first()
    gm = Member.objects.get(campaign=encounter.campaign, role="gm")
    by = row.controller.user if row is not None and row.controller else gm.user
    play.submit(encounter=encounter, by=by, command=given, seen=encounter.number)
    encounter.refresh_from_db()
    return True


@pytest.mark.parametrize("system", [told["system"] for told in other_games.GAMES])
def test_every_viewer_has_a_page_of_every_game_whatever_is_played(tables, client, system):
    encounter = tables[system]
    gm = Member.objects.get(campaign=encounter.campaign, role="gm")
    for turn in range(STEPS):
        if turn % 2 == 0:
            look_everywhere(client, encounter)
        if not step(encounter, turn):
            break
        if turn == STEPS // 2:
            play.undo(encounter=encounter, by=gm.user, to=max(play.undo_targets(encounter)[:-2] or [0]))
            encounter.refresh_from_db()
    play.submit(encounter=encounter, by=gm.user, command={"type": "end", "actor": "gm", "outcome": "They make peace."})
    assert_replays(encounter)
    look_everywhere(client, encounter)
    encounter.refresh_from_db()
    assert (encounter.status, encounter.outcome) == ("ended", "They make peace.")
    assert LogEntry.objects.filter(encounter=encounter, text__contains="They make peace.").exists()
    for page in ("", "fairness/", "account/"):
        assert client.get(f"/encounters/{encounter.pk}/{page}").status_code == 200
    award = f"/campaigns/{encounter.campaign_id}/award/"
    for member in members(encounter):
        client.force_login(member.user)
        led = award in client.get(f"/encounters/{encounter.pk}/").content.decode()
        assert led == member.is_gm, "only a GM goes on to the award"
    for row in encounter.participants.filter(character__isnull=False):
        client.force_login(gm.user)
        assert client.get(f"/characters/{row.character_id}/").status_code == 200


@pytest.mark.parametrize("system", [told["system"] for told in other_games.GAMES])
def test_pages_around_the_table_need_a_constant_number_of_queries(
    tables, client, system, django_assert_max_num_queries
):
    encounter = tables[system]
    client.force_login(Member.objects.get(campaign=encounter.campaign, role="gm").user)
    addresses = [f"/encounters/{encounter.pk}/", f"/campaigns/{encounter.campaign_id}/"]
    prepared = Encounter.objects.get(campaign=encounter.campaign, status="prepared")
    addresses += [f"/encounters/{prepared.pk}/", f"/campaigns/{encounter.campaign_id}/encounters/"]
    for address in addresses:
        with django_assert_max_num_queries(20):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("system", [told["system"] for told in other_games.GAMES])
def test_monsters_are_offered_where_the_game_has_any(tables, client, system):
    encounter = tables[system]
    client.force_login(Member.objects.get(campaign=encounter.campaign, role="gm").user)
    prepared = Encounter.objects.get(campaign=encounter.campaign, status="prepared")
    html = client.get(f"/encounters/{prepared.pk}/").content.decode()
    joins = client.get(f"/encounters/{encounter.pk}/join/").content.decode()
    met = system != "fortune-system"
    assert ("Add monsters" in html) == met
    assert ('name="monster"' in joins) == met


WHEN_NEWCOMERS_ACT = {
    "fortune-and-power": "They come last in the order, with two actions.",
    "fortune-system": "You can call for their checks from now on.",
    "game-of-bastards": "They draw a hand at once and act from the next round.",
}


@pytest.mark.parametrize("system", [told["system"] for told in other_games.GAMES])
def test_the_page_for_a_newcomer_says_when_one_acts_by_the_rules_of_the_game(tables, client, system):
    encounter = tables[system]
    client.force_login(Member.objects.get(campaign=encounter.campaign, role="gm").user)
    turns = count(1)
    while not play.may_join(encounter):
        assert step(encounter, next(turns))
    joins = client.get(f"/encounters/{encounter.pk}/join/").content.decode()
    assert f'<p class="help">{WHEN_NEWCOMERS_ACT[system]}</p>' in joins
    assert ("next round" in joins) == (system == "game-of-bastards")


def test_the_page_for_a_newcomer_promises_nothing_while_nobody_can_join(tables, client):
    encounter = tables["game-of-bastards"]
    client.force_login(Member.objects.get(campaign=encounter.campaign, role="gm").user)
    prepared = Encounter.objects.get(campaign=encounter.campaign, status="prepared")
    for row in (encounter, prepared):
        joins = client.get(f"/encounters/{row.pk}/join/")
        assert joins.status_code == 200
        assert "next round" not in joins.content.decode()


def test_a_hand_is_named_whether_one_or_several_hold_it(tables, client):
    encounter = tables["game-of-bastards"]
    client.force_login(Member.objects.get(campaign=encounter.campaign, role="gm").user)
    for participant, heading in (
        ("street-toughs", "The hand of Street toughs"),
        ("card-sharp", "The hand of Card sharp"),
    ):
        html = client.get(f"/encounters/{encounter.pk}/?as={participant}").content.decode()
        assert heading in html
        assert "&#x27;s hand" not in html


def test_opponents_are_refused_at_once_where_a_scene_has_none(tables, client):
    campaign = tables["fortune-system"].campaign
    membership = Member.objects.get(campaign=campaign, role="gm")
    row = Encounter.objects.get(campaign=campaign, status="prepared")
    lines = row.groups.count()
    ogre = factories.MonsterFactory(campaign=campaign, system="fortune-system", name="Ogre", stats={"hp": 9})
    with pytest.raises(ValidationError, match="do not take part"):
        actions.add_monsters(membership=membership, encounter=row, monster=ogre)
    client.force_login(membership.user)
    body = {"title": "The vault", "groups": [{"monster": ogre.pk}]}
    answer = client.post(f"/api/v1/campaigns/{campaign.pk}/encounters/", body, content_type="application/json")
    assert answer.status_code == 422
    assert "do not take part" in answer.content.decode()
    assert not Encounter.objects.filter(title="The vault").exists()
    assert row.groups.count() == lines
