"""The API of maps does what the pages do."""

import json

import pytest

from campaigns.world.maps import pin_actions
from campaigns.world.maps.models import MapPin, WorldMap
from tests.campaigns.world.maps.conftest import draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def call(client):
    """A call to the API as a person."""

    def called(user, method, path, body=None, match=None, status=200):
        client.force_login(user)
        headers = {"If-Match": match} if match else {}
        sent = json.dumps(body) if not isinstance(body, bytes) else body
        kind = "image/png" if isinstance(body, bytes) else "application/json"
        answer = client.generic(method, f"/api/v1/{path}", sent if body is not None else "", kind, headers=headers)
        assert answer.status_code == status, answer.content
        return answer

    return called


def test_a_map_is_made_filled_and_walked(call, campaign, gm, ana, write, session):
    quay = write("The quay", kind="location", shown=True)
    body = {"title": "The coast", "place": quay.pk, "wide": 40, "unit": "miles", "visibility": "party"}
    row = call(gm, "POST", f"campaigns/{campaign.pk}/maps/", body, status=201).json()
    at = f"maps/{row['id']}/"
    call(ana, "POST", f"campaigns/{campaign.pk}/maps/", body, status=403)
    call(gm, "GET", f"{at}picture/", status=404)
    call(gm, "PUT", f"{at}picture/", draw(), status=428)
    call(gm, "PUT", f"{at}picture/", draw(), match='"1"')
    place = call(gm, "POST", f"{at}pins/", {"x": 0.2, "y": 0.4, "page": quay.pk}, status=201).json()
    isle = call(gm, "POST", f"{at}pins/", {"x": 0.8, "y": 0.4, "label": "Isle"}, status=201).json()
    area = call(gm, "POST", f"{at}areas/", {"name": "East", "points": [[0.5, 0], [1, 1]]}, status=201).json()
    visit = call(gm, "POST", f"{at}visits/", {"pin": place["id"], "session": session(1).pk}, status=201).json()
    call(gm, "POST", f"{at}visits/", {"pin": isle["id"], "session": session(1).pk}, status=201)
    seen = call(ana, "GET", f"{at}pins/").json()["results"]
    assert [(pin["name"], pin["players"], pin["covered"]) for pin in seen] == [("The quay", None, False)]
    assert call(ana, "GET", f"{at}areas/").json()["results"] == []
    assert len(call(ana, "GET", f"{at}visits/").json()["results"]) == 1
    hidden = call(ana, "GET", f"{at}picture/").content
    call(ana, "GET", f"map-pins/{isle['id']}/", status=404)
    call(ana, "GET", f"map-areas/{area['id']}/", status=404)
    call(gm, "PATCH", f"map-areas/{area['id']}/", {"revealed": True}, status=428)
    call(gm, "PATCH", f"map-areas/{area['id']}/", {"revealed": True}, match='"1"')
    assert call(ana, "GET", f"{at}picture/").content != hidden
    call(ana, "GET", f"map-pins/{isle['id']}/")
    assert call(ana, "GET", f"map-areas/{area['id']}/").json()["name"] == "East"
    call(gm, "DELETE", f"map-visits/{visit['id']}/", status=204)
    call(gm, "DELETE", f"map-areas/{area['id']}/", match='"1"', status=412)
    call(gm, "DELETE", f"map-areas/{area['id']}/", match='"2"', status=204)
    call(gm, "DELETE", f"map-pins/{place['id']}/", match='"1"', status=204)
    assert MapPin.objects.count() == 1


def test_a_change_on_an_older_revision_changes_nothing(call, gm, ana, chart, pin):
    row = chart()
    place = pin(row, label="A")
    tag = call(gm, "GET", f"maps/{row.pk}/")["ETag"]
    call(gm, "PATCH", f"maps/{row.pk}/", {"title": "B"}, match=tag)
    call(gm, "PATCH", f"maps/{row.pk}/", {"title": "C"}, match=tag, status=412)
    call(gm, "PATCH", f"map-pins/{place.pk}/", {"label": "B"}, match='"1"')
    call(gm, "PATCH", f"map-pins/{place.pk}/", {"label": "C"}, match='"1"', status=412)
    call(ana, "PATCH", f"map-pins/{place.pk}/", {"label": "C"}, match="*", status=403)
    assert (WorldMap.objects.get().title, MapPin.objects.get().label) == ("B", "B")


@pytest.mark.parametrize("body", [{"x": "0.2", "y": 0}, {"x": True, "y": 0}, {"x": 2, "y": 0}, {"x": 0.1}])
def test_a_place_that_is_no_fraction_is_refused(call, gm, chart, body):
    call(gm, "POST", f"maps/{chart().pk}/pins/", {"label": "A"} | body, status=422)


def test_a_page_that_a_gm_does_not_have_is_refused(call, gm, chart):
    call(gm, "POST", f"maps/{chart().pk}/pins/", {"x": 0.5, "y": 0.5, "page": 999999}, status=422)


def test_a_pin_that_was_removed_while_it_was_changed_is_not_found(call, chart, pin, gm, membership, monkeypatch):
    placed = pin(chart(), label="Isle")
    change = pin_actions.change_pin

    def change_and_lose(**given):
        changed = change(**given)
        pin_actions.remove_pin(membership=membership, pin=changed)
        changed.pk = placed.pk
        return changed

    monkeypatch.setattr(pin_actions, "change_pin", change_and_lose)
    call(gm, "PATCH", f"map-pins/{placed.pk}/", {"label": "Rock"}, match="*", status=404)
