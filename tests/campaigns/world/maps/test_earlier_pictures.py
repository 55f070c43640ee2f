"""The pictures that a map had stay for GMs, can be restored, and show players nothing that is hidden."""

import io

import pytest
from PIL import Image

from campaigns.world.maps import actions
from campaigns.world.maps.earlier_pictures import access
from campaigns.world.maps.earlier_pictures.actions import restore_picture
from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.models import MapPicture
from common.edit_conflicts import EditConflict
from tests import factories
from tests.campaigns.world.maps.conftest import draw
from tests.campaigns.world.maps.test_hidden_areas import reddest, sent_to
from tests.people.helpers import place
from tests.planting import replace_everywhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def replaced(chart, membership):
    """A map whose first picture, red on the right, was replaced by a blue one by another GM."""
    row = chart(picture=draw("red"))
    other = factories.MemberFactory(campaign=row.campaign, role="co-gm")
    return actions.set_picture(membership=other, row=row, data=draw("blue"))


def addresses(row):
    earlier = row.earlier_pictures.get()
    at = f"/maps/{row.pk}/earlier-pictures/"
    return [at, f"/api/v1{at}", f"{at}{earlier.pk}/", f"/api/v1{at}{earlier.pk}/"]


def fetch(client, user, row):
    client.force_login(user)
    return [client.get(address).status_code for address in addresses(row)]


def test_the_replaced_picture_stays_with_its_person_and_date(replaced, gm, client):
    kept = replaced.earlier_pictures.get()
    assert (kept.by, kept.replaced_by.username) == (gm, replaced.picture.by.username)
    assert kept.created < kept.replaced
    client.force_login(gm)
    page = client.get(f"/maps/{replaced.pk}/earlier-pictures/").content.decode()
    assert f"by {gm.username}" in page
    assert f"by {kept.replaced_by.username}" in page
    told = client.get(f"/api/v1/maps/{replaced.pk}/earlier-pictures/").json()["results"]
    assert [(picture["id"], picture["by"], picture["replaced_by"]) for picture in told] == [
        (kept.pk, gm.username, kept.replaced_by.username)
    ]
    sent = client.get(f"/maps/{replaced.pk}/earlier-pictures/{kept.pk}/")
    assert reddest(Image.open(io.BytesIO(sent.content)).convert("RGB")) > 200


def test_only_gms_get_earlier_pictures(replaced, client, gm, ana, outsider, campaign):
    assert fetch(client, gm, replaced) == [200] * 4
    assert fetch(client, ana, replaced) == [403] * 4
    assert fetch(client, outsider, replaced) == [404] * 4
    client.force_login(ana)
    kept = replaced.earlier_pictures.get()
    assert client.post(f"/maps/{replaced.pk}/earlier-pictures/{kept.pk}/restore/").status_code == 403
    assert "earlier-pictures" not in client.get(f"/maps/{replaced.pk}/").content.decode()
    assert EarlierMapPicture.objects.count() == 1


def test_the_guard_of_earlier_pictures_finds_a_planted_fault(replaced, client, ana, monkeypatch):
    replace_everywhere(monkeypatch, access.require_gm, lambda membership: membership)
    at = addresses(replaced)[2]
    client.force_login(ana)
    assert client.get(at).status_code == 200


def test_a_restored_picture_hides_what_is_hidden_now(replaced, hide, membership, client, gm, ana):
    hide(replaced)
    kept = replaced.earlier_pictures.get()
    restore_picture(membership=membership, row=replaced, picture_id=kept.pk)
    assert reddest(sent_to(client, gm, replaced)[1]) > 200, "the GM has the red picture again"
    assert reddest(sent_to(client, ana, replaced)[1]) < 40, "its red half is hidden from players"
    assert MapPicture.objects.get(map=replaced).by == gm
    assert [picture.sha256 for picture in replaced.earlier_pictures.all()] != [kept.sha256]
    assert replaced.earlier_pictures.count() == 1, "the blue picture is an earlier one now"
    assert replaced.history.latest().history_change_reason.startswith("picture restored")


def test_a_picture_of_another_map_or_campaign_is_not_restored(replaced, chart, client, gm):
    kept, other = replaced.earlier_pictures.get(), chart(title="Elsewhere")
    client.force_login(gm)
    other.refresh_from_db()
    at, seen = f"/maps/{other.pk}/earlier-pictures/{kept.pk}/", {"revision": other.revision}
    assert [client.post(f"{at}restore/", seen).status_code, client.get(at).status_code] == [404, 404]
    assert list(replaced.earlier_pictures.all()) == [kept]
    assert not other.earlier_pictures.exists()


def test_nobody_overwrites_a_change_that_they_have_not_seen(replaced, membership, client, gm):
    kept = replaced.earlier_pictures.get()
    with pytest.raises(EditConflict):
        restore_picture(membership=membership, row=replaced, picture_id=kept.pk, revision=replaced.revision - 1)
    client.force_login(gm)
    at = f"/api/v1/maps/{replaced.pk}/earlier-pictures/{kept.pk}/restore/"
    assert client.post(at, headers={"If-Match": '"1"'}).status_code in {409, 412}
    told = client.post(at, headers={"If-Match": "*"})
    assert told.status_code == 200, told.content
    assert told.json()["revision"] == replaced.revision + 1


def test_the_same_picture_again_is_no_earlier_picture(chart, membership):
    row = chart(picture=draw("red"))
    actions.set_picture(membership=membership, row=row, data=draw("red"))
    assert not row.earlier_pictures.exists()


def test_the_page_restores_a_picture(replaced, client, gm, campaign):
    assert place(campaign, gm).is_gm
    kept = replaced.earlier_pictures.get()
    client.force_login(gm)
    answer = client.post(f"/maps/{replaced.pk}/earlier-pictures/{kept.pk}/restore/", {"revision": replaced.revision})
    assert answer.status_code == 302
    assert MapPicture.objects.get(map=replaced).sha256 == kept.sha256
