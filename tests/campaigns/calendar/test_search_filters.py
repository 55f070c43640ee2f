"""The search limited by session, person and date in the world."""

import pytest

from campaigns.log.actions import add_note
from campaigns.log.calendar import dates
from campaigns.log.models import LogEntry
from campaigns.overview.search import filters, index, queries
from campaigns.sessions.models import Session
from tests import factories
from tests.planting import read_without_compiled_sql

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(gm_seat, ana_seat, campaign, calendar):
    """Fish in two sessions, about two people, on three dates."""
    ford, inn = (Session.objects.create(campaign=campaign, number=n, title=f"Fish {n}") for n in (1, 2))
    mara = factories.CharacterFactory(campaign=campaign, owner=ana_seat.user, name="Mara")
    otto = factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto", visible=False)
    add_note(membership=ana_seat, text="fish by Mara", session=ford, character=mara, in_world="3 Harvestmoon 312")
    add_note(membership=gm_seat, text="fish by Otto", session=inn, character=otto, in_world="4 Harvestmoon 313")
    add_note(membership=gm_seat, text="fish of GMs", session=inn, audience="gm", in_world="5 Harvestmoon 314")
    dates.set_date(membership=gm_seat, kind="session", thing=ford, date="1 Harvestmoon 312")
    return {"ford": ford, "inn": inn, "mara": mara, "otto": otto}


def found(client, campaign, **limits):
    """The lines and sessions on the page and in the API, which agree."""
    answer = client.get(f"/api/v1/campaigns/{campaign.pk}/search/", {"text": "fish"} | limits).json()
    lines, sessions = (
        sorted(entry["text"] for entry in answer["log"]),
        sorted(session["name"] for session in answer["sessions"]),
    )
    page = client.get(f"/campaigns/{campaign.pk}/search/", {"text": "fish"} | limits)
    assert {line.text for line in page.context["found"].log} == set(lines)
    return lines, sessions


def test_a_search_is_limited_by_session_person_and_date(client, gm, campaign, told):
    client.force_login(gm)
    assert found(client, campaign)[0] == ["fish by Mara", "fish by Otto", "fish of GMs"]
    assert found(client, campaign, session=told["inn"].pk) == (["fish by Otto", "fish of GMs"], ["Fish 2"])
    assert found(client, campaign, character=told["mara"].pk) == (["fish by Mara"], ["Fish 1"])
    assert found(client, campaign, world_since="313") == (["fish by Otto", "fish of GMs"], [])
    assert found(client, campaign, world_until="312") == (["fish by Mara"], ["Fish 1"])
    assert found(client, campaign, world_since="313", world_until="313") == (["fish by Otto"], [])


def test_dates_limit_a_search_also_behind_many_newer_lines(client, gm, ana, campaign, told, monkeypatch):
    monkeypatch.setattr(index, "NEAREST", 12)
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, text=f"newer fish {n}") for n in range(30))
    client.force_login(gm)
    assert found(client, campaign, world_since="313", world_until="314")[0] == ["fish by Otto", "fish of GMs"]
    client.force_login(ana)
    assert found(client, campaign, world_since="313", world_until="314")[0] == ["fish by Otto"]
    assert found(client, campaign, world_since="315") == ([], [])


def test_players_find_only_what_they_may_read_and_people_they_know(client, ana, campaign, told):
    client.force_login(ana)
    assert found(client, campaign, world_since="313")[0] == ["fish by Otto"]
    address = f"/api/v1/campaigns/{campaign.pk}/search/"
    assert client.get(address, {"text": "fish", "character": told["otto"].pk}).status_code == 422
    assert client.get(address, {"text": "fish", "world_since": "the day after"}).status_code == 422
    elsewhere = Session.objects.create(campaign=factories.CampaignFactory(), number=1)
    assert client.get(address, {"text": "fish", "session": elsewhere.pk}).status_code == 422


def test_a_planted_leak_is_found(client, ana, campaign, told, monkeypatch):
    """Without the rule of who may read a line, the search by date would show what only GMs read."""
    read_without_compiled_sql(monkeypatch)
    true = queries.log_queries.visible_log_entries
    monkeypatch.setattr(queries.log_queries, "visible_log_entries", lambda _seat: true(campaign.members.get(role="gm")))
    monkeypatch.setattr(queries.log_queries, "EVERYONE", {})
    client.force_login(ana)
    assert "fish of GMs" in found(client, campaign, world_since="313")[0]


def test_no_filter_limits_nothing(gm_seat, told):
    assert not filters.NO_FILTERS
    assert queries.search_campaign(gm_seat, "fish", filters.NO_FILTERS).log
