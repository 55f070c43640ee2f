"""The filters of the search: what is connected with days, a session, a character or dates in the world."""

from datetime import UTC, date, datetime

import pytest

from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar import dates
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.notation import parse_date
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.periods import Period
from campaigns.overview.search.filters import SearchFilters
from campaigns.overview.search.queries import search_campaign
from campaigns.sessions import actions as session_actions
from campaigns.world import reveals
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import pin_actions
from campaigns.world.models import Reveal
from campaigns.world.ties import actions as tie_actions
from tests import factories

pytestmark = pytest.mark.django_db

GROUPS = ("world", "characters", "ties", "maps", "sessions", "encounters", "dates")


def found(member, text="heron", **filters):
    """The names of what a search finds, by group; groups without results are left out."""
    results = search_campaign(member, text, SearchFilters(**filters))
    groups = {group: sorted(hit.name for hit in getattr(results, group)) for group in GROUPS}
    return {group: names for group, names in groups.items() if names}


@pytest.fixture
def session(membership):
    """A session whose notes name the mill for everyone, and the vault for GMs."""
    return session_actions.plan_session(
        membership=membership, title="Flood", notes="We saw the [[Heron mill]].", gm_notes="Soon: [[Heron vault]]."
    )


@pytest.fixture
def hero(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


def move(row, year, column):
    """Moves the making of a page or character, and its reveals, to a year."""
    moment = datetime(year, 6, 1, tzinfo=UTC)
    type(row).objects.filter(pk=row.pk).update(created=moment)
    Reveal.objects.filter(**{column: row.pk}).update(created=moment)


def test_a_session_finds_what_it_revealed_visited_or_names(membership, seat, ana, write, session):
    write("Heron mill", shown=True)
    write("Heron vault", shown=True)
    write("Heron tower", shown=True)
    quay = write("Heron quay", shown=True)
    chart = map_actions.create_map_with_picture(
        membership=membership, picture=factories.picture(), title="Heron bay", visibility="party"
    )
    pin_actions.add_visit(
        membership=membership,
        pin=pin_actions.create_pin(membership=membership, row=chart, x=0.5, y=0.5, page=quay),
        session_id=session.pk,
    )
    shrine = write("Heron shrine")
    reveals.show_entry(membership=membership, entry=shrine, members=None)
    Reveal.objects.filter(entry=shrine).update(session=session)
    Reveal.objects.exclude(entry=shrine).update(session=None)
    assert found(seat(ana), session=session) == {
        "world": ["Heron mill", "Heron quay", "Heron shrine"],
        "maps": ["Heron bay"],
        "sessions": ["Flood"],
    }
    assert found(membership, session=session)["world"] == [
        "Heron mill",
        "Heron quay",
        "Heron shrine",
        "Heron vault",
    ]


def test_days_find_what_was_written_or_revealed_on_them(membership, seat, ana, write, campaign):
    old, new = write("Heron mill", shown=True), write("Heron vault", shown=True)
    move(old, 2021, "entry")
    move(new, 2023, "entry")
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", name="Heron Otto", visible=False)
    move(npc, 2021, "character")
    type(npc).objects.filter(pk=npc.pk).update(visible=True)
    year = Period(date(2021, 1, 1), date(2021, 12, 31))
    assert found(membership, period=year) == {"world": ["Heron mill"], "characters": ["Heron Otto"]}
    # A player does not learn when an NPC was made.
    assert found(seat(ana), period=year) == {"world": ["Heron mill"]}
    reveals.show_entry(membership=membership, entry=write("Heron barn"), members=None)
    today = Period(date.today(), None)
    assert found(seat(ana), period=today) == {"world": ["Heron barn"]}


def test_a_character_finds_what_links_to_it_or_is_tied_to_it(membership, seat, ana, ben, write, hero, campaign):
    write("Heron mill", "[[Mara]] burned it.", shown=True)
    write("Heron vault", ":::secret\n[[Mara]] has the key.\n:::", shown=True)
    inn = write("Heron inn", shown=True)
    write("Heron barn", shown=True)
    friend = factories.CharacterFactory(campaign=campaign, kind="npc", name="Heron Berta")
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Heron Otto")
    tie_actions.create_tie(membership=membership, start=hero, end=inn, words="owes the heron", visibility="party")
    tie_actions.create_tie(membership=membership, start=friend, end=hero, words="heron of", visibility="gm")
    campaign.encounters.create(title="Heron fight").groups.create(side="players", character=hero)
    campaign.encounters.create(title="Heron chase")
    session_actions.plan_session(membership=membership, title="Heron night", notes="[[Mara]] slept.")
    session_actions.plan_session(membership=membership, title="Heron morning")
    assert found(membership, character=hero) == {
        "world": ["Heron inn", "Heron mill", "Heron vault"],
        "characters": ["Heron Berta"],
        "ties": ["Heron Berta – heron of – Mara", "Mara – owes the heron – Heron inn"],
        "sessions": ["Heron night"],
        "encounters": ["Heron fight"],
    }
    assert found(seat(ana), character=hero) == {
        "world": ["Heron inn", "Heron mill"],
        "ties": ["Mara – owes the heron – Heron inn"],
        "sessions": ["Heron night"],
    }


def test_dates_in_the_world_find_pages_people_and_sessions_with_such_dates(
    membership, seat, ana, write, campaign, session
):
    calendar = calendar_actions.save_calendar(
        membership=membership, definition=write_definition(PRESETS["twelve-moons"][1]), date="12 Harvestmoon 312"
    )
    mill, vault = write("Heron mill", shown=True), write("Heron vault", shown=True)
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", name="Heron Otto")
    dates.set_date(membership=membership, kind="page", thing=mill, date="300", label="heron founded")
    dates.set_date(membership=membership, kind="page", thing=vault, date="300", label="heron sealed", gm_only=True)
    dates.set_date(membership=membership, kind="birth", thing=npc, date="spring 299")
    session_actions.change_session(membership=membership, session=session, title="Heron flood")
    dates.set_date(membership=membership, kind="session", thing=session, date="3 Leafmoon 312")
    span = parse_date(calendar.reckoning, "300")
    assert found(membership, since=span, until=span)["world"] == ["Heron mill", "Heron vault"]
    until = found(seat(ana), until=span)
    assert (until["world"], until["characters"]) == (["Heron mill"], ["Heron Otto"])
    assert until["dates"] == ["Heron mill"]
    assert "sessions" not in until
    assert found(seat(ana), since=parse_date(calendar.reckoning, "312"))["sessions"] == ["Heron flood"]


def test_the_number_of_queries_does_not_grow_with_what_is_found(
    membership, write, hero, session, django_assert_max_num_queries
):
    for number in range(30):
        write(f"Heron {number}", f"[[Mara]] and [[Heron {number - 1}]]", shown=True)
    with django_assert_max_num_queries(40):
        results = search_campaign(membership, "heron", SearchFilters(character=hero, session=session))
    assert not results.world


def test_the_page_of_the_search_limits_pages(read, ana, gm, write, hero, campaign):
    write("Heron mill", "[[Mara]] burned it.", shown=True)
    write("Heron barn", shown=True)
    page = read(gm, f"/campaigns/{campaign.pk}/search/?text=heron&character={hero.pk}")
    assert "Heron mill" in page
    assert "Heron barn" not in page
    assert "Limited by days, the search finds what was written or revealed on these days." in page


def test_the_explanation_of_the_search_does_not_stand_between_its_words_and_its_results(read, gm, write, campaign):
    """On a phone it took the whole first screen of every search."""
    write("Heron mill", shown=True)
    empty, found = [read(gm, f"/campaigns/{campaign.pk}/search/{words}") for words in ("", "?text=heron")]
    assert "The beginning of a word is enough." in empty
    assert "The beginning of a word is enough." not in found
    assert "text-help" not in found
    assert "Heron mill" in found
