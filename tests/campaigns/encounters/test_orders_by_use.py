"""A GM's orders stand in order of use, as the game says; rarely used ones are behind "More orders"."""

from dataclasses import dataclass

import pytest

from campaigns.encounters.table import gm_orders
from rules import play as rules
from rules.engine.offers import offer, one, text
from tests.campaigns.encounters.test_every_game import members


@dataclass
class Order:
    type: str


def names(orders):
    return [order.type for order in orders]


def test_frequent_orders_come_first_and_rare_ones_are_folded():
    orders = [Order(name) for name in ("fall", "arm", "end", "adjust")]
    first, rare = gm_orders.by_use(orders, ["adjust", "end"])
    assert names(first) == ["adjust", "end"]
    assert names(rare) == ["fall", "arm"]


def test_one_rare_order_is_not_folded_alone_and_without_a_list_nothing_is():
    orders = [Order(name) for name in ("fall", "adjust")]
    assert names(gm_orders.by_use(orders, ["adjust"])[0]) == ["adjust", "fall"]
    assert gm_orders.by_use(orders, [])[1] == []


def test_rare_orders_alone_are_not_folded():
    assert gm_orders.by_use([Order("fall"), Order("arm")], ["adjust"])[1] == []


def test_of_many_rulings_the_newest_are_visible_and_the_older_ones_are_folded():
    asked = {"choices": {"verdict": one(["success", "failure"])}, "example": {"verdict": "success"}}
    rulings = [offer("rule", "gm", f"Rule on result {n}", [], fixed={"event": n}, **asked) for n in range(1, 6)]
    orders = gm_orders.general_orders([*rulings, offer("rest", "gm", "Call a rest", [], choices={"why": text()})], {})
    encounter = gm_orders.group_orders(orders, ["rule", "rest"])[0]
    assert [order.label[-1] for order in encounter.quick + encounter.forms] == ["4", "5", "t"]
    assert [order.label[-1] for order in encounter.more] == ["1", "2", "3"]


@pytest.mark.parametrize("system", sorted(rules.SYSTEMS))
def test_the_frequent_orders_of_a_game_are_commands_of_it(system):
    about = rules.SYSTEMS[system]
    assert set(about["frequent_orders"]) <= set(about["commands"])


def test_of_many_folded_orders_the_first_are_named():
    rests = [offer(f"rest-{n}", "gm", f"Rest {n}: so long", []) for n in range(5)]
    (group,) = gm_orders.group_orders(gm_orders.general_orders(rests, {}))[:1]
    assert group.quick_names == "Rest 0 · Rest 1 · Rest 2 · Rest 3 · …"


@pytest.mark.django_db
def test_folded_orders_of_one_tap_are_named(tables, client):
    encounter = tables["fortune-system"]
    gm = next(member for member in members(encounter) if member.role == "gm")
    client.force_login(gm.user)
    page = client.get(f"/encounters/{encounter.pk}/?as=gm").content.decode()
    summary = page.split('id="quick-encounter"')[1].split("</summary>")[0]
    words = "Close Over the wall · Declare a short rest · Declare a real rest · The party is defeated in battle"
    assert words in summary
    assert "every slot recovers" not in summary


@pytest.mark.django_db
def test_the_page_opens_with_the_change_of_figures(tables, client):
    encounter = tables["fortune-and-power"]
    gm = next(member for member in members(encounter) if member.role == "gm")
    client.force_login(gm.user)
    key = encounter.participants.order_by("position").first().key
    page = client.get(f"/encounters/{encounter.pk}/?orders={key}").content.decode()
    orders = page[page.index(f'id="orders-{key}"') :]
    first = orders[orders.index("<summary") : orders.index("</summary>")]
    assert 'data-explain="action-adjust' in first


def test_an_order_that_ends_conditions_is_shown_for_those_who_have_one():
    release = offer("release", "gm", "End it", [], choices={"target": one(["ana", "ork"])})
    end_poison = offer("release", "gm", "End poison", [], fixed={"target": "ana", "effect": "poison"})
    people = {"ana": {"conditions": ["dying"]}, "ork": {"conditions": ["prone"]}}

    def labels(key):
        orders = gm_orders.orders_for([release, end_poison], people, key, {"release": ["prone"]})
        return [order.label for order in orders]

    assert labels("ork") == ["End it"]
    assert labels("ana") == ["End poison"]
    assert len(gm_orders.orders_for([release], people, "ana")) == 1


@pytest.mark.parametrize("system", sorted(rules.SYSTEMS))
def test_conditions_that_orders_wait_for_belong_to_commands_of_the_game(system):
    about = rules.SYSTEMS[system]
    assert set(about.get("orders_for_conditions", {})) <= set(about["commands"])
