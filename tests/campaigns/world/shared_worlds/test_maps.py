"""Maps that campaigns of a world share: as copies, in which nothing that was hidden is ever seen by players."""

import io

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from PIL import Image

from campaigns.sessions.models import Session
from campaigns.world import actions as world_actions
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions, pin_actions
from campaigns.world.maps.access import visible_maps, visible_pins
from campaigns.world.maps.models import MapArea, MapPicture, MapPin, MapVisit, WorldMap
from campaigns.world.maps.renderings import get_visible_rendering
from campaigns.world.shared_worlds import actions
from campaigns.world.shared_worlds.maps.actions import share_map, take_map, take_map_changes, withdraw_map
from campaigns.world.shared_worlds.maps.models import SharedMapPicture
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from common.edit_conflicts import EditConflict
from people.access import get_membership
from tests import factories
from tests.campaigns.world.conftest import RIGHT_HALF
from tests.campaigns.world.maps.conftest import draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def chart(membership, world):
    """Makes a map of the Salt Road, shown to everyone there, whose right half is red."""

    def made(title="The coast", picture=None, **more):
        fields = {"visibility": "party", "wide": 120.0, "unit": "miles"} | more
        return map_actions.create_map_with_picture(
            membership=membership, picture=picture or draw(), title=title, **fields
        )

    return made


@pytest.fixture
def send(membership):
    """Shares a map of the Salt Road."""
    return lambda row, **more: share_map(membership=membership, row=row, revision=None, **more)


@pytest.fixture
def fetch(there):
    """Takes a map into the Iron Coast."""
    return lambda page: take_map(membership=there, page=page)


@pytest.fixture
def cleo_seat(cleo, coast):
    return get_membership(cleo, coast.pk)


def catch_up(member, row):
    row.refresh_from_db()
    number = SharedPageCopy.objects.get(map=row).page.number
    return take_map_changes(membership=member, row=row, seen=SeenEdition(revision=row.revision, number=number))


def reddest(data):
    """How red the reddest pixel of a picture is, beyond its other colours."""
    image = Image.open(io.BytesIO(bytes(data))).convert("RGB")
    return max(red - max(green, blue) for _count, (red, green, blue) in image.getcolors(1 << 24))


def seen_by(member, row):
    """How red the map is as a member sees it."""
    return reddest(get_visible_rendering(member, row).data)


def show(member, row, visibility="party"):
    return map_actions.change_map(membership=member, row=row, revision=None, visibility=visibility)


def pins_of(row):
    rows = MapPin.objects.filter(map=row).order_by("pk")
    return [(str(pin), pin.x, pin.y, pin.visibility) for pin in rows]


def test_a_copy_has_what_everyone_sees_and_nothing_that_is_hidden(
    chart, hide, pin, send, fetch, coast, there, cleo_seat, campaign, membership
):
    row = chart(described="The coast from the sea.")
    area = hide(row)
    here, lair = pin(row, label="Inn"), pin(row, x=0.75, label="Lair")
    pin(row, y=0.1, label="Spy", visibility="gm")
    session = Session.objects.create(campaign=campaign, number=1)
    pin_actions.add_visit(membership=membership, pin=here, session_id=session.pk)
    area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
    lair.refresh_from_db()
    assert not lair.covered, "the players of the Salt Road have seen it"
    taken = fetch(send(row))
    assert (taken.campaign, taken.title, taken.described) == (coast, "The coast", "The coast from the sea.")
    assert (taken.wide, taken.unit, taken.visibility) == (120.0, "miles", "gm")
    assert pins_of(taken) == [("Inn", 0.25, 0.5, "party")]
    assert not MapArea.objects.filter(map=taken).exists()
    assert not MapVisit.objects.filter(campaign=coast).exists()
    assert reddest(taken.picture.data) < 40
    assert reddest(SharedMapPicture.objects.get().data) < 40
    assert seen_by(there, taken) < 40
    for secret in ("Lair", "Spy", "isle"):
        assert secret not in str(SharedEdition.objects.get().map)
    assert not visible_maps(cleo_seat).exists()


def test_with_the_gm_part_everything_comes_and_is_hidden_again(
    chart, hide, pin, send, fetch, there, cleo_seat, membership
):
    row = chart()
    area = hide(row)
    pin(row, x=0.75, label="Lair")
    pin(row, y=0.1, label="Spy", visibility="gm")
    area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
    taken = fetch(send(row, gm_part=True))
    assert [region.revealed for region in MapArea.objects.filter(map=taken)] == [None]
    assert pins_of(taken) == [("Lair", 0.75, 0.5, "party"), ("Spy", 0.25, 0.1, "gm")]
    show(there, taken)
    assert seen_by(there, taken) > 150
    assert seen_by(cleo_seat, taken) < 40
    assert not visible_pins(cleo_seat).exists()
    with pytest.raises(ValidationError, match="have read the GM part"):
        send(row, gm_part=False)


def test_the_gm_part_that_comes_later_shows_players_nothing(chart, hide, send, fetch, there, cleo_seat):
    row = chart()
    hide(row)
    taken = fetch(send(row))
    show(there, taken)
    send(row, gm_part=True)
    catch_up(there, taken)
    assert seen_by(there, taken) > 150
    assert seen_by(cleo_seat, taken) < 40


def test_no_change_of_the_other_campaign_uncovers_anything(chart, hide, send, fetch, there, cleo_seat, membership):
    row = chart()
    area = hide(row)
    taken = fetch(send(row, gm_part=True))
    show(there, taken)
    area_actions.change_area(
        membership=membership, area=area, revision=None, points=[[0.9, 0.9], [1, 1]], name="A rock"
    )
    send(row)
    catch_up(there, taken)
    assert sorted(region.name for region in MapArea.objects.filter(map=taken)) == ["A rock", "The isle"]
    area_actions.remove_area(membership=membership, area=area)
    send(row)
    catch_up(there, taken)
    assert MapArea.objects.filter(map=taken).count() == 2
    assert seen_by(cleo_seat, taken) < 40


def test_a_new_picture_is_hidden_again_where_it_was_revealed_removed_or_reshaped(
    chart, hide, send, fetch, there, cleo_seat, membership
):
    row = chart()
    hide(row)
    hide(row, [[0, 0.8], [0.4, 1]], "The corner")
    taken = fetch(send(row, gm_part=True))
    show(there, taken)
    isle, corner = MapArea.objects.filter(map=taken).order_by("pk")
    area_actions.change_area(membership=there, area=isle, revision=None, revealed=True)
    area_actions.remove_area(membership=there, area=corner)
    send(row)
    assert seen_by(cleo_seat, taken) > 150, "as their GM decided"
    map_actions.set_picture(membership=membership, row=row, data=draw("darkred"))
    send(row)
    catch_up(there, taken)
    assert seen_by(cleo_seat, taken) < 40
    assert [area.revealed for area in MapArea.objects.filter(map=taken)] == [None, None]


def test_pins_that_a_campaign_hid_revealed_changed_or_removed_stay_so(
    chart, hide, pin, send, fetch, there, cleo_seat, membership
):
    row = chart()
    hide(row)
    inn, mill, ford = (pin(row, x, label=label) for x, label in ((0.1, "Inn"), (0.2, "Mill"), (0.3, "Ford")))
    taken = fetch(send(row, gm_part=True))
    area_actions.change_area(membership=there, area=MapArea.objects.get(map=taken), revision=None, revealed=True)
    mine = {marker.label: marker for marker in MapPin.objects.filter(map=taken)}
    pin_actions.change_pin(membership=there, pin=mine["Inn"], revision=None, label="Tavern", visibility="gm")
    pin_actions.remove_pin(membership=there, pin=mine["Ford"])
    map_actions.change_map(membership=there, row=taken, revision=None, title="Our coast")
    map_actions.set_picture(membership=there, row=taken, data=draw("blue"))
    own = MapPicture.objects.get(map=taken).sha256
    map_actions.change_map(membership=membership, row=row, revision=None, title="The shore", wide=100.0)
    map_actions.set_picture(membership=membership, row=row, data=draw("green"))
    for marker in (inn, mill, ford):
        pin_actions.change_pin(membership=membership, pin=marker, revision=None, y=0.6, label=f"{marker.label} (new)")
    pin(row, 0.4, label="Bridge")
    send(row)
    taken = catch_up(there, taken)
    taken.refresh_from_db()
    assert (taken.title, taken.wide) == ("Our coast", 100.0)
    assert MapPicture.objects.get(map=taken).sha256 == own
    assert MapArea.objects.get(map=taken).revealed is not None
    assert pins_of(taken) == [
        ("Tavern", 0.1, 0.6, "gm"),
        ("Mill (new)", 0.2, 0.6, "party"),
        ("Bridge", 0.4, 0.5, "party"),
    ]
    with pytest.raises(ValidationError, match="already has all"):
        catch_up(there, taken)


def test_a_pin_that_becomes_secret_or_moves_into_an_area_is_hidden_in_the_copies(
    chart, hide, pin, send, fetch, there, cleo_seat, membership
):
    row = chart()
    hide(row)
    inn, mill = pin(row, 0.1, label="Inn"), pin(row, 0.2, label="Mill")
    taken = show(there, fetch(send(row, gm_part=True)))
    area_actions.remove_area(membership=there, area=MapArea.objects.get(map=taken))
    pin_actions.change_pin(membership=membership, pin=inn, revision=None, label="Den of the spies", visibility="gm")
    pin_actions.change_pin(membership=membership, pin=mill, revision=None, x=0.75, label="Mill of bones")
    pin(row, 0.8, label="Grave")
    send(row)
    catch_up(there, taken)
    assert pins_of(taken) == [
        ("Den of the spies", 0.1, 0.5, "gm"),
        ("Mill of bones", 0.75, 0.5, "gm"),
        ("Grave", 0.8, 0.5, "gm"),
    ]
    assert not visible_pins(cleo_seat).exists()


def test_pins_wait_until_what_they_lead_to_is_taken(chart, pin, send, fetch, share, take, write, coast):
    mill = write("The mill", kind="location")
    row = chart(place=mill)
    pin(row, page=mill)
    pin(row, x=0.1, label="Rock")
    assert SharedEdition.objects.count() == 0
    taken = fetch(send(row))
    assert pins_of(taken) == [("Rock", 0.1, 0.5, "party")], "the page is not shared yet"
    shared = share(mill)
    send(row)
    catch_up(get_membership(coast.created_by, coast.pk), taken)
    assert pins_of(taken) == [("Rock", 0.1, 0.5, "party")], "the page is not taken yet"
    page = take(shared)
    assert pins_of(taken) == [("Rock", 0.1, 0.5, "party"), ("The mill", 0.25, 0.5, "party")]
    assert MapPin.objects.filter(map=taken).latest("pk").page == page
    taken.refresh_from_db()
    assert taken.place == page


def test_a_label_that_a_page_replaces_stays_until_the_page_is_taken(
    chart, pin, send, fetch, share, take, write, there, membership
):
    mill, row = write("The mill", kind="location"), chart()
    inn = pin(row, label="Inn")
    taken = show(there, fetch(send(row)))
    shared = share(mill)
    pin_actions.change_pin(membership=membership, pin=inn, revision=None, label="", page=mill, x=0.3)
    send(row)
    catch_up(there, taken)
    assert pins_of(taken) == [("Inn", 0.3, 0.5, "party")], "the page is not taken yet"
    page = take(shared)
    assert [(found.label, found.page) for found in MapPin.objects.filter(map=taken)] == [("Inn", page)]


def test_a_label_goes_when_the_page_that_replaces_it_is_here(
    chart, pin, send, fetch, share, take, write, there, membership
):
    mill, row = write("The mill", kind="location"), chart()
    inn = pin(row, label="Inn")
    taken, page = fetch(send(row)), take(share(mill))
    pin_actions.change_pin(membership=membership, pin=inn, revision=None, label="", page=mill)
    send(row)
    catch_up(there, taken)
    assert [(found.label, found.page) for found in MapPin.objects.filter(map=taken)] == [("", page)]


def test_a_page_that_is_taken_later_connects_only_pins_that_lead_nowhere_and_were_not_removed(
    chart, pin, send, fetch, share, take, write, there, membership, cleo_seat
):
    mill, row = write("The mill", kind="location"), chart()
    markers = [pin(row, x, label=label) for x, label in ((0.1, "Inn"), (0.2, "Gone"), (0.3, "Ours"), (0.4, "Den"))]
    taken = show(there, fetch(send(row, gm_part=True)))
    mine = {marker.label: marker for marker in MapPin.objects.filter(map=taken)}
    own = world_actions.create_entry(membership=there, kind="location", name="Our mill")
    pin_actions.remove_pin(membership=there, pin=mine["Gone"])
    pin_actions.change_pin(membership=there, pin=mine["Ours"], revision=None, page=own)
    shared = share(mill)
    for marker in markers:
        hidden = {"visibility": "gm"} if marker.label == "Den" else {}
        pin_actions.change_pin(membership=membership, pin=marker, revision=None, page=mill, **hidden)
    send(row)
    catch_up(there, taken)
    page = take(shared)
    found = [(str(row.label), row.page, row.visibility) for row in MapPin.objects.filter(map=taken).order_by("pk")]
    assert found == [("Inn", page, "party"), ("Ours", own, "party"), ("Den", page, "gm")]
    assert [row.label for row in visible_pins(cleo_seat)] == [], "the pages are for GMs only"


def test_a_label_stays_if_what_replaces_it_would_lead_in_a_circle(chart, pin, send, fetch, there, membership):
    wide, inner = chart("The coast"), chart("The town")
    inn = pin(wide, label="Inn")
    send(inner)
    taken = fetch(send(wide)), fetch(SharedPage.objects.get(name="The town"))
    pin_actions.create_pin(membership=there, row=taken[1], x=0.5, y=0.5, leads_to=taken[0])
    pin_actions.change_pin(membership=membership, pin=inn, revision=None, label="", leads_to=inner)
    send(wide)
    catch_up(there, taken[0])
    assert [(found.label, found.leads_to) for found in MapPin.objects.filter(map=taken[0])] == [("Inn", None)]


def test_a_full_map_does_not_stop_the_taking_of_a_page(chart, pin, send, fetch, share, take, write, coast, monkeypatch):
    mill = write("The mill", kind="location")
    row = chart()
    shared = share(mill)
    pin(row, page=mill)
    taken = fetch(send(row))
    there = get_membership(coast.created_by, coast.pk)
    pin_actions.create_pins(membership=there, row=taken, pins=[{"x": 0.9, "y": 0.9, "label": "Inn"}])
    monkeypatch.setattr(pin_actions, "MAX_PINS", 1)
    page = take(shared)
    assert page.name == "The mill"
    assert [found.page for found in MapPin.objects.filter(map=taken)] == [None], "the pin still waits"
    monkeypatch.setattr(pin_actions, "MAX_PINS", 3)
    pin(row, x=0.1, label="Rock")
    send(row)
    catch_up(there, taken)
    assert sorted(str(found) for found in MapPin.objects.filter(map=taken, page=page)) == ["The mill"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_nested_maps_come_in_any_order(chart, pin, send, fetch, order, coast):
    wide, inner = chart("The coast"), chart("The town")
    pin(wide, leads_to=inner)
    send(inner)
    pages = send(wide), SharedPage.objects.get(name="The town")
    for place in order:
        fetch(pages[place])
    (found,) = MapPin.objects.filter(campaign=coast)
    assert (found.map.title, found.leads_to.title) == ("The coast", "The town")


def test_a_pin_that_would_lead_in_a_circle_is_left_out(chart, pin, send, fetch, there, coast, membership):
    wide, inner = chart("The coast"), chart("The town")
    send(inner)
    taken = fetch(send(wide)), fetch(SharedPage.objects.get(name="The town"))
    pin_actions.create_pin(membership=there, row=taken[1], x=0.5, y=0.5, leads_to=taken[0])
    pin(wide, leads_to=inner)
    pin(wide, label="Rock")
    send(wide)
    catch_up(there, taken[0])
    assert [marker[0] for marker in pins_of(taken[0])] == ["Rock"]


def test_changes_of_a_campaign_that_took_the_map_hide_no_less(
    chart, hide, pin, send, fetch, there, membership, cleo_seat
):
    row = chart()
    hide(row)
    pin(row, label="Spy", visibility="gm")
    taken = fetch(send(row, gm_part=True))
    assert share_map(membership=there, row=taken, revision=None).number == 1, "nothing changed"
    area_actions.remove_area(membership=there, area=MapArea.objects.get(map=taken))
    spy = MapPin.objects.get(map=taken)
    pin_actions.change_pin(membership=there, pin=spy, revision=None, label="Old spy", visibility="party")
    pin_actions.create_pin(membership=there, row=taken, x=0.1, y=0.1, label="Wreck")
    assert share_map(membership=there, row=taken, revision=None).number == 2
    newest = SharedEdition.objects.get(number=2)
    assert [area["name"] for area in newest.map["areas"]] == ["The isle"]
    assert [(entry["label"], entry["secret"]) for entry in newest.map["pins"]] == [("Old spy", True), ("Wreck", False)]
    with pytest.raises(ValidationError, match="Take over its changes first"):
        send(row)
    catch_up(membership, row)
    assert pins_of(row) == [("Old spy", 0.25, 0.5, "gm"), ("Wreck", 0.1, 0.1, "party")]
    third = factories.MemberFactory(campaign=factories.CampaignFactory(), role="gm")
    actions.join_world(membership=third, code=actions.invite(membership=membership))
    copied = take_map(membership=third, page=newest.page)
    assert [area.revealed for area in MapArea.objects.filter(map=copied)] == [None]


def test_an_area_that_a_campaign_hides_from_its_own_players_paints_nothing_over_for_others(chart, send, fetch, there):
    taken = fetch(send(chart()))
    area_actions.create_area(membership=there, row=taken, name="Ours", points=RIGHT_HALF)
    pin_actions.create_pin(membership=there, row=taken, x=0.1, y=0.1, label="Wreck")
    pin_actions.create_pin(membership=there, row=taken, x=0.8, y=0.1, label="Cave")
    share_map(membership=there, row=taken, revision=None)
    newest = SharedEdition.objects.get(number=2)
    assert newest.map_picture == SharedEdition.objects.get(number=1).map_picture
    assert newest.map["areas"] == []
    assert [pin["label"] for pin in newest.map["pins"]] == ["Wreck"]


def test_a_map_is_shared_as_new_after_it_was_withdrawn_with_its_gm_part(chart, pin, send, fetch, membership, coast):
    row = chart()
    pin(row, label="Inn")
    first = send(row, gm_part=True)
    taken = fetch(first)
    withdraw_map(membership=membership, row=row)
    second = send(row)
    assert second != first
    assert fetch(second) != taken
    assert WorldMap.objects.filter(campaign=coast).count() == 2
    assert fetch(second) == fetch(second)


def test_only_gms_share_only_the_first_campaign_withdraws_and_archived_maps_stay(
    chart, send, fetch, there, membership, ana, campaign
):
    row = chart()
    with pytest.raises(PermissionDenied):
        share_map(membership=get_membership(ana, campaign.pk), row=row, revision=None)
    with pytest.raises(EditConflict):
        share_map(membership=membership, row=row, revision=99)
    taken = fetch(send(row))
    with pytest.raises(PermissionDenied):
        withdraw_map(membership=there, row=taken)
    with pytest.raises(PermissionDenied):
        share_map(membership=there, row=taken, revision=None, gm_part=True)
    twin = chart("THE coast")
    with pytest.raises(ValidationError, match="already has a shared page with this name"):
        send(twin)
    map_actions.change_map(membership=membership, row=twin, revision=None, archived=True)
    with pytest.raises(ValidationError, match="archived"):
        send(twin)
    actions.leave_world(membership=membership)
    assert SharedPage.objects.get().withdrawn is not None
    assert WorldMap.objects.filter(pk=taken.pk).exists()


def test_a_map_that_changed_while_its_picture_was_painted_is_not_shared(chart, hide, send, monkeypatch):
    from campaigns.world.shared_worlds.maps import actions as sharing

    row, true = chart(), sharing.prepare_picture

    def changed_meanwhile(row, *, gm_part):
        prepared = true(row, gm_part=gm_part)
        hide(row, [[0, 0], [0.1, 0.1]], "Another")
        return prepared

    hide(row)
    monkeypatch.setattr(sharing, "prepare_picture", changed_meanwhile)
    with pytest.raises(ValidationError, match="Someone else changed this map"):
        send(row)
    assert not SharedMapPicture.objects.exists()
