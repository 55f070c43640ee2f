"""What the log's pages cost as it grows: ten thousand, a hundred thousand, a million lines, side by side.

Run: `python -m pytest tests/load/bench_log.py -m load -s` (some minutes; DATABASE_URL chooses the database).
"""

import statistics
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.log.models import LogEntry
from operations.demo import long_campaign

pytestmark = [pytest.mark.load, pytest.mark.django_db]
SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 7
GOAL = 100  # ms on the server
MOST_QUERIES = 18  # a search by a player who filters by everything, on PostgreSQL


def addresses(campaign):
    lines = LogEntry.objects.filter(campaign=campaign)
    middle = lines.order_by("pk")[lines.count() // 2].pk
    hero = campaign.characters.order_by("pk").first().pk
    evening = campaign.sessions.order_by("pk")[250].pk
    return {
        "first page": "",
        "middle": f"before={middle}",
        "kind": "kind=award",
        "character": f"character={hero}",
        "year": "until=2020-12-31",
        "period": "since=2019-05-01&until=2019-06-30",
        "period + kind": "since=2019-05-01&until=2019-06-30&kind=award",
        "search in a period": "text=harrowgate&since=2019-05-01&until=2019-06-30",
        "session": f"session={evening}",
        "all filters": f"session={evening}&character={hero}&kind=check&text=door",
        "search, common": "text=place+the",
        "search, middle": f"text=harrowgate&before={middle}",
        "search, rare": f"text={long_campaign.RARE}",
        "search, none": "text=zeppelin",
        "search + kind": "text=harrow&kind=award",
        "search + kind, many": "text=the&kind=award",
    }


def measured(client, address):
    """(milliseconds of the median, queries)."""
    took = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        assert client.get(address).status_code == 200
        took.append(time.perf_counter() - begun)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return statistics.median(took) * 1000, len(asked)


def test_figures_of_a_log_that_grows(client):
    table = {}
    for size in SIZES:
        campaign = long_campaign.create_long_campaign(sessions=500, entries=size)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE campaigns_logentry")
        for role, person in (("GM", long_campaign.PEOPLE[0]), ("player", long_campaign.PEOPLE[1])):
            client.force_login(campaign.members.get(user__username=person).user)
            for name, query in addresses(campaign).items():
                address = f"/campaigns/{campaign.pk}/log/?{query}"
                table.setdefault(f"{role}: {name}", []).append(measured(client, address))
    print(f"\n{connection.vendor}: ms on the server (queries), {', '.join(map(str, SIZES))} lines")
    for name, figures in table.items():
        print(f"{name:26}" + "".join(f"{took:9.1f} ({count})" for took, count in figures))
    assert all(count <= MOST_QUERIES for figures in table.values() for _, count in figures), "too many queries"
    slow = [name for name, figures in table.items() if figures[-1][0] > GOAL]
    print("over the goal:", slow or "none")
