"""A table of A Game of Bastards played through `rules.play` alone, watching the promises at each step."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, cards_in, heard_by, laid_by, proper, remember
from tests.rules.game_of_bastards.people import UNARMED, split, stacked, whole_deck

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


class Table:
    """A running encounter; every command is checked for what the contract promises of all commands."""

    _seen: tuple[object, Views] = (None, {})

    def __init__(
        self,
        *people: dict[str, Any],
        hands: dict[str, str] | None = None,
        draws: str = "",
        first: dict[str, str] | None = None,
        waiting: bool = False,
        **options: Any,
    ) -> None:
        """Everyone's initiative card is chosen, in the order of the people, unless `waiting`."""
        self.decks = options.get("decks", 2)
        deck = stacked(list(people), hands or {}, first or {}, draws, self.decks)
        setup: dict[str, Any] = {"participants": list(people), "deck": deck}
        if options:
            setup["options"] = options
        self.begin(setup)
        if not waiting:
            for person in people:
                self.do("initiative", person["id"], card=self.hand(person["id"])[0])

    @classmethod
    def of(cls, *people: dict[str, Any], deck: str | list[str] | None = None, seed: Any = 7, **options: Any) -> Table:
        """A table of these, dealt from exactly this deck; initiative is still to be chosen."""
        table = cls.__new__(cls)
        table.decks = options.get("decks", 2)
        setup: dict[str, Any] = {"participants": list(people), "options": options}
        if deck is not None:
            setup["deck"] = split(deck)
        table.begin(setup, seed)
        return table

    def begin(self, setup: dict[str, Any], seed: Any = 7) -> None:
        before = copy.deepcopy(setup)
        self.state: dict[str, Any] = play.start(GAME, setup, seed=seed)
        assert setup == before
        self.events: list[dict[str, Any]] = []
        self.laid: dict[str, set[str]] = {}
        self.keep_the_laws()

    # what can be seen
    def view(self, viewer: str = "gm") -> dict[str, Any]:
        return dict(play.view(GAME, self.state, viewer))

    def __getitem__(self, name: str) -> dict[str, Any]:
        return dict(self.view()["participants"][name])

    def pool(self, name: str, pool: str = "bp") -> int:
        return int(self[name]["pools"][pool][0])

    def pools(self, name: str) -> tuple[int, ...]:
        """BP, SP, MP and LP as they are now."""
        return tuple(self[name]["pools"][pool][0] for pool in ("bp", "sp", "mp", "lp"))

    def hand(self, name: str) -> list[str]:
        return list(self.view(name)["hand"])

    def size(self, name: str) -> int:
        return int(self[name]["hand_size"])

    def wildcards(self, name: str) -> int:
        return int(self[name]["wildcards"])

    @property
    def turn(self) -> list[str]:
        return list(self.view()["turn"])

    @property
    def phase(self) -> str:
        return str(self.view()["phase"])

    @property
    def round(self) -> int:
        return int(self.view()["round"])

    @property
    def pending(self) -> Any:
        return self.view()["pending"]

    @property
    def discard(self) -> list[str]:
        return list(self.view()["discard"])

    @property
    def played(self) -> list[str]:
        return list(self.view()["played"])

    def types(self, actor: str) -> set[str]:
        """The types of command that are offered to this actor."""
        return {offer["type"] for offer in play.offers(GAME, self.state, actor)}

    # what is done
    def do(self, kind: str, actor: str, /, **fields: Any) -> list[dict[str, Any]]:
        """Give a command that must be accepted; its events."""
        command = self.command(kind, actor, fields)
        before = copy.deepcopy(self.state)
        views = self.views()
        shown = {viewer: self.known(viewer, views) for viewer in views}
        result = play.act(GAME, self.state, copy.deepcopy(command))
        assert self.state == before, "act leaves the state that it was given as it was"
        again = play.act(GAME, json.loads(json.dumps(before, sort_keys=True)), command)
        assert play.canonical(again["state"]) == play.canonical(result["state"]), "a stored state goes on alike"
        assert again["events"] == result["events"]
        self.state, self.events = result["state"], list(result["events"])
        remember(self.laid, command)
        self.keep_the_laws()
        self._events_keep_secrets(shown, kind)
        return self.events

    def refuse(self, kind: str, actor: str, /, **fields: Any) -> play.Refused:
        """Give a command that must be refused, changing nothing; the refusal."""
        before = copy.deepcopy(self.state)
        with pytest.raises(play.Refused) as caught:
            play.act(GAME, self.state, self.command(kind, actor, fields))
        assert self.state == before
        return proper(caught.value)

    @staticmethod
    def command(kind: str, actor: str, fields: dict[str, Any]) -> dict[str, Any]:
        if isinstance(fields.get("cards"), str):
            fields = {**fields, "cards": fields["cards"].split()}
        return {"type": kind, "actor": actor, **fields}

    def gm(self, kind: str, /, **fields: Any) -> list[dict[str, Any]]:
        return self.do(kind, "gm", **fields)

    def no_gm(self, kind: str, /, **fields: Any) -> play.Refused:
        return self.refuse(kind, "gm", **fields)

    def draw(self, actor: str) -> None:
        """Step 1 of the turn, if it is still to come."""
        if self.phase == "draw" and self.turn == [actor]:
            self.do("draw", actor)

    def attack(self, actor: str, target: str | list[str], card: str, **more: Any) -> list[dict[str, Any]]:
        """The draw step if it is still to come, then an unarmed physical attack unless told otherwise."""
        self.draw(actor)
        return self.do("attack", actor, **self._aim(target, card, more))

    def no_attack(self, actor: str, target: str | list[str], card: str, **more: Any) -> play.Refused:
        self.draw(actor)
        return self.refuse("attack", actor, **self._aim(target, card, more))

    @staticmethod
    def _aim(target: str | list[str], card: str, more: dict[str, Any]) -> dict[str, Any]:
        aim = {"target": target} if isinstance(target, str) else {"targets": target}
        return {"skill": UNARMED, "kind": "physical", "card": card, **aim, **more}

    def defend(self, actor: str, card: str | None = None, **more: Any) -> list[dict[str, Any]]:
        return self.do("defend", actor, card=card, **{"skill": UNARMED, **more})

    def settle(self) -> None:
        """The side that may bet calls until nothing more is bet."""
        while self.phase == "betting":
            self.do("call", self.turn[0])

    def clash(
        self,
        actor: str,
        target: str,
        card: str,
        reply: str | None = None,
        *,
        defence: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """A whole attack without bets."""
        self.attack(actor, target, card, **more)
        self.defend(target, reply, **(defence or {}))
        self.settle()

    def skip(self, *actors: str) -> None:
        """These in turn draw and give up their action."""
        for actor in actors:
            self.draw(actor)
            self.do("pass", actor)

    def because(self, *rules: str) -> None:
        """The account of the last command names these rules."""
        told = {rule for event in self.events for rule in event["rules"]}
        assert set(rules) <= told, f"{rules} are not among {sorted(told)}"

    # what always holds
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
        people = view["participants"].values()
        return {
            *view["discard"],
            *view["played"],
            *view["hand"],
            *hands,
            *[p["initiative"] for p in people],
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
        for name, person in view["participants"].items():
            own = views[name]["hand"]
            assert len(own) == person["hand_size"]
            assert "XX" not in own, "a joker takes no place in a hand (GOB-05)"
            seen.update(own)
            seen.update([person["initiative"]] if person["initiative"] else [])
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
            heard = heard_by(viewer, self.events)
            may = before.get(viewer, set()) | self.known(viewer, views) | {"XX"}
            assert cards_in(heard) <= may, f"{viewer} hears of {cards_in(heard) - may}"
