"""Non-interference: whatever others hold, a viewer receives the same bytes.

The same is played at two tables at which only what the viewer must not know was dealt otherwise.
"""

import base64
import hashlib
import json

import pytest

from campaigns.encounters import play
from campaigns.encounters.play import visibility
from campaigns.encounters.table import views as pages
from rules import play as rules
from tests.site.secrecy.channels import differences, first_difference, hands, received, state_of
from tests.site.secrecy.scenes import SCENES

# Who is compared where: everyone at one table of each kind; elsewhere one for each way of looking.
COMPARED = [
    *(
        ("52 Fates", "after", name)
        for name in ("ana", "ben", "gm", "watcher", "outsider", "ex-member", "other-gm", "anonymous")
    ),
    ("52 Fates", "answer", "ben"),
    *(("bastards", "laid", name) for name in ("ana", "gm", "watcher", "ex-member")),
    *(("bastards", "after", name) for name in ("ben", "co-gm")),
    ("dealerless", "laid", "gm"),
    *(("dealerless", "after", name) for name in ("ana", "ben")),
]


@pytest.fixture
def pair(lay, give, scene):
    """Two tables, played up to a moment, that differ in what one viewer must not know then."""

    def laid(moment, name, seed=1):
        decks = scene.deck, scene.dealt(moment, name, seed)
        tables = [lay(deck) for deck in decks]
        for table, deck in zip(tables, decks, strict=True):
            give(table, 0, scene.moments[moment][0], deck)
        assert hands(tables[0]) != hands(tables[1]), "the deals must differ, or nothing is proved"
        return tables

    return laid


def compare(viewer, tables):
    """What differs for the viewer between the two tables."""
    return differences(*(received(viewer, table) for table in tables))


@pytest.mark.parametrize(("scene", "moment", "name"), COMPARED, indirect=["scene"])
def test_the_hands_of_others_change_nothing_that_a_viewer_receives(pair, viewers, moment, name):
    assert compare(viewers[name], pair(moment, name, seed=len(name))) == {}


def test_the_places_that_are_exchanged_are_those_of_the_hands():
    """The control of the scripts: a place that no hand holds would be exchanged for nothing."""
    for scene in SCENES.values():
        for moment, (_steps, places) in scene.moments.items():
            whole = [place for held in places.values() for place in held]
            assert len(whole) == len(set(whole))
            assert not set(whole) & set(scene.deep), moment


@pytest.mark.parametrize(("scene", "name"), [("52 Fates", "ben"), ("dealerless", "ana")], indirect=["scene"])
def test_the_hands_of_others_change_nothing_after_an_undo(pair, viewers, people, scene, name):
    tables = pair("after", name, seed=3)
    for table in tables:
        foe = "bandit-2" if scene.system == "fifty-two-fates" else "sharp"
        play.hand_over_participant(encounter=table, by=people["gm"], participant=foe, controller=None, reason="")
        play.undo(encounter=table, by=people["gm"], to=2)
    assert compare(viewers[name], tables) == {}


@pytest.mark.parametrize("scene", ["52 Fates", "bastards"], indirect=True)
def test_the_dealers_page_is_the_same_after_the_end_whatever_the_players_held(pair, viewers, people):
    tables = pair("after", "gm", seed=100)
    for table in tables:
        play.submit(encounter=table, by=people["gm"], command={"type": "end", "actor": "gm", "outcome": "parley"})
    assert compare(viewers["gm"], tables) == {}


@pytest.mark.parametrize(("scene", "moment"), [("52 Fates", "answer"), ("bastards", "laid")], indirect=["scene"])
def test_the_comparison_sees_a_viewers_own_cards(pair, viewers, moment):
    """The control: who holds the cards that were exchanged receives something else."""
    tables = pair(moment, "ana")
    assert {"page ", "api ", "part table/"} <= set(compare(viewers["ben"], tables))
    assert "page " in compare(viewers["gm"], tables), "the dealer's own cards were exchanged, too"


def leak_hand_sizes(monkeypatch):
    """A hand's total in everyone's view."""
    true = rules.view

    def view(system, state, viewer):
        total = sum(
            place * ord(card) for person in state["people"] for place, card in enumerate(person.get("hand", ""))
        )
        return {**true(system, state, viewer), "weight": total}

    monkeypatch.setattr(visibility.rules, "view", view)


def leak_events(monkeypatch):
    """Private events told to all."""
    true = visibility.EncounterReading.events

    def events(self, after=-1, as_=None):
        rows = visibility.Event.objects.filter(encounter=self.encounter, number__gt=after).order_by(
            "number", "position"
        )
        told = [{**row.body, "number": row.number, "position": row.position, "struck": row.struck} for row in rows]
        return told if true(self, after, as_) else []

    monkeypatch.setattr(visibility.EncounterReading, "events", events)


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


def leak_odds(monkeypatch):
    """Odds that know a little of what the other side holds."""

    def odds(system, state, viewer, command):
        return {"chance": ord(state["people"][1]["hand"][-1]) / 1000, "exact": True, "of": "success"}

    monkeypatch.setattr(visibility.rules, "odds", odds)


def leak_control(monkeypatch):
    """The dealer's eyes for everyone who may give orders, also where there is no dealer."""
    monkeypatch.setattr(visibility.EncounterReading, "_engine_viewer", lambda self, seat: seat)
    monkeypatch.setattr(visibility.EncounterReading, "_state_without_control", property(lambda self: self._state))


# Where, who looks, and what is planted.
PLANTED = {
    "a total in the view": ("52 Fates", "answer", "ana", leak_hand_sizes),
    "private events": ("52 Fates", "answer", "ana", leak_events),
    "an ETag": ("52 Fates", "answer", "ana", leak_in_pages(as_etag)),
    "base64 in an attribute": ("bastards", "laid", "watcher", leak_in_pages(as_attribute)),
    "a comment": ("bastards", "laid", "ana", leak_in_pages(as_comment)),
    "odds that know": ("bastards", "laid", "ana", leak_odds),
    "the dealer's eyes": ("dealerless", "after", "gm", leak_control),
}


@pytest.mark.parametrize(("scene", "what"), [(told[0], what) for what, told in PLANTED.items()], indirect=["scene"])
def test_a_planted_leak_is_found(pair, viewers, monkeypatch, what):
    _scene, moment, name, plant = PLANTED[what]
    tables = pair(moment, name)
    plant(monkeypatch)
    assert first_difference(viewers[name], *tables)
