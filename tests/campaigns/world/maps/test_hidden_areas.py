"""Hidden areas: their pixels are never sent, whatever the picture is, and reveals are told."""

import io
import random

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from PIL import Image, ImageDraw, PngImagePlugin

from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.sessions.recaps import drafts
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks.models import Webhook, WebhookDelivery
from campaigns.world.maps import actions, area_actions, renderings
from campaigns.world.maps.geometry import contains, parse_corners, read_corners
from campaigns.world.maps.models import MapPicture, MapRendering
from campaigns.world.models import Reveal
from common import pictures
from tests.campaigns.world.maps.conftest import SIZE, draw
from tests.people.helpers import refused

pytestmark = pytest.mark.django_db


def sent_to(client, user, row):
    """The picture of the map as the person gets it from the page, decoded."""
    client.force_login(user)
    page = client.get(f"/maps/{row.pk}/").content.decode()
    address = page.partition('<img src="')[2].partition('"')[0]
    answer = client.get(address)
    assert answer.status_code == 200
    return address, Image.open(io.BytesIO(answer.content)).convert("RGB")


def reddest(image):
    """How far red exceeds blue anywhere in the picture."""
    return max(
        red - blue
        for red, _green, blue in (image.getpixel((x, y)) for x in range(image.width) for y in range(image.height))
    )


def test_players_get_no_pixel_of_a_hidden_area_and_gms_all(client, gm, ana, chart, hide):
    row = chart()
    hide(row)
    assert reddest(sent_to(client, gm, row)[1]) > 200
    _address, picture = sent_to(client, ana, row)
    assert picture.size == SIZE
    assert reddest(picture) < 40
    assert picture.getpixel((20, 20)) > (240, 240, 240)


@pytest.mark.parametrize(("form", "more"), [("PNG", {}), ("JPEG", {"quality": 30})])
def test_players_receive_the_same_whatever_is_hidden(client, ana, chart, hide, form, more):
    sent = []
    for colour in ("red", "blue"):
        row = chart(picture=draw(colour, form=form, **more))
        hide(row)
        address, picture = sent_to(client, ana, row)
        sent.append((address.rpartition("/picture/")[2], picture.tobytes()))
    assert sent[0] == sent[1]


def test_a_picture_stored_with_losses_would_show_what_is_beside_it(client, ana, chart, hide, monkeypatch):
    """The control: the comparison above notices pixels that depend on hidden ones."""
    monkeypatch.setattr(pictures, "MARGIN", 0)
    sent = []
    for colour in ("red", "blue"):
        row = chart(picture=draw(colour, form="JPEG", quality=30))
        hide(row, [[0.51, 0], [1, 1]])
        sent.append(sent_to(client, ana, row)[1].tobytes())
    assert sent[0] != sent[1]


def test_the_address_changes_with_the_picture_and_the_old_one_is_gone(client, membership, gm, ana, chart, hide):
    row = chart()
    area = hide(row)
    hidden, _picture = sent_to(client, ana, row)
    whole, _picture = sent_to(client, gm, row)
    client.force_login(ana)
    assert client.get(whole).status_code == 404, "what GMs see"
    area = area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
    revealed, picture = sent_to(client, ana, row)
    assert revealed == whole != hidden
    assert reddest(picture) > 200
    assert client.get(hidden).status_code == 404
    area_actions.change_area(membership=membership, area=area, revision=None, revealed=False)
    assert client.get(revealed).status_code == 404
    assert sent_to(client, ana, row)[0] == hidden


def test_a_browser_asks_each_time_whether_it_may_show_its_copy(client, ana, chart):
    address, _picture = sent_to(client, ana, chart())
    answer = client.get(address)
    assert answer["Cache-Control"] == "no-cache, private"
    assert answer["X-Content-Type-Options"] == "nosniff"
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_rendering_is_made_once_for_each_state(client, gm, ana, chart, hide, monkeypatch):
    row = chart()
    hide(row)
    made = []
    true = pictures.cover_parts
    monkeypatch.setattr(pictures, "cover_parts", lambda *given: made.append(given[1]) or true(*given))
    for user in (gm, ana, gm, ana):
        sent_to(client, user, row)
    assert len(made) == 2
    assert MapRendering.objects.filter(map=row).count() == 2


def test_a_change_makes_the_new_renderings_and_forgets_old_ones(
    client, ana, membership, chart, hide, django_capture_on_commit_callbacks
):
    row = chart()
    area = hide(row)
    sent_to(client, ana, row)
    with django_capture_on_commit_callbacks(execute=True):
        area_actions.change_area(membership=membership, area=area, revision=None, points=[[0.4, 0], [1, 1]])
    kept = set(MapRendering.objects.filter(map=row).values_list("state", flat=True))
    picture = MapPicture.objects.get(map=row).sha256
    corners = [[0.4, 0.0], [1.0, 0.0], [1.0, 1.0], [0.4, 1.0]]
    assert kept == {renderings.State(picture, []).digest, renderings.State(picture, [corners]).digest}


def test_nothing_of_the_file_but_its_pixels_is_sent(client, ana, chart, hide):
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAMERA"
    words = PngImagePlugin.PngInfo()
    words.add_text("Comment", "SECRETPLACE")
    for file in (draw(form="JPEG", exif=exif, icc_profile=b"SECRETPROFILE"), draw(pnginfo=words)):
        assert b"SECRET" in file
        row = chart(picture=file)
        hide(row)
        address, _picture = sent_to(client, ana, row)
        assert b"SECRET" not in client.get(address).content + bytes(MapPicture.objects.get(map=row).data)


def test_the_paint_is_opaque_on_a_transparent_picture(client, ana, chart, hide):
    image = Image.new("RGBA", SIZE, (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((200, 0, 400, 300), fill=(255, 0, 0, 90))
    file = io.BytesIO()
    image.save(file, "PNG")
    row = chart(picture=file.getvalue())
    hide(row)
    address, picture = sent_to(client, ana, row)
    assert "A" not in Image.open(io.BytesIO(client.get(address).content)).getbands()
    assert reddest(picture) < 40


def test_an_area_over_the_edge_hides_everything_up_to_the_edge(client, ana, chart, hide):
    row = chart(picture=draw("red"))
    hide(row, [[0.5, -0.4], [1.6, 1.7]])
    assert reddest(sent_to(client, ana, row)[1]) < 40


def test_a_point_is_in_an_area_exactly_where_the_area_is_painted():
    rng = random.Random(4)
    for _one in range(20):
        points = read_corners(
            [[rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 1.2)] for _corner in range(rng.randint(3, 9))]
        )
        mask = Image.new("1", (1000, 1000))
        ImageDraw.Draw(mask).polygon([(x * 1000, y * 1000) for x, y in points], fill=1)
        places = [(rng.randrange(1000), rng.randrange(1000)) for _place in range(400)]
        wrong = [
            place for place in places if contains(points, place[0] / 1000, place[1] / 1000) and not mask.getpixel(place)
        ]
        assert len(wrong) <= 4, "only on edges, which the margin covers"


@pytest.mark.parametrize(
    "points",
    [[], [[0, 0]], [[0, 0], [0, 0], [0, 0]], [[0, 0], [1, 1], [3, 1]], [[0, 0], [1, "x"], [1, 1]],
     [[0, 0], [1, float("nan")], [1, 1]], [[True, 0], [1, 0], [1, 1]], [[0, 0]] * 70, "0 0", None],
)  # fmt: skip
def test_corners_that_span_no_area_are_refused(points):
    with pytest.raises(ValidationError):
        read_corners(points)


def test_corners_are_written_in_percent():
    assert parse_corners("10 20, 35 60") == [[0.1, 0.2], [0.35, 0.2], [0.35, 0.6], [0.1, 0.6]]
    with pytest.raises(ValidationError):
        parse_corners("10 20, 35")


def test_a_reveal_is_told_in_the_log_and_to_webhooks_if_everybody_sees_the_map(membership, chart, hide):
    webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=[Webhook.Topic.LOG.value])
    for title, audience in (("The coast", "party"), ("The vault", "gm")):
        area = hide(chart(title, visibility=audience), name=f"Behind {title}")
        assert not LogEntry.objects.filter(text__contains="Behind").filter(text__contains=title).exists()
        area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
    lines = LogEntry.objects.filter(text__contains="Behind")
    assert {(line.text.partition(":")[2].strip(), line.audience) for line in lines} == {
        ("Behind The coast.", "all"),
        ("Behind The vault.", "gm"),
    }
    told = [row.body["log"]["text"] for row in WebhookDelivery.objects.all()]
    assert any("Behind The coast" in text for text in told)
    assert not any("vault" in text for text in told)


def test_the_journal_says_who_learned_an_area_and_that_it_was_hidden_again(
    read, membership, campaign, gm, ana, ben, seat, chart, hide
):
    row = chart(visibility="chosen", players=[seat(ana)])
    area = hide(row)
    at = f"/campaigns/{campaign.pk}/world/journal/"
    assert "The isle" not in read(ana, at)
    area_actions.change_area(membership=membership, area=area, revision=1, revealed=True)
    assert "ana learned The isle on the map" in read(gm, at)
    assert "The isle on the map" in read(ana, at)
    assert "The isle" not in read(ben, at)
    area_actions.change_area(membership=membership, area=area, revision=2, revealed=False)
    assert "hidden again from ana The isle" in read(gm, at)
    assert "The isle" not in read(ana, at)
    area_actions.change_area(membership=membership, area=area, revision=3, revealed=True)
    area_actions.remove_area(membership=membership, area=area, revision=4)
    assert "a part of the map" in read(ana, at)
    assert "The isle" not in read(ana, at)
    actions.change_map(membership=membership, row=row, revision=None, visibility="gm")
    assert "The coast" not in read(ana, at)


def test_an_area_of_a_map_that_nobody_sees_is_learned_by_nobody(membership, chart, hide):
    area = hide(chart(visibility="gm"))
    area_actions.change_area(membership=membership, area=area, revision=1, revealed=True)
    assert not Reveal.objects.exists()


def test_everybody_learns_an_area_of_a_map_for_everybody_and_the_recap_names_it(membership, campaign, chart, hide):
    session = Session.objects.create(campaign=campaign, number=7, starts=timezone.now())
    area = hide(chart())
    area_actions.change_area(membership=membership, area=area, revision=1, revealed=True)
    line = Reveal.objects.get()
    assert (line.map.title, line.area, line.member, line.shown) == ("The coast", area, None, True)
    line.session = session
    line.save()
    draft = drafts.draft_recap(membership, session, "party")
    assert "The isle on the map “The coast”." in draft


def test_a_busy_site_shows_the_map_without_its_picture(client, ana, chart, hide, monkeypatch):
    row = chart()
    hide(row)

    def busy(*given):
        raise pictures.PictureTooLarge

    monkeypatch.setattr(pictures, "cover_parts", busy)
    client.force_login(ana)
    page = client.get(f"/maps/{row.pk}/").content.decode()
    assert "not ready yet" in page
    assert "<img" not in page


def test_a_new_picture_keeps_the_hidden_areas(client, ana, membership, chart, hide):
    row = chart(picture=draw("white"))
    hide(row)
    actions.set_picture(membership=membership, row=row, data=draw("red"))
    assert reddest(sent_to(client, ana, row)[1]) < 40


def test_an_area_with_crossing_sides_is_refused(membership, chart, hide):
    row = chart()
    star = [[0.5, 0.05], [0.78, 0.9], [0.05, 0.35], [0.95, 0.35], [0.22, 0.9]]
    with refused("cross"):
        hide(row, star)
    with refused("cross"):
        hide(row, [[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]])
    area = hide(row, [[0.1, 0.1], [0.5, 0.3], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
    with refused("cross"):
        area_actions.change_area(membership=membership, area=area, revision=None, points=star)


def test_the_removal_of_a_hidden_area_is_confirmed_and_logged_for_gms(
    client, gm, ana, membership, campaign, chart, hide
):
    row = chart()
    hidden, revealed = hide(row), hide(row, [[0, 0], [0.2, 0.2]], "The cape")
    area_actions.change_area(membership=membership, area=revealed, revision=None, revealed=True)
    before = LogEntry.objects.filter(campaign=campaign).count()
    client.force_login(ana)
    assert client.get(f"/map-areas/{hidden.pk}/remove/").status_code in {403, 404}
    client.force_login(gm)
    assert "Everyone who sees the map will see" in client.get(f"/map-areas/{hidden.pk}/remove/").content.decode()
    assert reddest(sent_to(client, ana, row)[1]) < 40, "nothing is removed before it is confirmed"
    client.force_login(gm)
    client.post(f"/map-areas/{revealed.pk}/remove/")
    assert LogEntry.objects.filter(campaign=campaign).count() == before, "players saw the cape already"
    client.post(f"/map-areas/{hidden.pk}/remove/")
    entry = LogEntry.objects.filter(campaign=campaign).latest("pk")
    assert entry.audience == "gm"
    assert entry.text.startswith("The hidden area “The isle” of the map “The coast” was removed.")
    assert reddest(sent_to(client, ana, row)[1]) > 200
