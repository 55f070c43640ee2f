"""Requests that decode a picture, with an Idempotency-Key: outside the key's transaction, and once."""

import pytest

from campaigns.log.note_pictures.api import NotePictures
from campaigns.log.note_pictures.models import NotePicture
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects.api import ObjectShow
from campaigns.world import actions as world_actions
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions
from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds import actions as shared_actions
from campaigns.world.shared_worlds.maps.api import MapShare
from campaigns.world.shared_worlds.models import SharedEdition
from campaigns.world.text_pictures.api import TextPictures
from campaigns.world.text_pictures.models import TextPicture
from common import pictures
from people.access import get_membership
from people.idempotency import claims
from people.idempotency.models import IdempotencyRecord
from tests import factories
from tests.campaigns.modules.object_pages import whole
from tests.campaigns.world.maps.conftest import draw
from tests.site.api.conftest import Caller, ok, refused
from tests.site.api.test_long_keys import KEY, crashed, watched

__all__ = ["whole"]
pytestmark = pytest.mark.django_db(transaction=True)
PICTURE = {"Content_Type": "image/png"}
ENDPOINTS = [TextPictures, NotePictures, MapShare, ObjectShow]


@pytest.fixture
def membership(campaign, gm):
    return get_membership(gm, campaign.pk)


@pytest.fixture
def send(request, endpoint, membership):
    """Sends the endpoint's request, with a picture to decode; `.rows` are those that it stores."""
    api = Caller(membership.user)

    def post(path, raw, rows, **headers):
        def again():
            return api.send("POST", path, raw=raw, **headers, **KEY)

        again.rows, again.path = rows, path
        return again

    if endpoint is TextPictures:
        page = world_actions.create_entry(membership=membership, kind="location", name="Quay", text="x")
        return post(f"world/{page.pk}/text-pictures/", factories.picture(), TextPicture, **PICTURE)
    if endpoint is NotePictures:
        path = f"campaigns/{membership.campaign_id}/note-pictures/"
        return post(path, factories.picture(), NotePicture, **PICTURE)
    if endpoint is MapShare:
        shared_actions.start_world(membership=membership, name="The Marches")
        row = map_actions.create_map_with_picture(membership=membership, picture=draw(), title="The coast")
        area_actions.create_area(membership=membership, row=row, name="The isle", points=[[0.5, 0], [1, 1]])
        return post(f"maps/{row.pk}/shared-world/", b"{}", SharedEdition, If_Match="*")
    request.getfixturevalue("whole")
    letter = ImportedObject.objects.get(collection="handouts", key="letter")
    return post(f"objects/{letter.pk}/show/", b"{}", WorldEntry)


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_decoding_with_a_key_holds_no_lock(send, monkeypatch):
    seen = watched(monkeypatch, pictures, "_decode")
    first = send()
    assert first.status_code in {200, 201}, first.content
    assert seen == [False] * len(seen) != []
    again = send()
    assert (again.json(), again["Idempotent-Replayed"]) == (first.json(), "true")
    assert send.rows.objects.count() == 1


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_decoding_in_the_transaction_of_the_key_is_found(endpoint, send, monkeypatch):
    monkeypatch.setattr(endpoint, "long_work", False)
    seen = watched(monkeypatch, pictures, "_decode")
    assert send().status_code in {200, 201}
    assert True in seen


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_crash_before_the_answer_is_stored_stores_no_second_picture(send, monkeypatch):
    with monkeypatch.context() as patched, crashed(patched, (claims, "store")):
        send()
    assert send.rows.objects.count() == 1
    again = send()
    assert (again.status_code in {200, 201}, again["Idempotent-Replayed"]) == (True, "true")
    assert send.rows.objects.count() == 1
    assert IdempotencyRecord.objects.get().effect


@pytest.mark.parametrize("endpoint", [TextPictures, NotePictures])
def test_the_recovered_answer_names_the_stored_picture_and_a_refusal_frees_the_key(send, membership, monkeypatch):
    api = Caller(membership.user)
    refused(api.send("POST", send.path, raw=b"no picture", **PICTURE, **KEY), 422)
    with monkeypatch.context() as patched, crashed(patched, (claims, "store")):
        send()
    assert ok(send(), 201)["key"] == send.rows.objects.get().key


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_somebody_who_lost_the_claim_while_decoding_stores_nothing(send, monkeypatch):
    honest = pictures._decode

    def slow(*args, **kwargs):
        IdempotencyRecord.objects.update(owner="someone else")
        return honest(*args, **kwargs)

    monkeypatch.setattr(pictures, "_decode", slow)
    refused(send(), 409, "idempotency.in-flight")
    assert not send.rows.objects.exists()
