"""Two GMs of a campaign who share or take maps at the same moment, on both databases."""

import threading

import pytest

from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import pin_actions
from campaigns.world.maps.models import MapPin, WorldMap
from campaigns.world.shared_worlds import page_actions, sharing
from campaigns.world.shared_worlds.maps.actions import share_map, take_map
from people.access import get_membership
from tests import factories
from tests.campaigns.encounters.play.test_at_once import at_once
from tests.campaigns.world.maps.conftest import draw

pytestmark = pytest.mark.django_db(transaction=True)


def make_map(membership):
    return map_actions.create_map_with_picture(
        membership=membership, picture=draw(), title="The coast", visibility="party", wide=120.0, unit="miles"
    )


def share(membership, row):
    row.refresh_from_db()
    return share_map(membership=membership, row=row, revision=None)


def test_two_gms_who_take_a_map_get_one_copy(membership, there, world):
    page = share(membership, make_map(membership))
    second = factories.MemberFactory(campaign=there.campaign, role="co-gm")
    members = [get_membership(member.user, there.campaign_id) for member in (there, second)]
    first, other = at_once(*(lambda member=member: take_map(membership=member, page=page) for member in members))
    assert first == other
    assert WorldMap.objects.filter(campaign=there.campaign).count() == 1


def test_taking_a_page_for_which_a_pin_waits_and_sharing_the_map_of_that_pin_both_succeed(
    membership, there, world, write, monkeypatch
):
    """The one that takes has the world and needs the map; the other one has the map and needs the world."""
    mill = write("The mill", kind="location")
    row = make_map(membership)
    pin_actions.create_pin(membership=membership, row=row, x=0.1, y=0.5, page=mill)
    page = page_actions.share_entry(membership=membership, entry=mill, revision=None)
    taken = take_map(membership=there, page=share(membership, row))
    map_actions.change_map(membership=there, row=taken, revision=None, title="Our coast")
    world_is_locked, map_is_locked = threading.Event(), threading.Event()
    true_lock, true_place = sharing.lock_world, page_actions.place_waiting

    def lock_world(member):
        map_is_locked.set()
        return true_lock(member)

    def place_waiting(member, shared):
        world_is_locked.set()
        map_is_locked.wait(1)
        true_place(member, shared)

    def share_now():
        world_is_locked.wait(5)
        return share(there, taken)

    monkeypatch.setattr(sharing, "lock_world", lock_world)
    monkeypatch.setattr(page_actions, "place_waiting", place_waiting)
    results = at_once(lambda: page_actions.take_page(membership=there, page=page), share_now)
    assert not [result for result in results if isinstance(result, Exception)], results
    assert MapPin.objects.get(map=taken).page == results[0]
