"""A printed page holds its content, and nothing that only leads to other pages."""

from campaigns.encounters.models import Encounter
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
