"""The names offered while a link is written are names that the writer knows, the likeliest first."""

import pytest

from campaigns.world import actions, link_names
from campaigns.world.link_names import suggest_names
from tests import factories

pytestmark = pytest.mark.django_db


def names(membership, text):
    return [suggestion["name"] for suggestion in suggest_names(membership, text)]


@pytest.fixture
def world(write, campaign):
    """A town, its bell tower, and a hidden crypt."""
    write("The bell tower", kind="location", shown=True)
    write("Bellport", kind="location", shown=True)
    write("Bell crypt CANARY", kind="location")
    factories.CharacterFactory(campaign=campaign, name="Isabell", kind="npc")


def test_names_that_begin_with_the_text_come_first(membership, world):
    assert names(membership, "bell") == ["Bellport", "Bell crypt CANARY", "Isabell", "The bell tower"]
    assert names(membership, "  BELL p") == []
    assert suggest_names(membership, "bellp") == [{"name": "Bellport", "kind": "location"}]
    assert names(membership, "") == names(membership, "   ") == []


def test_players_are_offered_only_what_they_know(membership, world, seat, ana, otto):
    assert names(seat(ana), "bell") == ["Bellport", "Isabell", "The bell tower"]
    assert names(seat(ana), "Otto") == []
    assert names(membership, "Otto") == ["Otto Grau"]


def test_own_notes_are_offered_to_their_writer_and_archived_pages_to_nobody(membership, seat, ana, ben, write):
    actions.create_entry(membership=seat(ana), kind="note", name="Belladonna", text="")
    gone = write("Bell buoy", shown=True)
    actions.archive_entry(membership=membership, entry=gone)
    assert names(seat(ana), "bell") == ["Belladonna"]
    assert names(seat(ben), "bell") == []


def test_the_likeliest_names_are_offered_in_a_large_world(membership, write):
    for number in range(link_names.MOST_READ + 5):
        write(f"A court of the bell number {number}", kind="faction")
    write("The bell", kind="note")
    write("Bellows and their makers in the old town", kind="thread")
    assert names(membership, "bell")[:2] == ["Bellows and their makers in the old town", "The bell"]


def test_at_most_eight_names_are_offered(membership, write):
    for number in range(link_names.MOST_NAMES + 3):
        write(f"Street {number}", shown=True)
    assert len(names(membership, "street")) == link_names.MOST_NAMES


def test_the_address_answers_members_only(client, campaign, world, ana, outsider, django_assert_max_num_queries):
    address = f"/campaigns/{campaign.pk}/world/names/?text=bell"
    client.force_login(ana)
    client.get(address)
    with django_assert_max_num_queries(6):
        answer = client.get(address)
    assert [suggestion["name"] for suggestion in answer.json()["names"]] == ["Bellport", "Isabell", "The bell tower"]
    assert answer["Cache-Control"] == "no-store"
    client.force_login(outsider)
    assert client.get(address).status_code == 404
