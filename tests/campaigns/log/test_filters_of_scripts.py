"""A bot that has lost what it remembered finds its entries by their source and their id."""

import pytest

from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries(campaign, gm):
    """Entries of two bots, one of them for GMs alone: external id by text."""
    script, path = Caller(gm), f"campaigns/{campaign.pk}/log/"
    for text, source, external_id, audience in (
        ("The bell rings.", "bells", "1", "all"),
        ("The bell falls.", "bells", "2", "all"),
        ("The miller did it.", "bells", "3", "gm"),
        ("It rains.", "weather", "1", "all"),
    ):
        body = {"text": text, "source": source, "external_id": external_id, "audience": audience}
        ok(script.post(path, body), 201)
    return path


def found(user, path, query):
    return [entry["text"] for entry in ok(Caller(user).get(f"{path}?{query}"))["results"]]


def test_entries_are_found_by_source_and_by_external_id(entries, gm):
    assert found(gm, entries, "source=bells&external_id=2") == ["The bell falls."]
    assert found(gm, entries, "external_id=1") == ["It rains.", "The bell rings."]
    assert found(gm, entries, "source=bells&text=rings") == ["The bell rings."]
    assert found(gm, entries, "source=bells&after=0")[0] == "The bell rings."
    assert found(gm, entries, "source=weather&text=bell") == []
    refused(Caller(gm).get(f"{entries}?external_id={'x' * 201}"), 400, "parameter.invalid")


def test_the_filters_find_no_entry_that_is_for_gms_alone(entries, gm, ana):
    assert found(gm, entries, "external_id=3") == ["The miller did it."]
    assert found(ana, entries, "external_id=3") == []
    assert found(ana, entries, "source=bells") == ["The bell falls.", "The bell rings."]
    assert found(ana, entries, "source=bells&text=miller") == []
