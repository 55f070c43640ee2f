"""The first page of a large world shows the beginning of each list and leads to the rest."""

import pytest

from campaigns.world.models import WorldEntry
from campaigns.world.page_lists import get_world_page
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(campaign):
    """145 items, of which players know one in two, and an archived one."""
    WorldEntry.objects.bulk_create(
        WorldEntry(
            campaign=campaign,
            kind="item",
            name=f"Item {number:03}",
            folded=f"item {number:03}",
            visibility="gm" if number % 2 else "party",
        )
        for number in range(145)
    )


def test_each_list_shows_its_beginning(membership, seat, ana, many, write):
    write("The Rats", kind="faction")
    world = get_world_page(membership)
    assert [row.name for row in world.items] == [f"Item {number:03}" for number in range(40)]
    assert [row.name for row in world.factions] == ["The Rats"]
    assert world.more == {"item"}
    assert [row.name for row in get_world_page(seat(ana)).items][-1] == "Item 078"


def test_one_list_is_read_to_its_end(membership, many, gm, read, campaign):
    first, second = (get_world_page(membership, kind="item", skip=skip) for skip in (0, 100))
    assert (len(first.items), len(second.items)) == (100, 45)
    assert (first.more, second.more) == ({"item"}, set())
    address = f"/campaigns/{campaign.pk}/world/"
    assert "?kind=item" in read(gm, address)
    page = read(gm, f"{address}?kind=item&skip=100")
    assert "Item 144" in page
    assert "Where we are" not in page
    read(gm, f"{address}?kind=nonsense&skip=-1")


def test_a_long_list_of_one_kind_is_searched(membership, many):
    assert [row.name for row in get_world_page(membership, "item 144", "item").items] == ["Item 144"]


def test_a_dead_npc_stands_after_the_living_and_is_found(membership, seat, ana, campaign, otto, read):
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Anna", status="dead")
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Zora")
    assert [npc.name for npc in get_world_page(membership).npcs] == ["Otto Grau", "Zora", "Anna"]
    assert [npc.name for npc in get_world_page(seat(ana), "anna").npcs] == ["Anna"]
    type(otto).objects.filter(pk=otto.pk).update(status="dead")
    assert get_world_page(seat(ana), "otto").npcs == []
    page = read(ana, f"/campaigns/{campaign.pk}/world/")
    assert page.count('<span class="chip">dead</span>') == 1
    assert "Otto" not in page


@pytest.mark.parametrize("text", ["İstanbul", "İST", "i̇stanbul"])
def test_a_name_with_a_dotted_capital_i_is_found(membership, seat, ana, write, text):
    write("İstanbul", kind="location", shown=True)
    for reader in (membership, seat(ana)):
        assert [row.name for row in get_world_page(reader, text).locations] == ["İstanbul"]
        assert get_world_page(reader, f"{text}x").locations == []


@pytest.fixture
def houses(campaign):
    """The town "Zell" with 45 houses, which stand before it by alphabet, and "Adlerhorst"; only Zell is hidden."""
    town, _eyrie = (
        WorldEntry.objects.create(
            campaign=campaign, kind="location", name=name, folded=name.lower(), visibility=visibility
        )
        for name, visibility in (("Zell", "gm"), ("Adlerhorst", "party"))
    )
    WorldEntry.objects.bulk_create(
        WorldEntry(
            campaign=campaign,
            kind="location",
            name=f"House {number:03}",
            folded=f"house {number:03}",
            visibility="party",
            parent=town,
        )
        for number in range(45)
    )


def test_a_long_tree_of_locations_is_cut_in_its_own_order(membership, seat, ana, houses):
    world = get_world_page(membership)
    tree = [(row.name, row.deep) for row in world.locations]
    assert tree[:3] == [("Adlerhorst", 0), ("Zell", 0), ("House 000", 1)]
    assert (tree[-1], len(tree), world.more) == (("House 037", 1), 40, {"location"})
    rest = get_world_page(membership, kind="location", skip=40)
    assert (rest.locations[0].name, len(rest.locations), rest.more) == ("House 038", 7, set())
    assert [(row.name, row.deep) for row in get_world_page(membership, "house 044").locations] == [("House 044", 0)]
    of_player = get_world_page(seat(ana)).locations
    assert [(row.name, row.deep) for row in of_player[:2]] == [("Adlerhorst", 0), ("House 000", 0)]
    assert len(of_player) == 40
