"""The log after an entry: oldest first and complete over its pages, so that a bot can follow it."""

import pytest

from campaigns.log import actions
from people.access import get_membership
from tests.site.api.conftest import ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(gm, campaign):
    """Seven notes; every other one speaks of a bell."""
    membership = get_membership(gm, campaign.pk)
    texts = [f"bell {number}" if number % 2 else f"song {number}" for number in range(7)]
    return [actions.add_note(membership=membership, text=text).pk for text in texts]


def read_all(api, path):
    """The ids on all pages, and those on the pages back from the last one."""
    there, back, page = [], [], ok(api.get(path))
    there += [row["id"] for row in page["results"]]
    while page["next"]:
        page = ok(api.get(page["next"].partition("testserver")[2]))
        there += [row["id"] for row in page["results"]]
    while page["previous"]:
        page = ok(api.get(page["previous"].partition("testserver")[2]))
        back = [row["id"] for row in page["results"]] + back
    return there, back


@pytest.mark.parametrize("size", [1, 2, 50])
def test_after_an_entry_the_log_is_ascending_over_all_pages(gm_api, campaign, lines, size):
    path = f"campaigns/{campaign.pk}/log/?after={lines[1]}&page_size={size}"
    there, back = read_all(gm_api, path)
    assert there == lines[2:]
    assert back == there[: len(back)]


@pytest.mark.parametrize("size", [1, 2])
def test_after_an_entry_a_search_is_ascending_too(gm_api, campaign, lines, size):
    there, _back = read_all(gm_api, f"campaigns/{campaign.pk}/log/?after={lines[1]}&text=bell&page_size={size}")
    assert there == [lines[3], lines[5]]


def test_without_it_the_log_stays_newest_first(gm_api, campaign, lines):
    assert [row["id"] for row in ok(gm_api.get(f"campaigns/{campaign.pk}/log/"))["results"]] == lines[::-1]
    assert ok(gm_api.get(f"campaigns/{campaign.pk}/log/?after={lines[-1]}"))["results"] == []
