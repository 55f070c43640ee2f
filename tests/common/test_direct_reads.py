"""Compiled reads go to SQLite's driver, and are still seen by all who watch statements."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from common import direct_reads
from common.compiled_query import CompiledQuery
from people.models import User
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def names():
    factories.UserFactory(username="100%ana")
    return CompiledQuery(
        lambda name: User.objects.filter(username__startswith="100%", username=name).values_list("username")
    )


def test_a_direct_read_returns_what_djangos_cursor_returns(names, monkeypatch):
    direct = names.rows("100%ana")
    monkeypatch.setattr(direct_reads, "_is_watched", lambda database: True)
    assert direct == names.rows("100%ana") == [("100%ana",)]
    assert names.rows("ben") == []


def test_whoever_watches_sees_the_statement(names):
    names.rows("100%ana")
    with CaptureQueriesContext(connection) as asked:
        names.rows("100%ana")
    assert len(asked) == 1
    seen = []
    with connection.execute_wrapper(lambda run, sql, *rest: seen.append(sql) or run(sql, *rest)):
        names.rows("100%ana")
    assert len(seen) == 1


def test_errors_are_djangos_own():
    fetch = direct_reads.prepare_read("SELECT nothing FROM nowhere WHERE one = %s")
    with pytest.raises(DatabaseError), transaction.atomic():
        fetch([1])


def test_a_broken_transaction_allows_no_read(names):
    names.rows("100%ana")
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(transaction.TransactionManagementError):
            names.rows("100%ana")
