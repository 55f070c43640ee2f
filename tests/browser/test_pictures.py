"""The six pictures of README and the documents, taken from the demo. `make screenshots` writes them again.

`picture_words.json` has the headings, links and buttons that each picture shows. If a page has others today, its
picture has aged.
"""

import io
import json
import os
import re
from pathlib import Path

import pytest
from PIL import Image

from campaigns.encounters.models import Encounter
from campaigns.world.models import WorldEntry
from tests.demo_rows import seed_demo
from tests.docs.source import ROOT

PICTURES = ROOT / "docs" / "pictures"
WORDS = Path(__file__).with_name("picture_words.json")
MOST_BYTES = 1_000_000
# Without those at the lower edge, which are in the picture or not by a few pixels.
VISIBLE = """() => [...document.querySelectorAll("h1, h2, nav a, button, summary")]
  .filter((part) => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight - 40)
  .map((part) => part.innerText)"""
# name -> who, whether on a phone, theme, address
SHOTS = {
    "campaign": ("gm-demo", False, "light", "/campaigns/{campaign}/"),
    "sheet": ("mara", True, "light", "/characters/{hero}/"),
    "table-phone": ("mara", True, "dark", "/encounters/{running}/"),
    "table": ("gm-demo", False, "dark", "/encounters/{running}/"),
    "world": ("gm-demo", False, "light", "/world/{page}/"),
    "statistics": ("gm-demo", False, "light", "/campaigns/{campaign}/plots/"),
}


@pytest.fixture
def ids(transactional_db):
    """The demo, and what its addresses are filled with."""
    seed_demo()
    running = Encounter.objects.get(status="running", campaign__system="fifty-two-fates")
    campaign = running.campaign
    return {
        "campaign": campaign.pk,
        "running": running.pk,
        "hero": campaign.characters.get(owner__username="mara").pk,
        "page": WorldEntry.objects.get(campaign=campaign, name="Sallow Quay").pk,
    }


def test_each_picture_can_be_taken(people, ids, tmp_path):
    folder = Path(os.environ.get("FATEKEEPER_PICTURES") or tmp_path)
    words = {}
    for name, (who, phone, theme, path) in SHOTS.items():
        person = people(phone=phone, color_scheme=theme).sign_in(who)
        assert person.open(path.format(**ids)).status == 200, path
        person.page.wait_for_timeout(500)
        # Numbers change with the day.
        words[name] = [re.sub(r"\d+", "0", " ".join(text.split())) for text in person.page.evaluate(VISIBLE)]
        picture = Image.open(io.BytesIO(person.page.screenshot()))
        picture.convert("RGB").save(folder / f"{name}.webp", quality=80, method=6)
        assert (folder / f"{name}.webp").stat().st_size > 5000, name
        assert picture.width == (390 if phone else 1280)
    if "FATEKEEPER_PICTURES" in os.environ:
        WORDS.write_text(json.dumps(words, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if "FATEKEEPER_LUCK" in os.environ:
        return  # other cards, other plays
    assert words == json.loads(WORDS.read_text(encoding="utf-8")), "the pages have changed: run make screenshots"


def test_the_documents_have_these_pictures_and_they_are_small():
    found = {path.stem: path.stat().st_size for path in PICTURES.iterdir()}
    assert set(found) == set(SHOTS)
    assert sum(found.values()) < MOST_BYTES
    readme = (ROOT / "README.md").read_text()
    assert [name for name in SHOTS if f"docs/pictures/{name}.webp" not in readme] == []
