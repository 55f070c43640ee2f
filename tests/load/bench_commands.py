"""What one command costs: statements, Python calls and CPU, over the API and from the page's form.

Run: `python -m pytest tests/load/bench_commands.py -m load -s`
"""

import cProfile
import os
import pstats
import statistics

import pytest
from django.db import connection

from tests.load.command_costs import CommandRequests, begin_fight, use_production_limits

pytestmark = [pytest.mark.load, pytest.mark.django_db(transaction=True)]
WARM, MEASURED = 10, 60


@pytest.mark.parametrize("channel", ["by_api", "by_form"])
def test_cost_of_a_command(campaign, gm, ana, ben, settings, monkeypatch, channel):
    use_production_limits(settings, monkeypatch)
    requests = CommandRequests(begin_fight(campaign, gm, [ana, ben]), gm)
    make = getattr(requests, channel)
    for _turn in range(WARM):
        requests.time_of(make)
    statements = requests.statements_of(make).statements
    calls = requests.calls_of(make).calls
    costs = [requests.time_of(make).milliseconds for _turn in range(MEASURED)]
    print(f"\n{connection.vendor} {channel}: {len(statements)} statements, {calls} calls, ", end="")
    print(f"CPU median {statistics.median(costs):.2f} ms, least {min(costs):.2f} ms")
    for sql in statements:
        print("   ", " ".join(sql.split())[:150])
    if os.environ.get("PROFILE"):
        with cProfile.Profile() as profile:
            for _turn in range(MEASURED):
                requests.time_of(make)
        pstats.Stats(profile).sort_stats(os.environ["PROFILE"]).print_stats(45)
