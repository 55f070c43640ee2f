"""The icons of the site: what a phone needs to install it."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from PIL import Image

from config.server.static_files import StaticFiles

FOLDER = Path(settings.BASE_DIR) / "static"
MANIFEST = "manifest.webmanifest"


def icons():
    return json.loads((FOLDER / MANIFEST).read_text())["icons"]


PICTURES = [icon for icon in icons() if icon["type"] == "image/png"]


def test_the_manifest_names_the_site_and_icons_of_each_size():
    manifest = json.loads((FOLDER / MANIFEST).read_text())
    assert manifest["id"] == manifest["start_url"] == "/"
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in PICTURES}
    assert sizes == {(size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")}


@pytest.mark.parametrize("icon", PICTURES, ids=lambda icon: icon["src"])
def test_each_icon_has_the_size_that_the_manifest_names_and_maskable_ones_fill_it(icon):
    with Image.open(finders.find(icon["src"])) as picture:
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
        corner = picture.convert("RGBA").getpixel((0, 0))
    assert (corner[3] == 255) is (icon.get("purpose") == "maskable")


def test_a_page_names_the_icon_for_the_home_screen_and_the_colour_of_the_frame(client, db):
    page = client.get("/").content.decode()
    assert "apple-touch-icon.png" in page
    assert page.count('name="theme-color"') == 2


def test_in_production_the_manifest_names_files_that_are_kept(tmp_path):
    source = FileSystemStorage(location=FOLDER)
    names = [MANIFEST, *(icon["src"] for icon in icons())]
    target = StaticFiles(location=tmp_path, base_url="/static/")
    for name in names:
        with source.open(name) as file:
            target.save(name, file)
    kept = {new for _old, new, _changed in target.post_process({name: (target, name) for name in names})}
    [manifest] = [name for name in kept if name.endswith(".webmanifest")]
    written = {icon["src"] for icon in json.loads((tmp_path / manifest).read_text())["icons"]}
    assert written <= kept
    assert len(written) == len(icons())
