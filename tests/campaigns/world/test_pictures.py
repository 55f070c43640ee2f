"""Pictures are decoded and written again; what is none is refused in words."""

import io
import re

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image, PngImagePlugin

from campaigns.world import actions
from campaigns.world.maps.actions import create_map_with_picture
from campaigns.world.maps.pin_actions import create_pin
from campaigns.world.quests.actions import add_line
from campaigns.world.ties.actions import create_tie
from common import pictures
from tests import factories
from tests.factories import picture


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGB"), ("PNG", "P"), ("PNG", "RGBA"), ("JPEG", "RGB"), ("JPEG", "L"), ("WEBP", "RGB")]
)
def test_pictures_become_webp(form, mode):
    kept = pictures.read_picture(picture(20, 10, form, mode))
    assert (kept.width, kept.height, kept.media_type) == (20, 10, "image/webp")
    assert Image.open(io.BytesIO(kept.data)).format == "WEBP"


def test_nothing_of_the_file_but_its_pixels_is_kept():
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAMERA"
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "SECRETPLACE")
    for sent in (
        picture(form="JPEG", exif=exif),
        picture(form="PNG", pnginfo=info),
        picture() + b"PK\x03\x04SECRETZIP",
    ):
        assert b"SECRET" in sent
        kept = Image.open(io.BytesIO(pictures.read_picture(sent).data))
        assert b"SECRET" not in pictures.read_picture(sent).data
        assert not kept.getexif()


def test_a_photograph_is_turned_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    kept = pictures.read_picture(picture(30, 10, "JPEG", exif=exif))
    assert (kept.width, kept.height) == (10, 30)


def test_large_pictures_are_made_smaller():
    kept = pictures.read_picture(picture(4800, 100))
    assert (kept.width, kept.height) == (2400, 50)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        picture()[:40],
        picture(form="JPEG")[:100],
        picture(form="WEBP")[:30],
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 200,
        b"\xff\xd8\xff\xe0" + b"A" * 500,
        b"%PDF-1.4\n",
    ],
)
def test_a_file_that_is_no_picture_is_refused_in_words(data):
    with pytest.raises(ValidationError, match="picture cannot be read"):
        pictures.read_picture(data)


def test_size_is_limited_in_bytes_and_in_pixels():
    with pytest.raises(ValidationError, match="larger than 10 MB"):
        pictures.read_picture(b"x" * (pictures.LARGEST + 1))
    with pytest.raises(ValidationError, match="40 megapixels"):
        pictures.read_picture(picture(9000, 9000, "PNG", "1"))


@pytest.mark.parametrize(("bound", "value"), [("MEMORY", 96 * 1024 * 1024), ("ELAPSED_SECONDS", 0.01)])
def test_a_picture_that_takes_more_than_it_is_given_is_refused_and_the_site_goes_on(monkeypatch, bound, value):
    large = picture(6000, 6000, "PNG", "RGBA")
    with monkeypatch.context() as bounded:
        bounded.setattr(pictures, bound, value)
        with pytest.raises(ValidationError, match="the limit is 40 megapixels"):
            pictures.read_picture(large)
    assert pictures.read_picture(large).width == pictures.LONGEST_SIDE


def test_a_decoder_that_dies_is_a_refusal_and_no_fault_of_the_site(monkeypatch, tmp_path):
    dying = tmp_path / "dying.py"
    dying.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    monkeypatch.setattr(pictures, "DECODER", dying)
    with pytest.raises(ValidationError, match="Make it smaller"):
        pictures.read_picture(picture())


def test_the_decoder_is_given_nothing_of_the_site(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_KEY", "x" * 60)
    asking = tmp_path / "asking.py"
    asking.write_text(
        "import json, os, sys\nhead = sys.stdin.buffer.readline()\n"
        "print(json.dumps({'media_type': sorted(os.environ), 'width': 1, 'height': sys.path}))\n"
    )
    monkeypatch.setattr(pictures, "DECODER", asking)
    told = pictures.reencode(picture())
    assert not {"SECRET_KEY", "DATABASE_URL"} & set(told.media_type)
    assert str(pictures.DECODER.parent) not in told.height


@pytest.mark.django_db(transaction=True)
def test_no_table_waits_while_a_picture_is_decoded(monkeypatch):
    campaign = factories.CampaignFactory()
    membership = factories.MemberFactory(campaign=campaign, role="gm")
    page = actions.create_entry(membership=membership, kind="handout", name="A letter")
    read = pictures.read_picture

    def reading(data):
        assert not connection.in_atomic_block
        return read(data)

    monkeypatch.setattr(pictures, "read_picture", reading)
    actions.set_picture(membership=membership, entry=page, data=picture())
    assert page.pictures.count() == 1


def headings(answer):
    return re.findall(r"<h2[^>]*>([^<]+)", answer.content.decode())


@pytest.mark.django_db
def test_a_page_is_complete_after_a_refused_picture(client, gm, membership, write):
    row = write("Who burned the mill?", kind="thread", shown=True)
    create_tie(
        membership=membership, start=row, end=write("The rats", kind="faction"), words="blames", back="blamed in"
    )
    add_line(membership=membership, thread=row, text="Ask Otto")
    client.force_login(gm)
    usual = headings(client.get(f"/world/{row.pk}/"))
    for data, revision in ((b"none", row.revision), (picture(), row.revision - 1)):
        sent = {"picture": SimpleUploadedFile("x.png", data, "image/png"), "revision": revision}
        answer = client.post(f"/world/{row.pk}/picture/new/", sent)
        assert answer.status_code == 200
        assert "Ask Otto" in answer.content.decode()
        assert "blames" in answer.content.decode()
        assert headings(answer) == usual


@pytest.mark.django_db
def test_the_page_of_a_map_is_complete_after_a_refused_picture(client, gm, membership):
    row = create_map_with_picture(
        membership=membership, picture=picture(320, 200), title="The coast", wide=120.0, unit="miles"
    )
    for number in range(2):
        create_pin(membership=membership, row=row, x=number / 2, y=0.5, label=f"Rock {number}")
    client.force_login(gm)
    usual = client.get(f"/maps/{row.pk}/")
    sent = {"picture": SimpleUploadedFile("x.png", b"none", "image/png"), "revision": row.revision}
    refused = client.post(f"/maps/{row.pk}/picture/new/", sent)
    assert "distance_form" in usual.context
    assert "distance_form" in refused.context
    assert headings(refused) == headings(usual)
