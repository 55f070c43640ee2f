"""Modules as archives: pictures are written again, exported with the module, and nothing else gets in."""

import io

import pytest
from PIL import Image, PngImagePlugin

from campaigns.modules import actions
from campaigns.modules.actions import ModuleConflict, ModuleInvalid
from campaigns.modules.format import pictures, version_ranges
from campaigns.modules.format.canonical_json import canonical
from campaigns.modules.models import ModuleFile
from people.models import Member
from tests import factories
from tests.campaigns.modules import samples, zips
from tests.campaigns.modules.dump import everything
from tests.campaigns.modules.samples import put

pytestmark = pytest.mark.django_db


def sent(membership, data):
    received = actions.receive(data=data)
    return actions.upload(by=membership.user, document=received.document, archive=received.archive)


def refusal(membership, data):
    before = everything()
    with pytest.raises(ModuleInvalid) as refused:
        sent(membership, data)
    assert everything() == before
    return {(error.pointer, error.code) for error in refused.value.errors}


@pytest.mark.parametrize(("kind", "ending"), [("PNG", "png"), ("JPEG", "jpg"), ("WEBP", "webp")])
def test_a_picture_is_kept_without_what_is_not_seen(membership, kind, ending):
    secret = b"where it was taken"
    exif = Image.Exif()
    exif[0x010E] = secret.decode()
    data = zips.picture(kind, exif=exif)
    assert secret in data
    path, media = f"assets/map.{ending}", f"image/{kind.lower()}"
    version, new = sent(membership, zips.packed(zips.with_picture(path, data, kind=media), {path: data}))
    file = ModuleFile.objects.get()
    assert new
    assert secret not in bytes(file.data)
    assert (file.width, file.height, file.media_type) == (8, 6, media)
    assert version.document["assets"][0]["sha256"] == file.sha256
    with Image.open(io.BytesIO(bytes(file.data))) as kept:
        assert kept.size == (8, 6)


def test_the_same_archive_twice_is_one_version(membership):
    data = zips.picture("JPEG")
    archive = zips.packed(zips.with_picture("assets/map.jpg", data, kind="image/jpeg"), {"assets/map.jpg": data})
    assert sent(membership, archive)[0] == sent(membership, archive)[0]
    other = zips.picture("JPEG", colour="red")
    with pytest.raises(ModuleConflict) as refused:
        sent(
            membership,
            zips.packed(zips.with_picture("assets/map.jpg", other, kind="image/jpeg"), {"assets/map.jpg": other}),
        )
    assert refused.value.code == "module.version_conflict"


def test_an_exported_archive_is_the_same_module_again(membership):
    data = zips.picture("JPEG")
    document = zips.with_picture("assets/a/map.jpg", data, kind="image/jpeg")
    document["handouts"] = [{"key": "map", "title": "The map", "visibility": "on_reveal", "assets": ["asset:map"]}]
    version, _new = sent(membership, zips.packed(document, {"assets/a/map.jpg": data}))
    actions.apply_import(membership=membership, version=version)
    packed = actions.export_zip(membership=membership, key="the-mill")
    assert packed == actions.export_zip(membership=membership, key="the-mill")
    assert sent(membership, packed) == (version, False)
    other = Member.objects.get(pk=factories.MemberFactory(role="gm", user=factories.UserFactory()).pk)
    again, _new = sent(other, packed)
    actions.apply_import(membership=other, version=again)
    assert canonical(actions.export_content(membership=other)) == canonical(version.document)


def test_comments_in_a_png_and_bytes_behind_it_are_gone():
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "<script>alert(1)</script>")
    into = io.BytesIO()
    Image.new("P", (4, 4)).save(into, "PNG", pnginfo=info)
    kept = pictures.reencode(into.getvalue() + b"PK\x03\x04<?php").data
    assert b"script" not in kept
    assert b"php" not in kept
    assert pictures.reencode(kept).data == kept


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_every_usual_kind_of_pixels_is_taken(mode):
    into = io.BytesIO()
    Image.new(mode, (5, 4)).save(into, "JPEG" if mode == "CMYK" else "PNG")
    assert (pictures.reencode(into.getvalue()).width, pictures.reencode(into.getvalue()).height) == (5, 4)


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked():
    head = zips.picture(size=(1, 1))
    huge = head[:16] + (60_000).to_bytes(4, "big") * 2 + head[24:]
    with pytest.raises(pictures.NotAPicture):
        pictures.reencode(huge)
    with pytest.raises(pictures.NotAPicture) as refused:
        pictures.reencode(zips.picture(size=(8000, 5001)))
    assert refused.value.code == "asset.too_large"


PNG = zips.picture()
GOOD = {"assets/map.png": PNG}


@pytest.mark.parametrize(
    ("archive", "fault"),
    [
        (lambda: zips.packed(zips.with_picture()), ("module.json#/assets/0/path", "asset.missing")),
        (
            lambda: zips.packed(zips.with_picture(), {"assets/map.png": zips.picture(colour="red")}),
            ("module.json#/assets/0/sha256", "asset.hash"),
        ),
        (
            lambda: zips.packed(zips.with_picture(data=b"<svg/>"), {"assets/map.png": b"<svg/>"}),
            ("module.json#/assets/0/path", "asset.type"),
        ),
        (
            lambda: zips.packed(zips.with_picture(kind="image/webp"), GOOD),
            ("module.json#/assets/0/media_type", "asset.type"),
        ),
        (
            lambda: zips.packed(put(samples.small(), "/locations/0/key", "The Mill"), {}),
            ("module.json#/locations/0/key", "schema.pattern"),
        ),
        (lambda: zips.packed(b"{", {}), ("module.json#", "json.syntax")),
        (lambda: zips.packed(None, GOOD), ("", "zip.no_module")),
        (lambda: zips.packed(samples.small(), {"../evil.png": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"assets/../../evil.png": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"/etc/passwd": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"assets\\map.png": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"C:/map.png": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"assets/map.svg": b"<svg/>"}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"assets/more.zip": b"PK"}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"assets/map.PNG": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"assets/map.png": PNG, "assets/Map.png": PNG}), ("", "zip.unsafe_path")),
        (lambda: zips.packed(samples.small(), {"run.py": b"import os"}), ("", "zip.unsafe_path")),
        (zips.linked, ("", "zip.unsafe_path")),
        (lambda: zips.linked(kind=0o020000), ("", "zip.unsafe_path")),
        (lambda: zips.bomb(12), ("", "zip.bomb")),
        (lambda: zips.packed(samples.small(), {f"assets/{n}.png": b"" for n in range(2001)}), ("", "zip.bomb")),
        (lambda: zips.packed(zips.with_picture(), GOOD)[:-30], ("", "zip.damaged")),
        (lambda: zips.spoiled(zips.packed(zips.with_picture(), GOOD)), ("", "zip.damaged")),
        (lambda: b"PK\x03\x04" + b"\0" * 200, ("", "zip.damaged")),
        (lambda: b"PK" + b"\0" * (50 * 1024 * 1024), ("", "zip.too_large")),
    ],
)
def test_an_archive_that_means_harm_is_refused_and_leaves_no_trace(membership, archive, fault):
    assert fault in refusal(membership, archive())


def test_an_archive_that_lies_about_its_size_is_refused(membership):
    assert {code for _pointer, code in refusal(membership, zips.lying())} <= {"zip.bomb", "zip.damaged"}


def test_a_picture_that_nobody_names_is_worth_a_look(membership):
    version, _new = sent(membership, zips.packed(samples.small(), GOOD))
    assert [warning["code"] for warning in version.warnings] == ["asset.unused"]
    assert not ModuleFile.objects.exists()


# Versions of what is required


@pytest.mark.parametrize(
    ("number", "wanted", "fits"),
    [
        ("1.0.0", ">=1.0.0 <2", True),
        ("2.0.0", ">=1.0.0 <2", False),
        ("1.9.9", ">= 1.0.0 < 2", True),
        ("1.2.3", "^1.2", True),
        ("2.0.0", "^1.2", False),
        ("0.2.9", "^0.2.3", True),
        ("0.3.0", "^0.2.3", False),
        ("1.2.9", "~1.2.3", True),
        ("1.3.0", "~1.2.3", False),
        ("1.7.0", "1.x", True),
        ("3.1.0", "1.x || 3", True),
        ("2.0.0", "1.x || 3", False),
        ("1.2.3", "1.2.3", True),
        ("1.2.4", "=1.2.3", False),
        ("9.9.9", "*", True),
        ("1.0.0-rc.1", ">=1.0.0", False),
        ("1.1.0-rc.1", ">=1.0.0 <2", True),
        ("1.0.1", ">1.0", False),
        ("1.1.0", ">1.0", True),
        ("1.0.5", "<=1.0", True),
        ("5.0.0", "", True),
    ],
)
def test_a_version_lies_in_a_range_or_not(number, wanted, fits):
    assert version_ranges.fits(number, wanted) is fits


@pytest.mark.parametrize("text", ["latest", ">=", "1.2.3.4", "a || b", "1..2", "9" * 12, "||"])
def test_a_text_that_is_no_range_gives_none(text):
    assert version_ranges.bounds(text) is None


def test_a_required_module_must_be_there_in_a_fitting_version(membership, mill):
    follow = samples.small()
    follow["module"] |= {"key": "the-mill-2", "requires": [{"module": "the-mill", "version": ">=2"}]}
    put(follow, "/encounters/0/groups/0/who", "the-mill/monster:rat")
    (fault,) = actions.check(by=membership.user, document=follow).errors
    assert (fault.pointer, fault.code) == ("/encounters/0/groups/0/who", "ref.unresolved")
    assert ">=2" in fault.message
    actions.upload(by=membership.user, document=put(samples.small(), "/module/version", "2.3.0"))
    assert actions.check(by=membership.user, document=follow).ok
    follow["module"]["requires"][0]["version"] = "newest"
    assert {error.pointer for error in actions.check(by=membership.user, document=follow).errors} >= {
        "/module/requires/0/version"
    }
