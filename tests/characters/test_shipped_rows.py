"""Rows of the catalogue and the bestiary that a test puts back are those that the command makes."""

import pytest
from django.db import connection

from characters.models import Monster
from rules.catalogue import shipped
from rules.models import CatalogueRow
from tests import factories, shipped_rows
from tests.demo_rows import table_names

pytestmark = pytest.mark.django_db


def stored():
    """Every row of every table that has one."""
    with connection.cursor() as cursor:
        found = {}
        for table in table_names():
            cursor.execute(f"SELECT * FROM {table}")
            found[table] = sorted(map(repr, cursor.fetchall()))
    return {table: rows for table, rows in found.items() if rows}


@pytest.fixture
def loaded(monkeypatch):
    """What the commands store, and how many monsters, in a process that has loaded nothing yet; then it is deleted."""
    monkeypatch.setattr(shipped_rows, "_rows", {})
    load()
    rows, monsters = stored(), Monster.objects.count()
    for model in (Monster, CatalogueRow):
        model.objects.all().delete()
        model.history.all().delete()
    assert stored() == {}
    return rows, monsters


def load():
    shipped_rows.load_catalogue()
    shipped_rows.load_bestiary()


def test_later_tests_find_the_same_rows_and_can_add_others(loaded, monkeypatch):
    monkeypatch.setattr(shipped, "load", None)
    load()
    rows, monsters = loaded
    assert stored() == rows
    pk = factories.MonsterFactory().pk
    assert Monster.objects.filter(pk=pk).count() == 1
    assert Monster.objects.count() == 1 + monsters


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite takes the highest number in the table")
def test_new_rows_come_after_those_that_were_put_back_although_a_sequence_began_again(loaded):
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('characters_monster', 'id'), 1)")
    load()
    pk = factories.MonsterFactory().pk
    assert pk > loaded[1]


def test_tables_with_rows_are_completed_by_the_command(loaded):
    factories.MonsterFactory(name="Someone else")
    shipped_rows.load_bestiary()
    assert Monster.objects.count() == 1 + loaded[1]
