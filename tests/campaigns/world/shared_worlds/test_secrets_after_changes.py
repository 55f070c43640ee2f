"""What becomes secret after it was shared: other campaigns' players and GMs learn nothing of it later."""

import pytest

from campaigns.world import actions as world_actions
from campaigns.world.access import visible_ties
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions, pin_actions
from campaigns.world.maps.access import visible_pins
from campaigns.world.maps.models import MapPin
from campaigns.world.reveals import show_entry
from campaigns.world.shared_worlds import page_actions
from campaigns.world.shared_worlds.maps.actions import share_map, take_map, take_map_changes, withdraw_map
from campaigns.world.shared_worlds.models import SharedEdition, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from campaigns.world.ties.actions import change_tie, create_tie
from campaigns.world.ties.models import Tie
from people.access import get_membership
from tests.campaigns.world.conftest import RIGHT_HALF
from tests.campaigns.world.maps.conftest import draw
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db


def make_map(membership, title="The coast"):
    return map_actions.create_map_with_picture(
        membership=membership, picture=draw(), title=title, visibility="party", wide=120.0, unit="miles"
    )


def share(membership, row, **more):
    row.refresh_from_db()
    return share_map(membership=membership, row=row, revision=None, **more)


def catch_up(membership, row):
    row.refresh_from_db()
    number = SharedPageCopy.objects.get(map=row).page.number
    return take_map_changes(membership=membership, row=row, seen=SeenEdition(revision=row.revision, number=number))


def test_words_of_another_gm_at_a_pin_that_only_gms_see_stay_for_gms(
    campaign, membership, there, world, ana, take, write
):
    row = make_map(membership)
    pin_actions.create_pin(membership=membership, row=row, x=0.1, y=0.5, label="Inn")
    taken = take_map(membership=there, page=share(membership, row, gm_part=True))
    copy = MapPin.objects.get(map=taken)
    pin_actions.change_pin(membership=there, pin=copy, revision=None, label="The vampire's inn", visibility="gm")
    share(there, taken)
    catch_up(membership, row)
    player = get_membership(ana, campaign.pk)
    assert [pin.label for pin in MapPin.objects.filter(map=row)] == ["The vampire's inn"]
    assert not visible_pins(player).filter(map=row).exists()


def test_a_pin_that_another_gm_only_hides_is_hidden_from_nobody_else(campaign, membership, there, world):
    row = make_map(membership)
    pin_actions.create_pin(membership=membership, row=row, x=0.1, y=0.5, label="Inn")
    taken = take_map(membership=there, page=share(membership, row, gm_part=True))
    pin_actions.change_pin(membership=there, pin=MapPin.objects.get(map=taken), revision=None, visibility="gm")
    pin_actions.create_pin(membership=there, row=taken, x=0.2, y=0.2, label="Wreck")
    share(there, taken)
    assert [pin["secret"] for pin in SharedEdition.objects.get(number=2).map["pins"]] == [False, False]
    catch_up(membership, row)
    assert list(MapPin.objects.filter(map=row).values_list("visibility", flat=True)) == ["party", "party"]


def test_a_map_whose_origin_withdrew_it_is_shared_again_with_its_own_hidden_areas(membership, there, world):
    row = make_map(membership)
    taken = take_map(membership=there, page=share(membership, row))
    withdraw_map(membership=membership, row=row)
    area_actions.create_area(membership=there, row=taken, name="The isle", points=RIGHT_HALF)
    page = share(there, taken)
    assert page.origin == there.campaign
    newest = SharedEdition.objects.get(page=page)
    assert newest.map_picture.sha256 != taken.picture.sha256, "the area is painted over"


def test_a_map_that_was_withdrawn_with_its_gm_part_is_shared_again_without_it(membership, there, world):
    row = make_map(membership)
    area_actions.create_area(membership=membership, row=row, name="The isle", points=RIGHT_HALF)
    share(membership, row)
    share(membership, row, gm_part=True)
    withdraw_map(membership=membership, row=row)
    page = share(membership, row)
    assert SharedEdition.objects.get(page=page).map["areas"] == []


def read(client, bea, address):
    client.force_login(bea)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_pin_does_not_name_a_page_that_was_withdrawn(client, write, membership, there, bea, world):
    mill = write("The mill", kind="location")
    row = make_map(membership)
    pin_actions.create_pin(membership=membership, row=row, x=0.1, y=0.5, page=mill)
    page_actions.share_entry(membership=membership, entry=mill, revision=None)
    page = share(membership, row)
    address = f"/campaigns/{there.campaign_id}/shared-world/pages/{page.pk}/"
    api = f"campaigns/{there.campaign_id}/shared-world/maps/{page.pk}/"
    caller = Caller(bea)
    assert "The mill" in read(client, bea, address)
    assert "The mill" in str(ok(caller.get(api)))
    page_actions.withdraw_page(membership=membership, entry=mill)
    assert "The mill" not in read(client, bea, address)
    assert "The mill" not in str(ok(caller.get(api)))


def test_a_tie_that_was_taken_back_is_in_no_edition_of_its_other_page(client, write, membership, there, bea, world):
    ford, mill = write("The ford", "A ford."), write("The mill", "A mill.")
    tie = create_tie(membership=membership, start=ford, end=mill, words="hides the gold of", visibility="party")
    page_actions.share_entry(membership=membership, entry=ford, revision=None)
    page = page_actions.share_entry(membership=membership, entry=mill, revision=None)
    page_actions.share_entry(membership=membership, entry=ford, revision=None)
    address = f"/campaigns/{there.campaign_id}/shared-world/pages/{page.pk}/"
    assert "gold" in read(client, bea, address)
    taken = page_actions.take_page(membership=there, page=page)
    world_actions.change_entry(membership=membership, entry=mill, revision=None, text="A dark mill.")
    page_actions.share_entry(membership=membership, entry=mill, revision=None)
    change_tie(membership=membership, tie=tie, revision=None, visibility="gm")
    page_actions.share_entry(membership=membership, entry=ford, revision=None)
    assert "gold" not in read(client, bea, address)
    assert "gold" not in read(client, bea, f"/world/{taken.pk}/shared-world/changes/")
    assert "gold" not in str(ok(Caller(bea).get(f"campaigns/{there.campaign_id}/shared-world/pages/{page.pk}/")))
    change_tie(membership=membership, tie=tie, revision=None, visibility="party")
    assert "gold" in read(client, membership.user, f"/world/{ford.pk}/shared-world/"), "it would be shared again"
    page_actions.share_entry(membership=membership, entry=ford, revision=None)
    assert "gold" in read(client, bea, address)


@pytest.mark.parametrize("visibility", ["gm", "party"])
def test_words_that_became_a_secret_reach_no_player_who_saw_the_tie_before(
    write, membership, there, cleo, coast, world, visibility
):
    ford, mill = write("The ford", "A ford."), write("The mill", "A mill.")
    tie = create_tie(membership=membership, start=ford, end=mill, words="ally of", visibility="party")
    pages = [
        page_actions.share_entry(membership=membership, entry=entry, revision=None, gm_part=True)
        for entry in (ford, mill)
    ]
    page_actions.share_entry(membership=membership, entry=ford, revision=None)
    taken = [page_actions.take_page(membership=there, page=page) for page in pages]
    for entry in taken:
        show_entry(membership=there, entry=entry, members=None)
    copy = Tie.objects.get(campaign=coast)
    change_tie(membership=there, tie=copy, revision=None, visibility="party")
    change_tie(membership=membership, tie=tie, revision=None, visibility=visibility, words="murderer of")
    page_actions.share_entry(membership=membership, entry=ford, revision=None)
    taken[0].refresh_from_db()
    seen = SeenEdition(revision=taken[0].revision, number=SharedPageCopy.objects.get(entry=taken[0]).page.number)
    page_actions.take_changes(membership=there, entry=taken[0], seen=seen)
    copy.refresh_from_db()
    assert copy.words == "murderer of"
    assert visible_ties(get_membership(cleo, coast.pk)).exists() is (visibility == "party")
