"""The scripts of a page come in few files, and each bundle holds its scripts as they are."""

import re

import pytest
from django.contrib.staticfiles import finders

from config.server import script_bundles
from config.server.script_bundles import BUNDLES, SOURCE, BundleFinder
from tests import factories

TEMPLATES = SOURCE.parents[1] / "templates"
USED = re.compile(r"static 'js/([\w/]+)\.js'")
# The service worker runs apart from pages and has its own address.
APART = {"sw"}
ADDRESSES = re.compile(r'<script src="/static/(js/[^"]+)"')


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_holds_its_scripts_whole_and_in_order(name):
    with open(finders.find(name), encoding="utf-8") as file:
        text = file.read()
    texts = [(SOURCE / f"{script}.js").read_text(encoding="utf-8") for script in BUNDLES[name]]
    places = [text.index(script) for script in texts]
    assert places == sorted(places)
    assert sum(map(len, texts)) <= len(text) < sum(len(script) + 40 for script in texts)


def test_every_script_reaches_a_page():
    used = {name for path in TEMPLATES.rglob("*.html") for name in USED.findall(path.read_text(encoding="utf-8"))}
    bundled = {script for name, scripts in BUNDLES.items() if name[3:-3] in used for script in scripts}
    assert {path.stem for path in SOURCE.glob("*.js")} - used - bundled == APART


def test_a_changed_script_is_in_the_bundle_at_once(tmp_path, monkeypatch, settings):
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.setattr(script_bundles, "SOURCE", tmp_path)
    monkeypatch.setattr(script_bundles, "BUNDLES", {"js/bundles/two.js": ("first", "second")})
    for script, text in (("first", "const a = 1;"), ("second", "const b = 2;")):
        (tmp_path / f"{script}.js").write_text(text, encoding="utf-8")
    finder = BundleFinder()
    path = finder.find("js/bundles/two.js")
    (tmp_path / "second.js").write_text("const b = 3;", encoding="utf-8")
    assert finder.find("js/bundles/two.js") == path
    with open(path, encoding="utf-8") as file:
        assert file.read() == "// first.js\nconst a = 1;\n// second.js\nconst b = 3;"
    assert finder.find("js/first.js") == []


@pytest.mark.django_db
def test_a_page_of_somebody_who_is_signed_in_has_one_script_of_the_site(client, ana):
    client.force_login(ana)
    campaign = factories.CampaignFactory(created_by=ana)
    factories.MemberFactory(campaign=campaign, user=ana, role="gm")
    page = client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert ADDRESSES.findall(page) == ["js/bundles/site.js"]
