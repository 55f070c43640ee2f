"""The search finds planned events and what lies on a date, as far as its reader may know."""

import pytest

from campaigns.log.calendar import dates, events
from campaigns.overview.search.queries import search_campaign
from campaigns.world import actions as world_actions
from tests import factories
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(calendar, campaign, gm_seat, ana):
    """A fair for everyone, a murder for GMs, and a birth."""
    events.plan_event(
        membership=gm_seat, title="The fair", date="1 Leafmoon 312", text="There is beer.", audience="all"
    )
    events.plan_event(membership=gm_seat, title="The murder", date="2 Leafmoon 312", text="The miller poisons it.")
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    dates.set_date(membership=gm_seat, kind="birth", thing=hero, date="spring 290")


def found(membership, text):
    return [(hit.name, hit.words) for hit in search_campaign(membership, text).dates]


def test_a_planned_event_is_found_by_its_words(story, gm_seat, ana_seat):
    assert [name for name, _words in found(gm_seat, "fair")] == ["The fair"]
    assert [name for name, _words in found(ana_seat, "beer")] == ["The fair"]


@pytest.mark.parametrize("text", ["Äpfel", "ÄPFEL", "straße", "STRASSE", "strasse", "Éclairs", "éclair"])
def test_events_and_labels_are_found_by_letters_beyond_ascii(story, gm_seat, text):
    event = events.plan_event(
        membership=gm_seat, title="Markt der Äpfel", date="3 Leafmoon 312", text="Éclairs in der langen Straße."
    )
    assert [name for name, _words in found(gm_seat, text)] == [event.title]
    assert found(gm_seat, "pfel") == found(gm_seat, "traße") == []


@pytest.mark.parametrize("text", ["Öffnung", "öffnung", "ÖFFNUNG"])
def test_a_label_is_found_by_letters_beyond_ascii(story, gm_seat, text):
    place = world_actions.create_entry(membership=gm_seat, kind="location", name="The vault")
    dates.set_date(membership=gm_seat, kind="page", thing=place, date="4 Leafmoon 312", label="Öffnung")
    assert [name for name, _words in found(gm_seat, text)] == ["The vault"]


def test_nobody_finds_by_what_they_may_not_read(story, gm_seat, ana_seat):
    assert found(ana_seat, "poisons") == []
    assert found(ana_seat, "murder") == []
    assert [name for name, _words in found(gm_seat, "poisons")] == ["The murder"]


def test_a_date_finds_what_lies_on_it(story, gm_seat, ana_seat):
    assert [name for name, _words in found(gm_seat, "Leafmoon 312")] == ["The fair", "The murder"]
    assert [name for name, _words in found(ana_seat, "Leafmoon 312")] == ["The fair"]
    assert [name for name, _words in found(ana_seat, "290")] == ["Mara"]
    assert found(gm_seat, "311") == []


def test_without_a_calendar_nothing_is_found(gm_seat):
    assert found(gm_seat, "fair") == []


def test_page_and_api_show_it(story, gm, campaign, client):
    client.force_login(gm)
    assert "The murder" in client.get(f"/campaigns/{campaign.pk}/search/?text=murder").content.decode()
    told = Caller(gm).get(f"campaigns/{campaign.pk}/search/?text=murder").json()["dates"]
    assert [event["name"] for event in told] == ["The murder"]
