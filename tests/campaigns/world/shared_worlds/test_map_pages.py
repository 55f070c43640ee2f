"""The pages and the API of maps that campaigns of a world share."""

import re

import pytest
from django.db import transaction

from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions, pin_actions
from campaigns.world.maps.models import MapArea, MapPin, WorldMap
from campaigns.world.shared_worlds.maps import drafts, pictures
from campaigns.world.shared_worlds.maps.actions import share_map, take_map
from campaigns.world.shared_worlds.models import SharedPage
from common.pictures import Picture
from tests.campaigns.world.conftest import RIGHT_HALF
from tests.campaigns.world.maps.conftest import draw
from tests.campaigns.world.shared_worlds.test_maps import reddest
from tests.campaigns.world.shared_worlds.test_secrecy import _without_ids
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def make_map(membership, colour="red", secret="The spies", corners=RIGHT_HALF):
    """A map with a hidden area, an open pin and two secret ones."""
    row = map_actions.create_map_with_picture(
        membership=membership, picture=draw(colour), title="The coast", visibility="party", wide=120.0, unit="miles"
    )
    area_actions.create_area(membership=membership, row=row, name=secret[:80], points=corners)
    pin_actions.create_pin(membership=membership, row=row, x=0.1, y=0.5, label="Inn")
    pin_actions.create_pin(membership=membership, row=row, x=0.8, y=0.5, label=secret)
    pin_actions.create_pin(membership=membership, row=row, x=0.2, y=0.5, label=secret, visibility="gm")
    row.refresh_from_db()
    return row


@pytest.fixture
def row(membership, world):
    return make_map(membership)


def test_the_picture_is_shown_as_the_others_get_it(client, gm, row, world):
    client.force_login(gm)
    address = f"/maps/{row.pk}/shared-world/"
    page = client.get(address).content.decode()
    assert page.count('class="map-area painted"') == MapArea.objects.filter(map=row).count() == 1
    with_gm_part = client.get(f"{address}?gm_part=on").content.decode()
    assert with_gm_part.count('class="map-area"') == 1
    assert 'class="map-area painted"' not in with_gm_part


def test_the_pages_share_take_and_catch_up(client, gm, bea, ana, row, membership, world, coast, there):
    at = f"/maps/{row.pk}/"
    client.force_login(ana)
    assert client.get(f"{at}shared-world/").status_code == 403
    assert "shared-world" not in client.get(at).content.decode()
    client.force_login(gm)
    assert f"{at}shared-world/" in client.get(at).content.decode()
    page = client.get(f"{at}shared-world/").content.decode()
    assert "with 1 area painted over" in page
    assert "The path of your party stays with your campaign." in page
    assert "Inn" in page
    assert "The spies" not in page
    assert "The spies" in client.get(f"{at}shared-world/?gm_part=on").content.decode()
    stale = client.post(f"{at}shared-world/", {"revision": "99"}).content.decode()
    assert "was changed after you opened it" in stale
    assert client.post(f"{at}shared-world/", {"revision": row.revision}).headers["Location"] == at
    shared = SharedPage.objects.get()
    client.force_login(bea)
    over = f"/campaigns/{coast.pk}/shared-world/"
    assert f"{over}pages/{shared.pk}/" in client.get(f"{over}?kind=map").content.decode()
    page = client.get(f"{over}pages/{shared.pk}/").content.decode()
    assert "Take the map" in page
    assert "The spies" not in page
    picture = client.get(f"{over}maps/{shared.pk}/picture/")
    assert reddest(picture.content) < 40
    assert client.get(f"{over}maps/{shared.pk}/picture/", headers={"If-None-Match": picture["ETag"]}).status_code == 304
    answer = client.post(f"{over}pages/{shared.pk}/take/")
    taken = WorldMap.objects.get(campaign=coast)
    assert answer.headers["Location"] == f"/maps/{taken.pk}/"
    pin_actions.create_pin(membership=membership, row=row, x=0.3, y=0.5, label="Mill")
    share_map(membership=membership, row=row, revision=None)
    changes = f"/maps/{taken.pk}/shared-world/changes/"
    assert changes in client.get(f"/maps/{taken.pk}/").content.decode()
    page = client.get(changes).content.decode()
    assert "New pin:" in page
    assert "Players of your campaign see this map" not in page
    taken = map_actions.change_map(membership=there, row=taken, revision=None, visibility="party")
    assert "Players of your campaign see this map" in client.get(changes).content.decode()
    client.post(changes, {"revision": taken.revision, "number": 1})
    assert not MapPin.objects.filter(map=taken, label="Mill").exists(), "another edition than the one that was shown"
    client.post(changes, {"revision": taken.revision, "number": 2})
    assert MapPin.objects.filter(map=taken, label="Mill").exists()
    assert client.get(changes).headers["Location"] == f"/maps/{taken.pk}/"
    client.force_login(gm)
    whole = make_map(membership).pk
    MapArea.objects.filter(map=whole).delete()
    assert "areas below" not in client.get(f"/maps/{whole}/shared-world/?gm_part=on").content.decode()
    assert client.post(f"{at}shared-world/withdraw/").headers["Location"] == at
    assert "This is no longer shared. You keep it." in client.get(at).content.decode()


def test_the_api_shares_takes_and_refuses(gm, bea, ana, row, membership, coast, there):
    at = f"maps/{row.pk}/shared-world/"
    assert Caller(ana).post(at, {"revision": row.revision}).status_code == 403
    refused(Caller(gm).post(at, {}), 428)
    shared = ok(Caller(gm).post(at, {"revision": row.revision, "gm_part": True}))
    assert (shared["title"], shared["edition"], shared["wide"]) == ("The coast", 1, 120.0)
    assert [area["name"] for area in shared["areas"]] == ["The spies"]
    assert sorted((pin["name"], pin["secret"]) for pin in shared["pins"]) == [
        ("Inn", False), ("The spies", False), ("The spies", True)
    ]  # fmt: skip
    over = f"campaigns/{coast.pk}/shared-world/"
    assert [result["id"] for result in ok(Caller(bea).get(f"{over}maps/"))["results"]] == [shared["id"]]
    assert ok(Caller(bea).get(f"{over}pages/"))["results"] == []
    assert Caller(bea).get(f"{over}pages/{shared['id']}/").status_code == 404
    assert Caller(bea).post(f"{over}pages/{shared['id']}/take/", {}).status_code == 404
    assert Caller(bea).get(f"{over}maps/{shared['id']}/picture/").status_code == 200
    taken = ok(Caller(bea).post(f"{over}maps/{shared['id']}/take/", {}), 201)
    assert (taken["visibility"], MapArea.objects.get(map=taken["id"]).revealed) == ("gm", None)
    map_actions.set_picture(membership=membership, row=row, data=draw("darkred"))
    ok(Caller(gm).post(at, {}, If_Match="*"))
    news = ok(Caller(bea).get(f"maps/{taken['id']}/shared-world/changes/"))
    assert (news["picture"], news["pins"], news["edition"]) == (True, [], 2)
    body = {"revision": news["revision"], "edition": 2}
    assert ok(Caller(bea).post(f"maps/{taken['id']}/shared-world/changes/", body))["title"] == "The coast"
    refused(Caller(bea).post(f"maps/{taken['id']}/shared-world/withdraw/"), 403)
    assert Caller(gm).post(f"{at}withdraw/").status_code == 204
    assert Caller(bea).get(f"{over}maps/{shared['id']}/").status_code == 404


def receive(client, bea, there, membership, colour, secret):
    """All that the other GM receives of a map that hides this, shared, taken and caught up with."""
    found = []
    with transaction.atomic():
        row = make_map(membership, colour, secret)
        page = share_map(membership=membership, row=row, revision=None)
        taken = take_map(membership=there, page=page)
        pin_actions.create_pin(membership=membership, row=row, x=0.3, y=0.5, label="Mill")
        area = MapArea.objects.get(map=row)
        area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
        share_map(membership=membership, row=row, revision=None)
        client.force_login(bea)
        at = f"/campaigns/{there.campaign_id}/shared-world/"
        pages = (at, f"{at}pages/{page.pk}/", f"/maps/{taken.pk}/shared-world/changes/", f"/maps/{taken.pk}/")
        for address in (*pages, f"/api/v1{at}maps/{page.pk}/"):
            answer = client.get(address)
            assert answer.status_code == 200
            found.append(FRESH.sub("", answer.content.decode()))
        found.append(client.get(f"{at}maps/{page.pk}/picture/").content.hex())
        found.append(client.get(f"/maps/{taken.pk}/picture/now/").content.hex())
        transaction.set_rollback(True)
    return [_without_ids(entry) for entry in found]


# What is new in every answer: the tokens against forged requests, and the keys of forms.
FRESH = re.compile(r'(csrfmiddlewaretoken" value="|X-CSRFToken\W+|name="key"\s+value=")[\w-]+')
HIDDEN = (("red", "The spies"), ("darkblue", "The grave of the last king"))


def test_hidden_parts_of_a_map_change_nothing_that_the_other_campaign_receives(client, bea, there, membership, world):
    first, second = (receive(client, bea, there, membership, *hidden) for hidden in HIDDEN)
    assert first == second


@pytest.mark.parametrize("fault", ["a pin", "the picture"])
def test_a_planted_leak_is_found(client, bea, there, membership, world, monkeypatch, fault):
    if fault == "a pin":
        monkeypatch.setattr(drafts, "lies_in", lambda x, y, areas: False)
    else:
        whole = Picture(b"", 400, 300, "image/webp")
        monkeypatch.setattr(
            pictures.pictures,
            "cover_parts",
            lambda data, parts, wait=None: Picture(data, whole.width, whole.height, "image/webp"),
        )
    first, second = (receive(client, bea, there, membership, *hidden) for hidden in HIDDEN)
    assert first != second
