"""A site to torment, and the table of figures at the end of the run."""

import time
from dataclasses import asdict

import pytest
from django.db import connection

from tests.soak.figures import Figures, format_table
from tests.soak.sites import cluster_site, copied_site

PROPERTY = "soak"


@pytest.fixture(scope="session")
def site(django_db_setup, django_db_blocker):
    """A site on a copy of the test database; each scenario plays in a campaign of its own."""
    with django_db_blocker.unblock(), copied_site() as made:
        yield made


@pytest.fixture(scope="module")
def own_site(django_db_setup, django_db_blocker):
    """A site of one module; on PostgreSQL with a database server of its own, which may be killed."""
    if connection.vendor == "postgresql":
        with cluster_site() as made:
            yield made
        return
    with django_db_blocker.unblock(), copied_site() as made:
        yield made


@pytest.fixture
def record(request):
    """Puts a scenario's figures into the table, and fails when they are not clean."""
    begun = time.monotonic()

    def finish(figures: Figures) -> None:
        figures.seconds = round(time.monotonic() - begun, 1)
        request.node.user_properties.append((PROPERTY, asdict(figures)))
        figures.require_clean()

    return finish


def pytest_terminal_summary(terminalreporter):
    """Prints the table."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, [])]
    rows = [
        Figures(**value)
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, value in report.user_properties
        if name == PROPERTY
    ]
    if rows:
        terminalreporter.section(f"soak on {connection.vendor}")
        for line in format_table(rows):
            terminalreporter.write_line(line)
