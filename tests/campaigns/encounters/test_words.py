"""What people read at the table: names and words, never an id or a key of the engine's; foes before friends."""

import html
import json
import re

import pytest
from django.template.loader import render_to_string

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.table import gm_orders
from campaigns.encounters.table.offer_forms import offer_actions
from campaigns.encounters.table.queries import get_table
from campaigns.encounters.table.target_ordering import order_targets
from people.access import get_membership
from rules.engine.offers import offer, one, some
from tests import factories
from tests.campaigns.encounters.test_every_game import members, step

pytestmark = pytest.mark.django_db
STEPS = 12
TAG = re.compile(r"""<(?:"[^"]*"|'[^']*'|[^>"'])*>""")
SAID = re.compile(r'\s(?:aria-label|title|placeholder|data-(?:name|say|say-with|label|friend))="([^"]*)"')
KEY = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])|(?<!\w)[a-z0-9]+(?:_[a-z0-9]+)+(?!\w)")
# English that happens to be written like a key.
WORDS = {"bare-handed", "face-down"}


def keys_read(page):
    """Every id or key that a person would read on a page: in its text, and in what its attributes say to people."""
    words = [TAG.sub("\n", page), *SAID.findall(page)]
    return {found for text in words for found in KEY.findall(html.unescape(text))} - WORDS


@pytest.fixture
def ambush(campaign, gm, ana):
    """Two heroes, one of them nobody's, against two bandits."""
    membership = get_membership(gm, campaign.pk)
    heroes = [
        factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"}),
        factories.CharacterFactory(campaign=campaign, owner=ana, name="Lea Thorn", sheet={"class": "wizard"}),
    ]
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=heroes)
    bandit = factories.MonsterFactory(campaign=campaign, name="Bandit")
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=2)
    return encounter_actions.start(membership=membership, encounter=row, seed=5)


def read_everywhere(client, encounter, turn):
    """What the GM reads, with the orders on one participant opened, and what the actor's player reads."""
    participants = list(encounter.participants.values_list("key", flat=True))
    for member in members(encounter):
        client.force_login(member.user)
        seats = play.read_encounter(encounter, member).seats
        opened = participants[turn % len(participants)]
        yield client.get(f"/encounters/{encounter.pk}/table/?as={seats[turn % len(seats)]}&orders={opened}")


SYSTEMS = ["fifty-two-fates", "fortune-and-power", "fortune-system", "game-of-bastards"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_reads_an_id_or_a_key_whatever_is_played(request, client, system):
    other = system != SYSTEMS[0]
    encounter = request.getfixturevalue("tables")[system] if other else request.getfixturevalue("ambush")
    for turn in range(STEPS):
        for answer in read_everywhere(client, encounter, turn):
            assert keys_read(answer.content.decode()) == set(), f"after {turn} plays"
        if not step(encounter, turn):
            break


def test_a_key_would_be_found():
    page = '<p class="a-class" data-x="x > y-z"\n  title="fd_hand">Set the range &#xb7; bandit&#45;1 · Mara</p>'
    assert keys_read(page) == {"fd_hand", "bandit-1"}


def test_the_range_is_set_from_a_name_to_anybody_else_by_name(ambush, gm):
    shown = get_table(ambush, get_membership(gm, ambush.campaign_id), "gm", opened="mara")
    (to_set,) = [order for order in shown.orders_on("mara") if order.type == "set-range"]
    assert json.loads(to_set.do)["fixed"] == {"a": "mara"}
    options = {each.field: each.options for each in to_set.inputs}
    assert options["b"] == ["lea-thorn", "bandit-1", "bandit-2"]
    assert options["range"] == ["melee", "near", "far", "unseen"]
    general = [order for group in shown.order_groups for order in [*group.quick, *group.forms]]
    assert "set-range" not in [order.type for order in general]
    assert len({order.label for order in general}) == len(general), "a form an order"


def test_an_order_for_everybody_or_one_stands_in_both_places():
    made = offer("rest", "gm", "Call a rest", [], choices={"target": one(["ana", "ork"], optional=True)})
    participants = {"ana": {"name": "Ana"}, "ork": {"name": "Ork"}}
    (everyone,) = gm_orders.general_orders([made], participants)
    (of_ana,) = gm_orders.orders_for([made], participants, "ana")
    assert everyone.targets is None
    assert json.loads(everyone.do)["take"] == []
    assert json.loads(of_ana.do)["take"] == ["one:target"]


PARTICIPANTS = {
    "ana": {"side": "players"},
    "lea": {"side": "players"},
    "ork": {"side": "monsters", "alive": False},
    "wolf": {"side": "monsters"},
}


def test_foes_come_before_friends_and_the_standing_before_the_fallen():
    hit = offer("attack", "ana", "Hit", [], choices={"target": one(["lea", "ork", "wolf"])}, harms=True)
    several = offer("attack", "ana", "Hit", [], choices={"targets": some(["lea", "ork", "wolf"], 2, 3)}, harms=True)
    heal = offer("heal", "ana", "Heal", [], choices={"target": one(["lea", "ork", "wolf"])})
    found = order_targets(offer_actions([hit, several, heal]), PARTICIPANTS, "ana")
    assert found[0].targets == ["wolf", "ork", "lea"]
    assert found[0].friendly_targets == ["lea"]
    assert found[1].inputs[0].options == ["wolf", "ork", "lea"]
    assert found[2].targets == ["lea", "ork", "wolf"], "help goes where it went"


def test_a_defeated_foe_comes_last_and_is_marked():
    participants = {
        "ana": {"name": "Ana", "side": "players"},
        "bandit-1": {"name": "Bandit 1", "side": "monsters", "conditions": ["defeated"]},
        "bandit-2": {"name": "Bandit 2", "side": "monsters", "conditions": ["prone"]},
    }
    hit = offer("attack", "ana", "Hit", [], choices={"target": one(["bandit-1", "bandit-2"])}, harms=True)
    (found,) = order_targets(offer_actions([hit]), participants, "ana")
    assert found.targets == ["bandit-2", "bandit-1"]
    html = render_to_string(
        "campaigns/encounters/table/orders/order_form.html", {"order": found, "table": {"participants": participants}}
    )
    assert re.findall(r"<span>(Bandit[^<]*)</span>", " ".join(html.split())) == ["Bandit 2", "Bandit 1 (down)"]


def test_hitting_a_friend_stays_possible_but_last_and_marked():
    hit = offer("attack", "ana", "Hit Lea", [], choices={"target": one(["lea"])}, harms=True)
    found = order_targets(offer_actions([hit, offer("pass", "ana", "Pass", [])]), PARTICIPANTS, "ana")
    assert [action.label for action in found] == ["Pass", "Hit Lea (your own side)"]


def test_hitting_who_lies_there_never_leads_and_comes_before_hitting_a_friend():
    friend = offer("attack", "ana", "Hit Lea", [], choices={"target": one(["lea"])}, harms=True)
    down_foe = offer("attack", "ana", "Hit the ork", [], choices={"target": one(["ork"])}, harms=True)
    wolf = offer("attack", "ana", "Hit", [], choices={"target": one(["ork", "wolf"])}, harms=True)
    found = order_targets(
        offer_actions([friend, down_foe, wolf, offer("pass", "ana", "Pass", [])]), PARTICIPANTS, "ana"
    )
    assert [action.label for action in found] == ["Hit", "Pass", "Hit the ork", "Hit Lea (your own side)"]
    assert [action.hurts_only_friends_or_downed for action in found] == [False, False, True, True]


@pytest.mark.parametrize(("chance", "leads"), [(0.96, "call"), (0.94, "bet")])
def test_a_call_that_holds_almost_certainly_leads(ambush, ana, chance, leads):
    table = get_table(ambush, get_membership(ana, ambush.campaign_id), "mara")
    bet = offer("bet", "mara", "Play a card", [], choices={"cards": some(["KD"], 1, 1)})
    wild = offer("bet-wildcard", "mara", "Spend a wildcard", [])
    table.offers = [bet, wild, offer("call", "mara", "Call", [], declines=True)]
    table.odds = lambda _command, _seat: {"chance": chance, "exact": True, "of": "it holds"}
    assert table.quick[0].type == leads, "a wildcard would be wasted"
    assert {action.type for action in table.quick} == {"bet", "bet-wildcard", "call"}


def test_a_play_with_a_small_chance_is_marked_so_that_it_does_not_lead():
    def shown(chance):
        odds = {"chance": chance, "exact": True, "of": "Ana hits"}
        return render_to_string("campaigns/encounters/table/odds.html", {"odds": odds})

    assert "hopeless" in shown(0.03)
    assert "hopeless" not in shown(0.1)


def test_when_no_foe_stands_the_gm_is_offered_the_end_and_no_phone_aims_at_a_friend(ambush, gm, ana, client):
    for key in ("bandit-1", "bandit-2"):
        order = {"type": "adjust", "actor": "gm", "target": key, "hp": 0, "reason": "they drown"}
        play.submit(encounter=ambush, by=gm, command=order)
    ambush.refresh_from_db()
    mine = get_table(ambush, get_membership(ana, ambush.campaign_id), "mara")
    assert mine.only_target is None
    assert not mine.quick or not mine.quick[0].only_friends
    assert mine.ending is None
    client.force_login(ana)
    told = client.get(f"/encounters/{ambush.pk}/?as=mara").content.decode()
    assert "Only one side is still standing, so the encounter can end now." in told
    assert "Tap an opponent" not in told, "the coach does not send anybody against nobody"
    client.force_login(gm)
    html = client.get(f"/encounters/{ambush.pk}/table/?as=gm").content.decode()
    assert "End the encounter: victory" in html
    assert html.index("End the encounter: victory") < html.index("orders-area")
    suggested = get_table(ambush, get_membership(gm, ambush.campaign_id), "gm").ending
    posted = {"as": "gm", "seen": ambush.number, "key": "k", "do": suggested.do}
    client.post(f"/encounters/{ambush.pk}/commands/", posted)
    ambush.refresh_from_db()
    assert (ambush.status, ambush.outcome) == ("ended", "victory")


def test_while_both_sides_stand_no_end_is_suggested(ambush, gm, ana):
    assert not get_table(ambush, get_membership(ana, ambush.campaign_id), "mara").only_one_side_stands
    assert get_table(ambush, get_membership(gm, ambush.campaign_id), "gm").ending is None
