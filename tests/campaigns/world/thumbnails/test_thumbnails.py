"""Lists show small pictures of pages, to those who may see the page."""

import io

import pytest
from PIL import Image

from campaigns.world import access, actions
from campaigns.world.models import WorldPicture
from campaigns.world.thumbnails.models import SIDE, WorldThumbnail
from campaigns.world.ties import actions as tie_actions
from campaigns.world.ties.models import Tie
from tests import factories
from tests.planting import replace_everywhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def quay(write, membership):
    """A place that everybody knows, with a wide picture."""
    row = write("Quay", kind="location", shown=True)
    actions.set_picture(membership=membership, entry=row, data=factories.picture(640, 120))
    return row


def address(row):
    digest = row.pictures.get(removed__isnull=True).sha256[:12]
    return f"/world/{row.pk}/thumbnail/?{digest}"


def fetch(client, user, url):
    client.force_login(user)
    return client.get(url).status_code


def test_a_picture_gets_a_small_square_one_when_it_is_added(quay, client, ana):
    assert WorldThumbnail.objects.get().picture == quay.pictures.get()
    client.force_login(ana)
    sent = client.get(address(quay))
    image = Image.open(io.BytesIO(sent.content))
    assert (image.size, image.format, sent["Content-Type"]) == ((SIDE, SIDE), "WEBP", "image/webp")
    assert len(sent.content) < 8000


def test_a_picture_without_one_gets_it_when_it_is_first_asked_for(quay, client, ana):
    WorldThumbnail.objects.all().delete()
    assert fetch(client, ana, address(quay)) == 200
    assert WorldThumbnail.objects.count() == 1


def test_only_those_who_see_the_page_get_it(quay, write, membership, client, gm, ana, outsider):
    secret = write("Vault", kind="location")
    actions.set_picture(membership=membership, entry=secret, data=factories.picture())
    assert [fetch(client, user, address(quay)) for user in (gm, ana, outsider)] == [200, 200, 404]
    assert [fetch(client, user, address(secret)) for user in (gm, ana, outsider)] == [200, 404, 404]
    assert fetch(client, ana, f"/api/v1/world/{secret.pk}/thumbnail/") == 404
    assert fetch(client, ana, f"/api/v1/world/{quay.pk}/thumbnail/") == 200
    assert fetch(client, gm, f"/world/{write('Bare').pk}/thumbnail/") == 404


def test_the_guard_of_thumbnails_finds_a_planted_fault(write, membership, client, ana, monkeypatch):
    secret = write("Vault", kind="location")
    actions.set_picture(membership=membership, entry=secret, data=factories.picture())
    replace_everywhere(
        monkeypatch, access.get_picture, lambda user, entry_id, views=None: WorldPicture.objects.get(entry=entry_id)
    )
    assert fetch(client, ana, address(secret)) == 200


def test_browsers_keep_it_only_under_the_address_of_the_picture(quay, client, ana):
    client.force_login(ana)
    assert "max-age" in client.get(address(quay))["Cache-Control"]
    assert "private" in client.get(address(quay))["Cache-Control"]
    assert "no-cache" in client.get(f"/world/{quay.pk}/thumbnail/")["Cache-Control"]


def test_lists_and_the_graph_show_pictures_and_else_emblems(quay, write, membership, read, gm, ana, campaign):
    guild = write("Salt guild", kind="faction", shown=True)
    tie_actions.create_tie(membership=membership, start=quay, end=guild, kind=Tie.Kind.MEMBER, visibility="party")
    actions.change_entry(membership=membership, entry=quay, revision=None, here=True)
    for user in (gm, ana):
        world = read(user, f"/campaigns/{campaign.pk}/world/")
        assert world.count(f'src="{address(quay)}"') == 2, "where we are, and the list of locations"
        assert '<svg class="name-emblem"' in world, "the faction has no picture"
        graph = read(user, f"/campaigns/{campaign.pk}/ties/?page={guild.pk}")
        assert f'<image class="name-emblem" href="{address(quay)}"' in graph
        assert f'src="{address(quay)}"' in graph
        assert f'src="{address(quay)}"' in read(user, f"/campaigns/{campaign.pk}/ties/")


def test_a_removed_picture_has_no_thumbnail_in_lists(quay, membership, read, client, ana, campaign):
    old = address(quay)
    actions.remove_picture(membership=membership, entry=quay)
    assert "/thumbnail/" not in read(ana, f"/campaigns/{campaign.pk}/world/")
    assert fetch(client, ana, old) == 404
    actions.set_picture(membership=membership, entry=quay, data=factories.picture(40, 40))
    assert address(quay) != old
    assert f'src="{address(quay)}"' in read(ana, f"/campaigns/{campaign.pk}/world/")
