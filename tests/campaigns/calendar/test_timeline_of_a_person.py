"""The timeline of a person: what links to the person."""

import pytest

from campaigns.log.actions import add_note
from campaigns.overview.timeline import queries
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("link", ["[[ Élise Grau ]]", "[[Élise  Grau]]", "[[élise grau|she]]"])
def test_a_person_is_found_by_links_with_other_spaces_and_letters(ana_seat, campaign, calendar, link):
    person = factories.CharacterFactory(campaign=campaign, kind="npc", name="Élise Grau")
    add_note(membership=ana_seat, text=f"We saw {link}.", in_world="5 Harvestmoon 312")
    add_note(membership=ana_seat, text="We saw [[Otto]].", in_world="6 Harvestmoon 312")
    lines = queries.get_timeline(ana_seat, calendar, queries.TimelineFilter(character=person)).lines
    assert len(lines) == 1
    assert lines[0].title.startswith("We saw")
