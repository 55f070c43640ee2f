"""The log by day: exact at midnight, in every combination of filters, and the way to an earlier year."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from campaigns.log import periods, queries
from campaigns.log.models import LogEntry
from tests import factories
from tests.people.helpers import place
from tests.site.api.conftest import Caller


def entry(campaign, text, *when, **fields):
    return LogEntry.objects.create(campaign=campaign, text=text, created=datetime(*when, tzinfo=UTC), **fields)


def texts(membership, **filters):
    return [line.text for line in queries.log_page(membership, **filters).entries]


@pytest.fixture
def years(campaign):
    hero = factories.CharacterFactory(campaign=campaign)
    entry(campaign, "a fish in spring", 2021, 3, 4, 20)
    entry(campaign, "the last minute", 2021, 12, 31, 23, 59)
    entry(campaign, "the first minute", 2022, 1, 1, 0, 0, kind="award")
    entry(campaign, "a fish in summer", 2022, 6, 1, 20, character=hero)
    entry(campaign, "a secret fish", 2022, 6, 2, 20, audience="gm")
    entry(campaign, "a fish in winter", 2023, 12, 1, 20)
    return hero


def test_a_period_has_its_first_and_its_last_day(gm, campaign, years):
    membership = place(campaign, gm)
    assert texts(membership, until=date(2021, 12, 31)) == ["the last minute", "a fish in spring"]
    assert texts(membership, since=date(2023, 1, 1)) == ["a fish in winter"]
    assert texts(membership, since=date(2021, 12, 31), until=date(2022, 1, 1)) == [
        "the first minute",
        "the last minute",
    ]
    assert texts(membership, since=date(2022, 7, 1), until=date(2022, 8, 1)) == []
    assert texts(membership, until=date(2020, 1, 1)) == []
    assert texts(membership, since=date(2024, 1, 1)) == []


def test_a_day_begins_when_it_begins_for_the_reader(gm, campaign, years):
    with timezone.override("America/New_York"):
        assert texts(place(campaign, gm), since=date(2022, 1, 1), until=date(2022, 5, 1)) == []


def test_a_script_asks_for_days_in_the_time_zone_of_its_person(gm, ana, campaign, years):
    gm.zone = "America/New_York"
    gm.save()

    def found(caller, address, name="results"):
        return {row["text"] for row in caller.get(f"campaigns/{campaign.pk}/{address}").json()[name]}

    days = "since=2021-12-31&until=2021-12-31"
    both = {"the last minute", "the first minute"}
    assert found(Caller(gm), f"log/?{days}") == both
    assert found(Caller(gm), f"search/?text=minute&{days}", "log") == both
    exported = Caller(gm).get(f"campaigns/{campaign.pk}/log/export/?file_type=markdown&{days}")
    assert b"the first minute" in exported.getvalue()
    assert timezone.get_current_timezone_name() == "UTC", "the zone ends with the request"
    assert found(Caller(ana), f"log/?{days}") == {"the last minute"}, "a person without a zone asks in that of the site"


def test_a_period_goes_with_every_other_filter(gm, ana, campaign, years):
    membership = place(campaign, gm)
    year = {"since": date(2022, 1, 1), "until": date(2022, 12, 31)}
    assert texts(membership, text="fish", **year) == ["a secret fish", "a fish in summer"]
    assert texts(place(campaign, ana), text="fish", **year) == ["a fish in summer"]
    assert texts(membership, kind="award", **year) == ["the first minute"]
    assert texts(membership, character=years, **year) == ["a fish in summer"]
    assert texts(membership, text="fish", until=date(2021, 12, 31)) == ["a fish in spring"]


def test_lines_written_at_once_are_found_whatever_order_their_ids_have(gm, campaign):
    for minute in (5, 1, 4, 0, 3, 2):
        entry(campaign, f"minute {minute}", 2022, 1, 1, 0, minute)
    entry(campaign, "the day before, written last", 2021, 12, 31, 23, 59)
    membership = place(campaign, gm)
    assert len(texts(membership, since=date(2022, 1, 1))) == 6
    assert texts(membership, until=date(2021, 12, 31)) == ["the day before, written last"]


def test_pages_of_a_period_go_on_and_end(gm, campaign):
    start = datetime(2022, 1, 1, tzinfo=UTC)
    LogEntry.objects.bulk_create(
        LogEntry(campaign=campaign, text=f"fish {n}", created=start + timedelta(days=n))
        for n in range(queries.PAGE * 3)
    )
    membership = place(campaign, gm)
    for words in ("", "fish"):
        seen, before = [], None
        while True:
            page = queries.log_page(
                membership, before=before, text=words, since=date(2022, 1, 11), until=date(2022, 3, 1)
            )
            seen += [line.text for line in page.entries]
            if (before := page.older) is None:
                break
        assert seen == [f"fish {n}" for n in reversed(range(10, 60))]


def test_the_api_reads_both_directions_of_a_period(client, gm, campaign, years):
    client.force_login(gm)
    address = f"/api/v1/campaigns/{campaign.pk}/log/"
    found = client.get(f"{address}?since=2022-01-01&until=2022-12-31&text=fish").json()["results"]
    assert [line["text"] for line in found] == ["a secret fish", "a fish in summer"]
    assert client.get(f"{address}?since=yesterday").status_code == 400


def test_the_page_leads_to_every_year_and_keeps_the_other_filters(client, gm, ana, campaign, years):
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/log/?text=fish&since=2023-01-01").content.decode()
    assert 'href="?text=fish&amp;until=2021-12-31"' in page
    assert 'value="2023-01-01"' in page
    assert "a fish in spring" not in page
    jumped = client.get(f"/campaigns/{campaign.pk}/log/?text=fish&until=2021-12-31").content.decode()
    assert "a fish in spring" in jumped


def test_no_year_tells_a_player_of_lines_for_gms(ana, gm, campaign):
    entry(campaign, "old and secret", 2015, 1, 1, audience="gm")
    assert queries.years_of(place(campaign, ana)) == []
    assert queries.years_of(place(campaign, gm))[-1] == 2015


def test_every_session_is_offered_by_year_when_there_are_many(client, gm, campaign):
    for number in range(1, queries.UNGROUPED + 11):
        starts = datetime(2019 + number // 20, 5, 1, tzinfo=UTC) if number > 1 else None
        campaign.sessions.create(number=number, starts=starts, title="The <mill>" if number == 2 else "")
    client.force_login(gm)
    oldest = campaign.sessions.get(number=2)
    page = client.get(f"/campaigns/{campaign.pk}/log/?session={oldest.pk}").content.decode()
    for year in ("2019", "2020", "2021", "Without a date"):
        assert page.count(f'<optgroup label="{year}">') == 2
    assert f'<option value="{oldest.pk}" selected>2 · The &lt;mill&gt;</option>' in page


@pytest.mark.parametrize("days", [1, 400])
def test_a_period_costs_two_queries_at_most(
    gm, campaign, years, days, django_assert_max_num_queries, django_assert_num_queries
):
    membership = place(campaign, gm)
    queries.log_page(membership, kind="note")
    with django_assert_max_num_queries(9) as bare:
        queries.log_page(membership, kind="note")
    until = date(2022, 1, 1) + timedelta(days=days)
    with django_assert_max_num_queries(len(bare) + 2):
        queries.log_page(membership, kind="note", since=date(2021, 1, 1), until=until)


def test_an_open_period_limits_nothing():
    assert not periods.Period()
    assert periods.Period(until=date.max).end is None
