"""Rows of the catalogue and the bestiary that a test puts back are those that the command makes."""

import pytest

from characters.models import Monster
from rules.catalogue import shipped
from rules.models import CatalogueRow
from tests import factories, shipped_rows
from tests.demo_rows import read_rows, table_names

pytestmark = pytest.mark.django_db


def stored():
    """Every row of every table that has one."""
    return {table: rows for table in table_names() if (rows := read_rows(table))}


@pytest.fixture
def loaded(monkeypatch):
    """What the commands store, in a process that has loaded nothing yet; afterwards nothing is there."""
    monkeypatch.setattr(shipped_rows, "_rows", {})
    load()
    rows = stored()
    for model in (Monster, CatalogueRow):
        model.objects.all().delete()
        model.history.all().delete()
    assert stored() == {}
    return rows


def load():
    shipped_rows.load_catalogue()
    shipped_rows.load_bestiary()


def test_later_tests_find_the_same_rows_and_can_add_others(loaded, monkeypatch):
    monkeypatch.setattr(shipped, "load", None)
    load()
    assert stored() == loaded
    pk = factories.MonsterFactory().pk
    assert Monster.objects.filter(pk=pk).count() == 1
    assert Monster.objects.count() == 1 + len(loaded[Monster._meta.db_table])


def test_tables_with_rows_are_completed_by_the_command(loaded):
    factories.MonsterFactory(name="Somebody else")
    shipped_rows.load_bestiary()
    assert Monster.objects.count() == 1 + len(loaded[Monster._meta.db_table])
