"""Compiled reads go to the database's driver, and are still seen by all who watch statements."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

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


def test_an_execute_wrapper_sees_the_statement(names):
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


@pytest.mark.django_db(transaction=True)
class TestOutsideTransactions:
    """On PostgreSQL only reads outside a transaction go to the driver."""

    def test_a_direct_read_returns_what_djangos_cursor_returns(self, names, monkeypatch):
        direct = names.rows("100%ana")
        monkeypatch.setattr(direct_reads, "_is_watched", lambda database: True)
        assert direct == names.rows("100%ana") == [("100%ana",)]

    def test_every_kind_of_value_is_the_same(self, monkeypatch):
        user = factories.UserFactory(username="ana")
        query = CompiledQuery(lambda pk, since: User.objects.filter(pk=pk, date_joined__lte=since))
        now = timezone.now() + timedelta(days=1)
        direct = vars(query.rows(user.pk, now)[0]) | {"_state": None}
        monkeypatch.setattr(direct_reads, "_is_watched", lambda database: True)
        assert vars(query.rows(user.pk, now)[0]) | {"_state": None} == direct
        assert direct["date_joined"].tzinfo is not None

    def test_a_value_of_an_unknown_type_is_sent_by_djangos_cursor(self):
        read = direct_reads.DirectRead("SELECT %s IS NULL, '100%%'")
        assert [tuple(row) for row in read.fetch(["x"])] in ([(False, "100%")], [(0, "100%")])
        assert read.fetch(["x"])

    def test_an_error_is_djangos_own(self):
        fetch = direct_reads.prepare_read("SELECT nothing FROM nowhere WHERE one = %s")
        for _time in range(2):
            with pytest.raises(DatabaseError):
                fetch([1])
