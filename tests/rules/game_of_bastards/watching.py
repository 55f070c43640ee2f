"""The promises that are watched at each step of a table of A Game of Bastards."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.hiding import cards_in, heard, laid_by
from tests.rules.game_of_bastards.participants import whole_deck

PHASES = {"initiative", "draw", "declare", "defend", "betting", "choice", "over"}
OUTS = {None, "unconscious", "beaten", "knocked-out", "gone", "conceded"}
VIEW = {"round", "phase", "turn", "pending", "participants", "hand", "hands", "draw_pile", "discard", "played"}
PERSON = {
    "name",
    "side",
    "controller",
    "kind",
    "traits",
    "pools",
    "hand_size",
    "wildcards",
    "initiative",
    "desperate",
    "out",
    "effects",
    "weapons",
    "wielded",
}
STATES_WITH_TRIED_OFFERS: set[int] = set()
Views = dict[str, dict[str, Any]]


class WatchedTable:
    """An encounter, what was laid face down in it, and the last events; `keep_the_laws` follows every step."""

    state: dict[str, Any]
    events: list[dict[str, Any]]
    laid: dict[str, set[str]]
    decks: int
    _seen: tuple[object, Views] = (None, {})

    def view(self, viewer: str = "gm") -> dict[str, Any]:
        return dict(play.view(GAME, self.state, viewer))

    def views(self) -> Views:
        """What each participant, the GM and an observer see; the view of the same state is made once."""
        state, views = self._seen
        if state is not self.state:
            gm_view = self.view()
            views = {name: self.view(name) for name in gm_view["participants"]}
            views |= {"gm": gm_view, "observer": self.view("observer")}
            self._seen = self.state, views
        return views

    def known(self, viewer: str, views: Views) -> set[str]:
        """Every card that this viewer may know of: open cards, its hand and the hands of those it controls."""
        view = views["gm" if viewer == "observer" else viewer]
        hands = [card for cards in view["hands"].values() for card in cards] if viewer != "observer" else []
        participants = view["participants"].values()
        return {
            *view["discard"],
            *view["played"],
            *view["hand"],
            *hands,
            *[p["initiative"] for p in participants],
            *laid_by(self.laid, viewer, view),
        }

    def keep_the_laws(self) -> None:
        views = self.views()
        view = views["gm"]
        assert view["phase"] in PHASES
        actors = list(play.actors(GAME, self.state))
        assert len(actors) == len(set(actors))
        if view["phase"] == "over":
            assert (actors, view["turn"]) == ([], [])
        else:
            assert actors[: len(view["turn"])] == view["turn"]
            assert actors[-1] == "gm"
        self._cards_are_conserved(views)
        for name, seen in view["participants"].items():
            assert set(seen) >= PERSON
            assert ("members" in seen) == (seen["kind"] == "extras")
            assert seen["out"] in OUTS
            assert all(0 <= now <= most for now, most in seen["pools"].values())
            assert seen["wildcards"] >= 0
            assert name in actors or play.offers(GAME, self.state, name) == []
        for viewer in views:
            self._nothing_hidden_is_shown(viewer, views)
        # Many tests begin alike, and what is offered follows from the state alone.
        state = hash(play.canonical(self.state))
        if state not in STATES_WITH_TRIED_OFFERS:
            for actor in actors:
                self._offers_hold(actor, len(view["discard"]))
            STATES_WITH_TRIED_OFFERS.add(state)

    def _offers_hold(self, actor: str, seed: int) -> None:
        for offer in play.offers(GAME, self.state, actor):
            assert offer["actor"] == actor
            assert offer["label"]
            assert offer["rules"]
            play.act(GAME, self.state, offer["example"])
        sample = play.sample(GAME, self.state, actor, seed=seed)
        if sample is not None:
            play.act(GAME, self.state, sample)

    def _nothing_hidden_is_shown(self, viewer: str, views: Views) -> None:
        seen = views[viewer]
        assert set(seen) >= VIEW
        offers = play.offers(GAME, self.state, viewer) if viewer != "observer" else []
        mine = cards_in([seen, offers])
        known = self.known(viewer, views)
        assert mine <= known | {"XX"}, f"{viewer} sees {mine - known}"
        assert viewer not in ("gm", "observer") or seen["hand"] == []
        assert viewer != "observer" or seen["hands"] == {}

    def _cards_are_conserved(self, views: Views) -> None:
        view = views["gm"]
        seen = Counter([*view["discard"], *view["played"]])
        for name, participant in view["participants"].items():
            own = views[name]["hand"]
            assert len(own) == participant["hand_size"]
            assert "XX" not in own, "a joker takes no place in a hand (GOB-05)"
            seen.update(own)
            seen.update([participant["initiative"]] if participant["initiative"] else [])
        assert not seen - whole_deck(self.decks)
        hidden = view["pending"]["face_down"] if view["pending"] else 0
        assert seen.total() + view["draw_pile"] + hidden == 54 * self.decks

    def _events_keep_secrets(self, before: dict[str, set[str]], kind: str) -> None:
        for event in self.events:
            assert isinstance(event["type"], str)
            assert event["text"]
            assert event["rules"]
            assert all(re.fullmatch(r"GOB-\d\d", rule) for rule in event["rules"])
            assert event["visible_to"] == "all" or isinstance(event["visible_to"], list)
        if kind == "end" or any(event["type"] == "shuffled" for event in self.events):
            return  # what was open in between is closed again
        views = self.views()
        for viewer in views:
            cards = cards_in(heard(self.events, viewer))
            may = before.get(viewer, set()) | self.known(viewer, views) | {"XX"}
            assert cards <= may, f"{viewer} hears of {cards - may}"
