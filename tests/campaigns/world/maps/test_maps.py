"""Maps and their pins: who sees them, where they lead, how far it is, and the party's path."""

import re

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.overview.search.queries import search_campaign
from campaigns.world import actions as world_actions
from campaigns.world.maps import actions, area_actions, pin_actions, queries
from campaigns.world.maps.models import MapArea, MapPin, MapVisit, WorldMap
from common.edit_conflicts import EditConflict
from people.models import Role
from tests import factories
from tests.campaigns.world.maps.conftest import draw

pytestmark = pytest.mark.django_db


def test_a_map_is_seen_by_its_audience(read, campaign, gm, ana, seat, chart):
    shown, hidden = chart("The coast"), chart("The vault", visibility="gm")
    chosen = chart("The cave", visibility="chosen", players=[seat(ana)])
    page = read(ana, f"/campaigns/{campaign.pk}/maps/")
    assert "The coast" in page
    assert "The cave" in page
    assert "The vault" not in page
    assert "The vault" in read(gm, f"/campaigns/{campaign.pk}/maps/")
    for row in (shown, chosen):
        read(ana, f"/maps/{row.pk}/")
    read(ana, f"/maps/{hidden.pk}/", status=404)
    read(ana, f"/maps/{shown.pk}/edit/", status=403)
    read(ana, f"/maps/{hidden.pk}/edit/", status=404)


def test_a_gm_makes_and_changes_a_map_on_its_pages(client, campaign, gm, write):
    quay = write("The quay", kind="location")
    client.force_login(gm)
    sent = {"title": "The coast", "place": quay.pk, "wide": "60", "unit": "miles", "visibility": "party"}
    file = factories.io.BytesIO(draw())
    file.name = "map.png"
    answer = client.post(f"/campaigns/{campaign.pk}/maps/new/", sent | {"picture": file})
    row = WorldMap.objects.get()
    assert answer["Location"] == f"/maps/{row.pk}/"
    assert (row.place, row.wide, row.picture.width) == (quay, 60.0, 400)
    sent |= {"title": "The old coast", "revision": str(row.revision)}
    assert client.post(f"/maps/{row.pk}/edit/", sent).status_code == 302
    assert "was changed after you opened it" in client.post(f"/maps/{row.pk}/edit/", sent).content.decode()
    client.post(f"/maps/{row.pk}/archive/", {"archived": "yes"})
    row.refresh_from_db()
    assert row.archived
    assert row.title == "The old coast"
    assert [version.title for version in row.history.order_by("history_id")][-1] == "The old coast"


def test_the_picture_of_a_map_is_not_replaced_after_somebody_else_changed_the_map(client, gm, chart):
    row = chart()
    row.refresh_from_db()
    before = bytes(row.picture.data)
    client.force_login(gm)
    at = f"/maps/{row.pk}/picture/new/"
    for stale in ({}, {"revision": row.revision - 1}):
        answer = client.post(at, {"picture": SimpleUploadedFile("x.png", draw("blue"), "image/png"), **stale})
        assert "Someone else changed the map" in answer.content.decode()
        row.picture.refresh_from_db()
        assert bytes(row.picture.data) == before
    sent = {"picture": SimpleUploadedFile("x.png", draw("blue"), "image/png"), "revision": row.revision}
    assert client.post(at, sent).status_code == 302
    row.picture.refresh_from_db()
    assert bytes(row.picture.data) != before


def test_a_scale_needs_a_unit_and_a_place_must_be_a_location(membership, chart, write):
    with pytest.raises(ValidationError, match="unit"):
        chart(unit="")
    with pytest.raises(ValidationError, match="location"):
        chart(place=write("A letter", kind="handout"))
    with pytest.raises(EditConflict):
        actions.change_map(membership=membership, row=chart(), revision=99, title="x")


def test_a_pin_is_shown_only_with_what_it_leads_to(read, gm, ana, membership, chart, pin, hide, write):
    row = chart()
    quay, vault = write("The quay", kind="location", shown=True), write("The vault", kind="location")
    cave = chart("Undercave", visibility="gm")
    pin(row, page=quay)
    pin(row, page=vault)
    pin(row, leads_to=cave)
    pin(row, label="Lairname", visibility="gm")
    pin(row, label="Shrinename")
    pin(row, 0.75, 0.5, label="Islename")
    area = hide(row)
    page = read(ana, f"/maps/{row.pk}/")
    assert "The quay" in page
    assert "Shrinename" in page
    for name in ("The vault", "Undercave", "Lairname", "Islename", "The isle"):
        assert name not in page
        assert name in read(gm, f"/maps/{row.pk}/")
    area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
    assert "Islename" in read(ana, f"/maps/{row.pk}/")
    assert "The isle" in read(ana, f"/maps/{row.pk}/")
    assert "The coast" in read(ana, f"/world/{quay.pk}/")


def test_a_pin_leads_to_one_thing_on_the_picture(membership, chart, pin, write):
    row, other = chart(), chart("The cave")
    for fields in ({}, {"x": 1.2, "label": "x"}, {"y": float("nan"), "label": "x"}):
        with pytest.raises(ValidationError):
            pin(row, **fields)
    with pytest.raises(ValidationError):
        pin(row, page=write("The quay"), leads_to=other)
    strange = factories.MemberFactory(role="gm")
    with pytest.raises(PermissionDenied):
        pin_actions.create_pin(membership=strange, row=row, x=0.5, y=0.5, label="x")


def test_maps_lie_in_each_other_but_not_in_a_circle(read, ana, membership, chart, pin):
    world, coast, town = chart("The world"), chart("The coast"), chart("The town")
    pin(world, leads_to=coast)
    inner = pin(coast, leads_to=town)
    for above, below in ((town, world), (coast, world), (coast, coast)):
        with pytest.raises(ValidationError, match="circle"):
            pin(above, leads_to=below)
    page = read(ana, f"/maps/{town.pk}/")
    crumbs = page.partition('class="crumbs"')[2].partition("</nav>")[0]
    assert crumbs.index("The world") < crumbs.index("The coast")
    # A circle in an archive of someone else does no harm.
    MapPin.objects.filter(pk=inner.pk).update(leads_to=world.pk)
    assert read(ana, f"/maps/{world.pk}/")


def test_distances_follow_the_scale_and_the_shape_of_the_picture(client, ana, chart, pin):
    row = chart()
    start, end = pin(row, 0.1, 0.1, label="A"), pin(row, 0.1, 0.6, label="B")
    client.force_login(ana)
    page = client.get(f"/maps/{row.pk}/", {"start": start.pk, "end": end.pk}).content.decode()
    assert "<strong>45 miles</strong>" in page, "half of 90 miles, the height of a picture of 400 × 300"
    answer = client.get(f"/api/v1/maps/{row.pk}/distance/", {"start": start.pk, "end": end.pk}).json()
    assert answer == {"distance": 45.0, "unit": "miles", "text": "45 miles"}


def test_the_path_goes_by_session_over_the_pins_that_are_seen(read, gm, ana, membership, chart, pin, session):
    row = chart()
    places = [pin(row, 0.1 * n, 0.5, label=f"Place{n}") for n in (1, 2, 3)]
    secret = pin(row, 0.9, 0.9, label="Lairname", visibility="gm")
    for place, number in ((places[2], 3), (places[0], 1), (secret, 2), (places[1], 2)):
        pin_actions.add_visit(membership=membership, pin=place, session_id=session(number).pk)
    page = queries.get_map_page(membership, row)
    assert [stop.mark.label for stop in page.stops] == ["Place1", "Lairname", "Place2", "Place3"]
    text = read(ana, f"/maps/{row.pk}/")
    assert "Length of the path: 24 miles." in text
    assert text.count('class="map-way"') == 2
    assert "Lairname" not in text
    pin_actions.remove_visit(membership=membership, visit=MapVisit.objects.get(pin=places[1]))
    assert read(gm, f"/maps/{row.pk}/").count('class="map-way"') == 2


def test_gms_say_on_the_page_where_the_party_was_and_draw_areas(client, gm, chart, pin, session):
    row = chart()
    place = pin(row, label="A")
    client.force_login(gm)
    client.post(f"/maps/{row.pk}/visits/new/", {"pin": place.pk, "session": session(1).pk})
    assert MapVisit.objects.get().pin == place
    sent = {"name": "The isle", "points": "50 0, 100 100"}
    assert client.post(f"/maps/{row.pk}/areas/new/", sent).status_code == 302
    area = MapArea.objects.get()
    assert "such as" in client.post(f"/map-areas/{area.pk}/edit/", sent | {"points": "x"}).content.decode()
    client.post(f"/map-areas/{area.pk}/reveal/", {"revealed": "yes"})
    area.refresh_from_db()
    assert area.revealed
    sent = {"x": "70", "y": "20", "label": "B", "visibility": "party", "revision": "1"}
    assert client.post(f"/map-pins/{place.pk}/edit/", sent).status_code == 302
    place.refresh_from_db()
    assert (place.x, place.y, place.label) == (0.7, 0.2, "B")
    assert f'href="/map-pins/{place.pk}/remove/"' in client.get(f"/map-pins/{place.pk}/edit/").content.decode()
    assert f'href="/map-areas/{area.pk}/remove/"' in client.get(f"/map-areas/{area.pk}/edit/").content.decode()
    assert "Its stop on the party" in client.get(f"/map-pins/{place.pk}/remove/").content.decode()
    assert "players see nothing new" in client.get(f"/map-areas/{area.pk}/remove/").content.decode()
    stop = MapVisit.objects.get()
    assert f'href="/map-visits/{stop.pk}/remove/"' in client.get(f"/maps/{row.pk}/").content.decode()
    assert "The pin and the session stay" in client.get(f"/map-visits/{stop.pk}/remove/").content.decode()
    assert MapVisit.objects.exists(), "nothing is removed before it is confirmed"
    assert client.post(f"/map-visits/{stop.pk}/remove/").status_code == 302
    assert not MapVisit.objects.exists()
    assert "What the pin leads to stays." in client.get(f"/map-pins/{place.pk}/remove/").content.decode()
    assert client.post(f"/map-pins/{place.pk}/remove/").status_code == 302
    assert client.post(f"/map-areas/{area.pk}/remove/").status_code == 302
    assert not MapPin.objects.exists()
    assert not MapArea.objects.exists()
    assert MapPin.history.count() == 3


def test_an_edit_conflict_of_a_map_a_pin_and_an_area_shows_what_stands_now(
    client, gm, ana, seat, membership, write, chart, pin, hide
):
    row, den = chart("The coast"), write("The den", kind="location")
    place, area = pin(row, label="Inn"), hide(row)
    actions.change_map(
        membership=membership, row=row, revision=None, title="The shore", visibility="chosen", players=[seat(ana)]
    )
    pin_actions.change_pin(membership=membership, pin=place, revision=None, label="Mill", page=den)
    area_actions.change_area(membership=membership, area=area, revision=None, name="The cape")
    sent = {"revision": "1", "visibility": "party"}
    client.force_login(gm)
    for address, typed, stand in (
        (f"/maps/{row.pk}/edit/", {"title": "The beach"}, ("The shore", "ana")),
        (f"/map-pins/{place.pk}/edit/", {"label": "Tavern", "x": "10", "y": "20"}, ("Mill", "The den")),
        (f"/map-areas/{area.pk}/edit/", {"name": "The bay", "points": "1 1, 2 2"}, ("The cape", "50 0, 100 0")),
    ):
        page = client.post(address, sent | typed).content.decode()
        theirs = page.split("Current version")[-1]
        assert all(words in theirs for words in stand), address
        assert next(iter(typed.values())) in page.split("Current version")[0], "what was typed stays"
        now = page.partition('name="revision" value="')[2].partition('"')[0]
        assert client.post(address, sent | typed | {"revision": now}).status_code == 302
    place.refresh_from_db()
    assert place.label == "Tavern"


def test_a_pin_keeps_its_page_while_the_name_stays(client, gm, ana, seat, membership, write, chart, pin):
    row = chart()
    note = world_actions.create_entry(membership=seat(ana), kind="note", name="The mill")
    mill = write("The mill", kind="location", shown=True)
    to_note, to_mill = pin(row, page=note), pin(row, x=0.7, page=mill)
    world_actions.archive_entry(membership=membership, entry=mill)
    client.force_login(gm)
    for marker, page in ((to_note, note), (to_mill, mill)):
        sent = {"page": "The mill", "x": "60", "y": "20", "visibility": "party", "revision": "1"}
        assert client.post(f"/map-pins/{marker.pk}/edit/", sent).status_code == 302
        marker.refresh_from_db()
        assert (marker.page, marker.x) == (page, 0.6)
    sent = {"page": "The den", "x": "60", "y": "20", "visibility": "party", "revision": "2"}
    assert "There is no page with this name" in client.post(f"/map-pins/{to_mill.pk}/edit/", sent).content.decode()
    den = write("The den", kind="location")
    assert client.post(f"/map-pins/{to_mill.pk}/edit/", sent).status_code == 302
    to_mill.refresh_from_db()
    assert to_mill.page == den


def test_the_search_finds_titles_of_visible_maps(seat, ana, chart):
    chart("The silver coast")
    chart("The silver vault", visibility="gm")
    assert [hit.name for hit in search_campaign(seat(ana), "silv").maps] == ["The silver coast"]


@pytest.mark.parametrize("who", ["gm", "ana"])
def test_the_pages_ask_as_often_for_two_hundred_pins(request, client, membership, chart, pin, hide, write, who):
    row, campaign, session = chart(), membership.campaign, request.getfixturevalue("session")
    pages = [write(f"Place {n}", kind="location", shown=True) for n in range(200)]
    client.force_login(request.getfixturevalue(who))

    def asked():
        found = []
        for page in (f"/maps/{row.pk}/", f"/campaigns/{campaign.pk}/maps/", f"/api/v1/maps/{row.pk}/pins/"):
            client.get(page)
            with CaptureQueriesContext(connection) as queries_:
                assert client.get(page).status_code == 200
            found.append(len(queries_))
        return found

    hide(row)
    first = pin(row, page=pages[0])
    pin(row, label="Somewhere")
    pin_actions.add_visit(membership=membership, pin=first, session_id=session(1).pk)
    few = asked()
    more = [
        MapPin(campaign=campaign, map=row, x=0.1, y=n / 200, page=page) for n, page in enumerate(pages[1:], start=1)
    ]
    for visited in MapPin.objects.bulk_create(more)[:50]:
        pin_actions.add_visit(membership=membership, pin=visited, session_id=session(2).pk)
    chart("Another map")
    hide(row, [[0.8, 0.8], [0.9, 0.9]])
    many = asked()
    assert [b - a for a, b in zip(few, many, strict=True)] == [0, 0, 0]
    assert max(many) <= 22


@pytest.mark.parametrize("change", [{"left": timezone.now()}, {"role": Role.CO_GM}])
def test_a_map_that_was_shown_to_somebody_who_left_or_became_co_gm_can_be_changed(
    chart, membership, campaign, ben, change
):
    seat = campaign.members.get(user=ben)
    row = chart(visibility="chosen", players=[seat])
    campaign.members.filter(pk=seat.pk).update(**change)
    row = actions.change_map(membership=membership, row=row, revision=None, title="The northern coast")
    assert (row.title, row.visibility, list(row.players.all())) == ("The northern coast", "gm", [])
    with pytest.raises(ValidationError, match="at least one player"):
        actions.change_map(membership=membership, row=row, revision=None, visibility="chosen")


def test_the_form_of_a_pin_offers_the_names_of_pages_only(chart, write, otto, gm, read, pin):
    row = chart()
    write("The mill")
    write("The ford", kind="location")
    placed = pin(row, label="Quay")
    for address in (f"/maps/{row.pk}/pins/new/", f"/map-pins/{placed.pk}/edit/"):
        names = re.findall(r'<option value="([^"]+)"></option>', read(gm, address))
        assert names == ["The ford", "The mill"]
