"""A printed page holds its content, and nothing that only leads to other pages."""

from campaigns.encounters.models import Encounter
from campaigns.world.maps.models import WorldMap
from campaigns.world.models import WorldEntry
from characters.models import Character
from tests.demo_rows import seed_demo


def test_a_printed_sheet_does_not_show_the_link_to_a_running_table(people, transactional_db):
    seed_demo()
    hero = Character.objects.get(name="Mara Quell")
    assert Encounter.objects.filter(status="running", campaign=hero.campaign_id).exists()
    mara = people().sign_in("mara")
    mara.open(f"/characters/{hero.pk}/")
    bar = mara.page.locator(".to-table")
    assert bar.is_visible()
    mara.page.emulate_media(media="print")
    assert bar.is_hidden()
    assert mara.page.get_by_role("heading", name="Mara Quell").is_visible()


def test_a_printed_handout_holds_only_what_is_written(people, transactional_db):
    seed_demo()
    note = WorldEntry.objects.get(name="A note under the door")
    gm = people().sign_in("gm-demo")
    gm.open(f"/world/{note.pk}/")
    page = gm.page
    around = [page.get_by_role("heading", name=name) for name in ("Ties", "Mentioned in", "Who sees it")]
    around += [page.locator(".head .chip").first, page.get_by_text("Timeline of this page")]
    assert all(part.is_visible() for part in around)
    page.emulate_media(media="print")
    assert [part.is_hidden() for part in around] == [True] * len(around)
    assert page.get_by_role("heading", name="A note under the door").is_visible()
    assert page.get_by_text("Do not take her money.").is_visible()


def test_a_printed_page_leaves_out_parts_without_content(people, transactional_db):
    seed_demo()
    thread = WorldEntry.objects.get(name__startswith="Where does the pot boy")
    gm = people().sign_in("gm-demo")
    gm.open(f"/world/{thread.pk}/")
    ties = gm.page.get_by_role("heading", name="Ties")
    assert ties.is_visible()
    gm.page.emulate_media(media="print")
    assert ties.is_hidden()


def test_a_printed_map_has_no_buttons(people, transactional_db):
    seed_demo()
    gm = people().sign_in("gm-demo")
    gm.open(f"/maps/{WorldMap.objects.first().pk}/")
    button = gm.page.locator("main .head .button").first
    assert button.is_visible()
    gm.page.emulate_media(media="print")
    assert button.is_hidden()
    assert gm.page.get_by_role("heading", level=1).is_visible()
