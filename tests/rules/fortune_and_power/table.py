"""A table of Fortune and Power played through `rules.play` alone, watching the contract's promises at each step."""

from __future__ import annotations

import re
from typing import Any

from rules import play
from tests.rules.open_table import INVALID_IDS as INVALID_IDS
from tests.rules.open_table import INVALID_INTEGERS as INVALID_INTEGERS
from tests.rules.open_table import INVALID_TEXTS as INVALID_TEXTS
from tests.rules.open_table import Asking, OpenTable
from tests.rules.open_table import canonical as canonical

GAME = "fortune-and-power"
RULE = re.compile(r"FNP-\d\d")
PHASES = {"acting", "damage", "blow", "over"}
VIEW_KEYS = {"round", "phase", "turn", "order", "pending", "marginal", "participants", "proposed_outcome", "outcome"}
PERSON_KEYS = {
    "name",
    "side",
    "kind",
    "traits",
    "gifts",
    "armor",
    "weapons",
    "fortune",
    "actions",
    "attacks",
    "wounds",
    "shocks",
    "limits",
    "incapacitated",
    "edge_of_madness",
}
INVALID_OBJECTS: list[Any] = [[], "text", 7, True, 1.5, [["type", "pass"]]]


ASK = Asking(GAME, RULE)
proper, checked = ASK.proper, ASK.checked
refused_check, refused_setup, refused_start = ASK.refused_check, ASK.refused_setup, ASK.refused_start


class Table(OpenTable):
    """A running encounter; every command is checked for what the contract promises of all commands."""

    asks = ASK
    keys = VIEW_KEYS

    # what can be seen
    def figures(self, name: str, *fields: str) -> tuple[Any, ...]:
        seen = self[name]
        return tuple(seen[field] for field in fields)

    # what is done
    def passes(self, *actors: str) -> None:
        for actor in actors:
            self.do("pass", actor)

    def hurt(self, target: str, **changes: int) -> None:
        self.gm("adjust", target=target, reason="the scene needs it", **changes)

    def numbered(self) -> dict[str, Any]:
        """The numbered event of the last command: there is exactly one."""
        found = [event for event in self.events if "number" in event]
        assert len(found) == 1, "a check, an attack and a contest have one numbered event"
        return dict(found[0])

    # what always holds
    def keep_the_laws(self) -> None:
        view = self.view()
        assert set(view) >= VIEW_KEYS
        assert view["phase"] in PHASES
        assert (view["phase"] in ("damage", "blow")) == (view["pending"] is not None)
        self._actors_fit(view)
        assert sorted(view["order"]) == sorted(view["participants"])
        for event in self.events:
            ASK.event_is_whole(event)
        for seen in view["participants"].values():
            self._figures_in_range(seen)
        self._offers_are_accepted(view)

    def _actors_fit(self, view: dict[str, Any]) -> None:
        actors = self.actors()
        if view["phase"] == "over":
            assert actors == []
            assert view["turn"] == []
            return
        assert actors[-1] == "gm"
        assert actors.count("gm") == 1
        if view["pending"]:
            asked = view["pending"]["actor"]
            assert actors == (["gm"] if asked == "gm" else [asked, "gm"])
            return
        able = [name for name in view["order"] if self._may_act(view["participants"][name])]
        assert view["turn"] == able[:1], "the first of the order with something left and not incapacitated (FNP-32)"
        assert actors == [*view["turn"], "gm"]
        awake = [seen for seen in view["participants"].values() if not seen["incapacitated"]]
        assert able or not awake, "the next round begins when nobody able has anything left (FNP-32)"

    @staticmethod
    def _may_act(seen: dict[str, Any]) -> bool:
        return not seen["incapacitated"] and (seen["actions"] > 0 or seen["attacks"] > 0)

    @staticmethod
    def _figures_in_range(seen: dict[str, Any]) -> None:
        assert set(seen) >= PERSON_KEYS
        for field in ("wounds", "shocks", "fortune"):
            assert 0 <= seen[field] <= 999
        assert 0 <= seen["actions"] <= 2
        assert 0 <= seen["attacks"] <= 4
        assert seen["incapacitated"] == (seen["wounds"] >= seen["limits"]["wounds"])
        assert seen["edge_of_madness"] == (seen["shocks"] >= seen["limits"]["shocks"])

    def _offers_are_accepted(self, view: dict[str, Any]) -> None:
        actors = self.actors()
        for actor in [*view["participants"], "gm"]:
            found = self.offers(actor)
            if actor not in actors:
                assert found == []
                assert play.sample(GAME, self.state, actor, seed=3) is None
                continue
            assert found
            for offer in found:
                assert offer["actor"] == actor
                assert offer["rules"]
                assert offer["label"]
                self._example_is_accepted(offer)
            sample = play.sample(GAME, self.state, actor, seed=len(self.commands))
            assert sample is not None
            play.act(GAME, self.state, sample)

    def _example_is_accepted(self, offer: dict[str, Any]) -> None:
        """As it is, and with typed dice and modifiers where the offer says that it takes them."""
        play.act(GAME, self.state, offer["example"])
        if "modifiers" in offer:
            limits = [{"name": "Weather", "value": offer["modifiers"][end]} for end in ("min", "max")]
            play.act(GAME, self.state, {**offer["example"], "modifiers": limits})
        if "rolls" in offer:
            assert offer["rolls"]["sides"] == 6
            play.act(GAME, self.state, {**offer["example"], "rolls": [3] * offer["rolls"]["count"]})
