"""Pictures are decoded and written anew; what is none is refused in words."""

import io

import pytest
from django.core.exceptions import ValidationError
from PIL import Image, PngImagePlugin

from campaigns import pictures
from tests.factories import picture


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGB"), ("PNG", "P"), ("PNG", "RGBA"), ("JPEG", "RGB"), ("JPEG", "L"), ("WEBP", "RGB")]
)
def test_pictures_become_webp(form, mode):
    kept = pictures.read(picture(20, 10, form, mode))
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
        kept = Image.open(io.BytesIO(pictures.read(sent).data))
        assert b"SECRET" not in pictures.read(sent).data
        assert not kept.getexif()


def test_a_photograph_is_turned_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    kept = pictures.read(picture(30, 10, "JPEG", exif=exif))
    assert (kept.width, kept.height) == (10, 30)


def test_large_pictures_are_made_smaller():
    kept = pictures.read(picture(4800, 100))
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
def test_what_is_no_picture_is_refused_in_words(data):
    with pytest.raises(ValidationError, match="no picture that can be read"):
        pictures.read(data)


def test_size_is_limited_in_bytes_and_in_pixels():
    with pytest.raises(ValidationError, match="larger than 10 MB"):
        pictures.read(b"x" * (pictures.LARGEST + 1))
    with pytest.raises(ValidationError, match="40 megapixels"):
        pictures.read(picture(9000, 9000, "PNG", "1"))
