"""The pages that convert stat blocks and tables of another system."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.modules import actions as module_actions
from campaigns.modules.conversion import actions as conversion_actions
from campaigns.modules.models import ConversionRow, ModuleVersion
from characters.models import Monster
from tests.campaigns.modules import samples
from tests.campaigns.modules.object_pages import address, page
from tests.campaigns.modules.test_adapters import GOBLIN

__all__ = ["page"]
pytestmark = pytest.mark.django_db


def test_a_stat_block_is_pasted_looked_at_edited_and_imported(page, membership):
    here = address("module-convert", membership)
    html = page.post(here, {"kind": "stat-block", "text": GOBLIN}).content.decode()
    assert "Hit points" in html
    assert "HP 7" in html
    assert "names no licence" in html
    assert "text, Dungeons &amp; Dragons 5e (2014)" in html
    document = re.search(r'name="document" value="([^"]*)"', html)[1]
    document = document.replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")
    answer = page.post(
        here,
        {
            "document": document,
            "title": "Goblins",
            "key": "goblins",
            "version": "1.0.0",
            "spdx": "CC-BY-4.0",
            "attribution": "SRD",
            "block:goblin": '{"max_hp": 9}',
            "was:goblin": "{}",
        },
        follow=True,
    )
    assert "The draft is in your library" in answer.content.decode()
    version = ModuleVersion.objects.get()
    assert version.document["monsters"][0]["stats"] == {"fifty-two-fates": {"max_hp": 9}}
    assert version.document["module"]["licence"] == {"spdx": "CC-BY-4.0", "attribution": "SRD"}
    module_actions.apply_import(membership=membership, version=version)
    assert Monster.objects.get(campaign=membership.campaign).stats["max_hp"] == 9


def test_a_figure_is_written_over_where_it_stands_and_the_others_stay_converted(page, membership):
    here = address("module-convert", membership)
    html = page.post(here, {"kind": "stat-block", "text": GOBLIN}).content.decode()
    fields = dict(re.findall(r'name="((?:figure|was):goblin:[^"]+)" value="([^"]*)"', html))
    assert fields["figure:goblin:max_hp"] == fields["was:goblin:max_hp"] == "3"
    document, block = (
        unescape(re.search(pattern, html, re.DOTALL)[1])
        for pattern in (r'name="document" value="([^"]*)"', r'name="block:goblin"[^>]*>(.*?)</textarea>')
    )
    sent = {"document": document, "key": "goblins", "spdx": "CC0-1.0", "block:goblin": block, "was:goblin": block}
    page.post(here, sent | fields | {"version": "1.0.0"})
    assert "stats" not in ModuleVersion.objects.get().document["monsters"][0], "what nobody wrote over is converted"
    page.post(here, sent | fields | {"version": "1.0.1", "figure:goblin:max_hp": "8"})
    stats = ModuleVersion.objects.get(version="1.0.1").document["monsters"][0]["stats"]["fifty-two-fates"]
    assert stats == json.loads(block) | {"max_hp": 8}
    answer = page.post(here, sent | fields | {"version": "1.0.2", "figure:goblin:max_hp": "0"})
    assert answer.status_code == 422
    assert "/monsters/0/stats/fifty-two-fates/max_hp" in answer.content.decode()


@pytest.mark.parametrize("block", ["{", '{"max_hp": 0}', '{"wings": 2}'])
def test_figures_that_do_not_fit_are_told_with_their_place(page, membership, block):
    document = json.dumps(samples.small())
    answer = page.post(address("module-convert", membership), {"document": document, "block:rat": block, "was:rat": ""})
    assert answer.status_code == 422
    assert "/monsters/0/stats/fifty-two-fates" in answer.content.decode()
    assert not ModuleVersion.objects.exists()


def test_a_text_that_is_no_stat_block_is_refused_in_words(page, membership):
    answer = page.post(address("module-convert", membership), {"kind": "stat-block", "text": "Hello"})
    assert answer.status_code == 422
    assert "no stat block was found" in answer.content.decode()
    file = SimpleUploadedFile("x.json", b"[]")
    answer = page.post(address("module-convert", membership), {"kind": "5e-bits", "file": file})
    assert "not a list of monsters" in answer.content.decode()


def test_a_table_is_adjusted_on_its_page_and_taken_back(page, membership):
    here = address("conversion-tables", membership)
    shown = page.get(here).content.decode()
    assert "One more for so many hit points in 5e" in shown
    assert '<th scope="col">Challenge rating</th>' in shown
    assert "Challenge rating, row 1" in shown
    figures = {"key": "hit-points", "base": "3", "beyond": "10", "for_each": "3,5", "least": "1"}

    def send(fields):
        return page.post(here, fields | {"revision": revision_of_hit_points(membership)}, follow=True).content.decode()

    assert "Saved. Monsters that were converted before stay as they are." in send(figures)
    assert ConversionRow.objects.get().figures == {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    assert "One more for so many hit points in 5e: a number above 0" in send(figures | {"for_each": "0"})
    assert "a number" in send(figures | {"for_each": "nan"})
    assert "no such table" in send({"key": "nothing"})
    assert "no such table" in send({"key": "nothing", "reset": "1"})
    send({"key": "hit-points", "reset": "1"})
    assert not ConversionRow.objects.exists()


def revision_of_hit_points(membership):
    """The revision that the page of conversion tables has for the table of hit points."""
    tables = conversion_actions.tables_with_fields(membership)
    return next(table["revision"] for table in tables if table["table"].key == "hit-points")


@pytest.mark.parametrize("change", [{"base": "9", "beyond": "9", "for_each": "9", "least": "9"}, {"reset": "1"}])
def test_the_page_of_a_table_does_not_overwrite_what_another_gm_changed(page, membership, change):
    here, seen = address("conversion-tables", membership), revision_of_hit_points(membership)
    figures = {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    conversion_actions.set_figures(membership=membership, key="hit-points", figures=figures)
    text = page.post(here, change | {"key": "hit-points", "revision": seen}, follow=True).content.decode()
    assert "was changed after you opened it" in text
    assert "Below are the current values." in text
    assert ConversionRow.objects.get().figures == figures


def test_figures_converted_before_stay_until_they_are_asked_for_again(membership):
    document = samples.small()
    document["monsters"][0] = {
        "key": "rat",
        "name": "Ogre",
        "source_stats": {"system": "5e-2014", "data": {"cr": 2, "hp": 59}},
    }
    version, _new = module_actions.upload(by=membership.user, document=document)
    module_actions.apply_import(membership=membership, version=version)
    figures = {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    ConversionRow.objects.create(
        campaign=membership.campaign, system=membership.campaign.system, key="hit-points", figures=figures
    )
    module_actions.apply_import(membership=membership, version=version)
    assert Monster.objects.get(campaign=membership.campaign).stats["max_hp"] == 10
    module_actions.apply_import(membership=membership, version=version, options={"reconvert": True})
    assert Monster.objects.get(campaign=membership.campaign).stats["max_hp"] == 17
