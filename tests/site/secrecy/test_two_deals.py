"""Non-interference: whatever others hold, a viewer receives the same bytes (T2).

The same is played at two tables at which only what the viewer must not know was dealt otherwise.
"""

import base64
import hashlib
import json

import pytest

from campaigns import play, sight
from campaigns.views import table as pages
from rules import play as rules
from tests.site.secrecy.channels import differences, hands, received, state_of
from tests.site.secrecy.conftest import DECK, HIDDEN, dealt

# Whose answers are also compared while a defence is awaited.
PENDING = {"ben", "watcher"}
# Whoever is no member is told the same nothing at every moment, so that once is enough.
INSIDE = {"ana", "ben", "gm", "watcher"}


@pytest.fixture
def pair(lay):
    """Two tables that differ in what one viewer must not know."""

    def laid(name, seed=1):
        tables = lay(DECK), lay(dealt(HIDDEN[name], seed))
        assert hands(tables[0]) != hands(tables[1]), "the deals must differ, or nothing is proved"
        return tables

    return laid


def compare(viewer, tables):
    """What differs for the viewer between the two tables."""
    return differences(*(received(viewer, table) for table in tables))


@pytest.mark.parametrize("name", HIDDEN)
def test_what_others_hold_changes_nothing_that_a_viewer_receives(pair, viewers, give, people, name):
    tables = pair(name, seed=len(name))
    for first, last in ((0, 1), (1, 6)) if name in PENDING else ((0, 6),):
        for table in tables:
            give(table, first, last)
        assert compare(viewers[name], tables) == {}, f"after line {last}"
    for table in tables:
        play.take_over(encounter=table, by=people["gm"], participant="bandit-2", controller=None, reason="")
        play.undo(encounter=table, by=people["gm"], to=2)
    if name in INSIDE:
        assert compare(viewers[name], tables) == {}, "after a rewind"


def test_the_dealers_page_is_the_same_after_the_end_whatever_the_players_held(pair, viewers, give, people):
    tables = pair("gm", seed=100)
    for table in tables:
        give(table)
        play.submit(encounter=table, by=people["gm"], command={"type": "end", "actor": "gm", "outcome": "parley"})
    assert compare(viewers["gm"], tables) == {}


def test_the_comparison_sees_a_viewers_own_cards(pair, viewers):
    """The control: who holds the cards that were exchanged receives something else."""
    tables = pair("ana")
    found = compare(viewers["ben"], tables)
    assert {"page ", "api ", "part table/", "api offers/"} <= set(found)
    assert "page " in compare(viewers["gm"], tables), "the Fate Dealer's own card was exchanged, too"


def leak_hand_sizes(monkeypatch):
    """A hand's total in everybody's view."""
    true = rules.view

    def view(system, state, viewer):
        total = sum(ord(card) for person in state["people"] for card in person.get("hand", ""))
        return {**true(system, state, viewer), "weight": total}

    monkeypatch.setattr(sight.rules, "view", view)


def leak_events(monkeypatch):
    """Private events told to all."""
    true = sight.Look.events

    def events(self, after=-1, as_=None):
        rows = sight.Event.objects.filter(encounter=self.encounter, number__gt=after).order_by("number", "position")
        told = [{**row.body, "number": row.number, "position": row.position, "struck": row.struck} for row in rows]
        return told if true(self, after, as_) else []

    monkeypatch.setattr(sight.Look, "events", events)


def leak_in_pages(made):
    """Plants something made of the whole state into every page of the table."""

    def plant(monkeypatch):
        true = pages.render

        def render(request, template, context, **kwargs):
            answer = true(request, template, context, **kwargs)
            if "table" in context:
                made(answer, json.dumps(state_of(context["table"].encounter), sort_keys=True).encode())
            return answer

        monkeypatch.setattr(pages, "render", render)

    return plant


def as_etag(answer, state):
    answer["ETag"] = hashlib.sha256(state).hexdigest()[:16]


def as_attribute(answer, state):
    answer.content += b'<i data-x="' + base64.b64encode(state) + b'"></i>'


def as_comment(answer, state):
    answer.content += b"<!-- " + state + b" -->"


PLANTED = {
    "a total in the view": leak_hand_sizes, "private events": leak_events, "an ETag": leak_in_pages(as_etag),
    "base64 in an attribute": leak_in_pages(as_attribute), "a comment": leak_in_pages(as_comment),
}  # fmt: skip


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_leak_is_found(pair, viewers, monkeypatch, what):
    tables = pair("ana")
    PLANTED[what](monkeypatch)
    assert compare(viewers["ana"], tables) != {}
