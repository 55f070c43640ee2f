"""Pictures in the text of a page are seen by those who can read the place where they are."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from campaigns.world import actions
from campaigns.world.blocks import actions as block_actions
from campaigns.world.text_pictures import access
from campaigns.world.text_pictures.actions import add_text_picture, remove_unused
from campaigns.world.text_pictures.models import TextPicture
from campaigns.world.wiki_links import render_html
from common.picture_syntax import picture_keys
from tests import factories
from tests.planting import replace_everywhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(write, membership):
    row = write("Quay", "x", shown=True)
    kept = [add_text_picture(membership=membership, entry=row, data=factories.picture()) for _each in range(2)]
    text = f"Open {kept[0].markdown}\n\n:::secret\nClosed {kept[1].markdown}\n:::"
    row = actions.change_entry(membership=membership, entry=row, revision=None, text=text)
    row.keys = [picture.key for picture in kept]
    return row


def address(page, number):
    return f"/world/{page.pk}/text-pictures/{page.keys[number]}/"


def fetch(client, user, url):
    client.force_login(user)
    return client.get(url).status_code


def test_a_picture_is_shown_where_its_place_is_read(page, client, gm, ana, outsider, read):
    assert f'src="{address(page, 0)}"' in read(ana, f"/world/{page.pk}/")
    assert address(page, 1) not in read(ana, f"/world/{page.pk}/")
    assert [fetch(client, user, address(page, 0)) for user in (gm, ana, outsider)] == [200, 200, 404]
    assert [fetch(client, user, address(page, 1)) for user in (gm, ana, outsider)] == [200, 404, 404]
    assert fetch(client, ana, f"/api/v1{address(page, 1)}") == 404


def test_a_picture_in_a_block_is_seen_by_the_readers_of_the_block(page, membership, seat, client, ana, ben):
    block_actions.open_block(membership=membership, entry=page, place=0, revision=None, members=[seat(ana)])
    assert [fetch(client, user, address(page, 1)) for user in (ana, ben)] == [200, 404]


def test_the_guard_of_closed_blocks_finds_a_planted_fault(page, client, ana, monkeypatch):
    replace_everywhere(monkeypatch, access.readable_keys, lambda _member, entry: picture_keys(entry.text))
    assert fetch(client, ana, address(page, 1)) == 200


def test_a_picture_moves_with_the_text_to_another_page_of_someone_who_reads_it(page, write, client, gm, ana, seat):
    moved = write("Harbor", page.text, shown=True)
    moved.keys = page.keys
    actions.change_entry(membership=seat(gm), entry=page, revision=None, text="It moved.")
    assert [fetch(client, ana, address(moved, number)) for number in (0, 1)] == [200, 404]
    assert fetch(client, gm, address(moved, 1)) == 200
    note = actions.create_entry(membership=seat(ana), kind="note", name="Mine", text=moved.text.replace(":::", ""))
    assert set(TextPicture.objects.filter(entry=note).values_list("key", flat=True)) == {page.keys[0]}
    actions.change_entry(membership=seat(gm), entry=note, revision=None, text=f"{note.text} Well.")
    assert TextPicture.objects.filter(entry=note).count() == 1, "only what the writer adds is copied"


def test_the_guard_of_copied_pictures_finds_a_planted_fault(page, seat, ana, monkeypatch):
    replace_everywhere(monkeypatch, access.readable_keys, lambda _member, entry: picture_keys(entry.text))
    note = actions.create_entry(membership=seat(ana), kind="note", name="Mine", text=page.text.replace(":::", ""))
    assert TextPicture.objects.filter(entry=note, key=page.keys[1]).exists()


def test_own_pictures_come_along_when_a_refused_text_becomes_a_note(seat, ana, ben):
    note = actions.create_entry(membership=seat(ana), kind="note", name="Notebook", shared=True)
    picture = add_text_picture(membership=seat(ben), entry=note, data=factories.picture())
    actions.archive_entry(membership=seat(ana), entry=note)
    saved = actions.create_entry(membership=seat(ben), kind="note", name="Mine", text=picture.markdown)
    assert TextPicture.objects.filter(entry=saved, key=picture.key).exists()


def test_a_page_gets_no_more_copies_than_it_may_have_pictures(page, write, monkeypatch):
    monkeypatch.setattr("campaigns.world.text_pictures.copying.MOST_OF_A_PAGE", 1)
    assert write("Harbor", f"![](picture:{page.keys[0]})").text_pictures.count() == 1
    with pytest.raises(ValidationError, match="at most 1 pictures"):
        write("Bay", page.text)


def test_the_page_uploads_a_picture_and_refuses_what_is_none(page, client, gm, ana):
    client.force_login(gm)
    at = f"/world/{page.pk}/text-pictures/"
    told = client.post(at, {"picture": SimpleUploadedFile("a.png", factories.picture(), "image/png")})
    assert told.json()["markdown"].startswith("![](picture:")
    refused = client.post(at, {"picture": SimpleUploadedFile("a.png", b"<svg>", "image/png")})
    assert refused.status_code == 422
    assert refused.json()["refusal"]
    assert client.post(at).status_code == 422
    client.force_login(ana)
    assert client.post(at, {"picture": SimpleUploadedFile("a.png", factories.picture())}).status_code == 403


def test_a_script_adds_a_picture(page, client, gm):
    client.force_login(gm)
    told = client.post(f"/api/v1/world/{page.pk}/text-pictures/", factories.picture(), content_type="image/png")
    assert told.status_code == 201, told.content
    assert told.json()["markdown"] == f"![](picture:{told.json()['key']})"


def test_players_add_pictures_to_their_own_pages_only(page, seat, ana):
    with pytest.raises(PermissionDenied):
        add_text_picture(membership=seat(ana), entry=page, data=factories.picture())
    note = actions.create_entry(membership=seat(ana), kind="note", name="Mine")
    assert add_text_picture(membership=seat(ana), entry=note, data=factories.picture()).pk


def test_pictures_that_no_version_uses_are_removed_after_a_day(page, membership):
    unused = add_text_picture(membership=membership, entry=page, data=factories.picture())
    remove_unused(page)
    assert TextPicture.objects.filter(pk=unused.pk).exists(), "it may be used in a text that is being written"
    page = actions.change_entry(membership=membership, entry=page, revision=None, text="No picture.")
    TextPicture.objects.update(created=timezone.now() - timedelta(days=2))
    remove_unused(page)
    assert set(TextPicture.objects.values_list("key", flat=True)) == keys_of(page)


def keys_of(page):
    return picture_keys("\n".join(page.history.values_list("text", flat=True)))


def test_a_page_has_a_limit_of_pictures(page, membership, monkeypatch):
    monkeypatch.setattr("campaigns.world.text_pictures.copying.MOST_OF_A_PAGE", 2)
    with pytest.raises(ValidationError, match="at most 2 pictures together"):
        add_text_picture(membership=membership, entry=page, data=factories.picture())


@pytest.mark.parametrize(
    "text",
    [
        "![a](https://example.com/x.png)",
        "![a](/world/1/text-pictures/0123456789abcdef/)",
        "![a](//example.com/world/1/text-pictures/0123456789abcdef/)",
        "![a](picture:0123456789abcdef)",
        '![a" onerror="x](picture:0123456789abcdef)',
    ],
)
def test_no_other_picture_is_ever_loaded(text):
    assert "<img" not in render_html(f"Words around it: {text}", {})


def test_the_words_of_a_picture_are_escaped():
    links = {"picture:0123456789abcdef": "/world/1/text-pictures/0123456789abcdef/"}
    html = render_html('Here: ![a" onerror="x<b>](picture:0123456789abcdef)', links)
    assert html.count("<img") == 1
    assert "onerror=" not in html.replace("&quot;", '"').split('alt="')[0]
    assert 'onerror="x' not in html
