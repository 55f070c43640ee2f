"""What a campaign hid, removed or dated itself in its copy stays so when it takes over changes of the others."""

import pytest

from campaigns.log.calendar import dates
from campaigns.log.calendar.actions import save_calendar
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.world.actions import change_entry, remove_picture, set_picture
from campaigns.world.models import WorldPicture
from campaigns.world.shared_worlds import page_actions
from campaigns.world.shared_worlds.models import SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from characters.sheets.portraits.actions import remove_portrait, set_portrait
from tests import factories
from tests.campaigns.world.shared_worlds.conftest import ABOUT
from tests.campaigns.world.shared_worlds.test_npcs import catch_up, change

pytestmark = pytest.mark.django_db
TAKEN, OWN = "1 Leafmoon 290", "12 Harvestmoon 260"


@pytest.fixture
def calendars(membership, there):
    """Both campaigns have the same calendar."""
    for member in (membership, there):
        definition = write_definition(PRESETS["twelve-moons"][1])
        save_calendar(membership=member, definition=definition, date="3 Leafmoon 300")


@pytest.fixture
def change_otto(otto, gm, share_npc):
    """The Salt Road changes its NPC and shares the change."""

    def act():
        change(otto, gm, ABOUT.replace("A miller", "The miller"))
        share_npc(otto)

    return act


@pytest.fixture
def bridge(write):
    """A page of the Salt Road."""
    return write("The bridge", "Old stones.")


@pytest.fixture
def change_bridge(bridge, membership, share):
    """The Salt Road changes its page and shares the change."""

    def act():
        change_entry(membership=membership, entry=bridge, revision=bridge.revision, text="Old grey stones.")
        bridge.refresh_from_db()
        share(bridge)

    return act


def take_over(member, row):
    row.refresh_from_db()
    number = SharedPageCopy.objects.get(entry=row).page.number
    seen = SeenEdition(revision=row.revision, number=number)
    return page_actions.take_changes(membership=member, entry=row, seen=seen)


def dates_of(**thing):
    rows = InWorldDate.objects.filter(**thing).order_by("kind", "label", "first")
    return [(row.kind, row.label, row.first, row.gm_only) for row in rows]


def test_an_own_date_for_gms_stays_and_is_not_shown(
    share_npc, take_npc, otto, membership, there, calendars, change_otto
):
    taken = take_npc(share_npc(otto))
    dates.set_date(membership=there, kind="death", thing=taken, date=OWN, gm_only=True)
    before = dates_of(character=taken)
    dates.set_date(membership=membership, kind="death", thing=otto, date=TAKEN)
    dates.set_date(membership=membership, kind="birth", thing=otto, date=OWN)
    change_otto()
    assert "The miller" in catch_up(there, taken).about
    assert dates_of(character=taken, kind="death") == before
    assert [row[0] for row in dates_of(character=taken)] == ["birth", "death"]


@pytest.mark.parametrize("hides", [True, False], ids=["hidden", "removed"])
def test_a_date_of_an_npc_that_was_hidden_or_removed_does_not_come_back(
    share_npc, take_npc, otto, membership, there, calendars, change_otto, hides
):
    dates.set_date(membership=membership, kind="birth", thing=otto, date=TAKEN)
    taken = take_npc(share_npc(otto))
    dates.remove_date(membership=there, date=InWorldDate.objects.get(character=taken))
    if hides:
        dates.set_date(membership=there, kind="birth", thing=taken, date=TAKEN, gm_only=True)
    before = dates_of(character=taken)
    change_otto()
    catch_up(there, taken)
    assert dates_of(character=taken) == before


@pytest.mark.parametrize("hides", [True, False], ids=["hidden", "removed"])
def test_a_date_of_a_page_that_was_hidden_or_removed_does_not_come_back(
    share, take, bridge, membership, there, calendars, change_bridge, hides
):
    dates.set_date(membership=membership, kind="page", thing=bridge, date=TAKEN, label="Built")
    taken = take(share(bridge))
    dates.remove_date(membership=there, date=InWorldDate.objects.get(page=taken))
    if hides:
        dates.set_date(membership=there, kind="page", thing=taken, date=TAKEN, label="Built", gm_only=True)
    before = dates_of(page=taken)
    dates.set_date(membership=membership, kind="page", thing=bridge, date=OWN, label="Begun")
    change_bridge()
    assert take_over(there, taken).text == "Old grey stones."
    found = dates_of(page=taken)
    assert [row for row in found if row[1] == "Built"] == before
    assert [row[1] for row in found if row not in before] == ["Begun"]


def test_a_portrait_that_was_removed_does_not_come_back(share_npc, take_npc, otto, there, gm, bea, change_otto):
    taken = take_npc(share_npc(otto))
    remove_portrait(character=taken, by=bea)
    change_otto()
    assert catch_up(there, taken).portrait == ""
    set_portrait(character=otto, by=gm, data=factories.picture(30, 30))
    share_npc(otto)
    assert catch_up(there, taken).portrait == ""


def test_a_picture_that_was_removed_does_not_come_back(share, take, bridge, membership, there, change_bridge):
    set_picture(membership=membership, entry=bridge, data=factories.picture())
    taken = take(share(bridge))
    shown = WorldPicture.objects.filter(entry=taken, removed__isnull=True)
    assert shown.exists()
    remove_picture(membership=there, entry=taken)
    bridge.refresh_from_db()
    change_bridge()
    take_over(there, taken)
    assert not shown.exists()


def test_a_first_picture_comes_along_with_the_changes(share, take, bridge, membership, there, change_bridge):
    taken = take(share(bridge))
    set_picture(membership=membership, entry=bridge, data=factories.picture())
    bridge.refresh_from_db()
    change_bridge()
    take_over(there, taken)
    assert WorldPicture.objects.filter(entry=taken, removed__isnull=True).exists()
