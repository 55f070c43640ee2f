"""A table of 52 Fates played through `rules.play` alone, watching the contract's promises at each step."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.participants import FULL_DECK, foe, hero, split, stacked, warrior, wizard

__all__ = ["FULL_DECK", "GAME", "Table", "foe", "hero", "warrior", "wizard"]

GAME = "fifty-two-fates"
PHASES = {"acting", "defending", "discarding", "over"}
CONDITIONS = {"dying", "stable", "dead", "defeated", "unconscious", "partial", "full", "prone"}
EFFECT_KINDS = {"continuous", "parry", "destruct", "protect"}
WEAPONS = {"held", "floor", "away", "broken", "none"}


class Table:
    """A running encounter; every command is checked for what the contract promises of all commands."""

    def __init__(
        self,
        *participants: dict[str, Any],
        hands: dict[str, str] | None = None,
        fd: str = "",
        order: Iterable[str] = ("players",),
        draws: str = "",
        initiative: str | None = None,
        **options: Any,
    ) -> None:
        deck, extra = stacked(list(participants), hands or {}, fd, list(order), draws, initiative)
        self.begin({"participants": list(participants), "options": {"fd_extra_cards": extra, **options}, "deck": deck})

    @classmethod
    def of(cls, *participants: dict[str, Any], deck: str | list[str], **options: Any) -> Table:
        """A table of these, dealt from exactly this deck."""
        table = cls.__new__(cls)
        table.begin({"participants": list(participants), "options": options, "deck": split(deck)})
        return table

    def begin(self, setup: dict[str, Any]) -> None:
        self.state: dict[str, Any] = play.start(GAME, setup, seed=7)
        self.events: list[dict[str, Any]] = []
        self.keep_the_laws()

    # what can be seen
    def view(self, viewer: str = "gm") -> dict[str, Any]:
        return dict(play.view(GAME, self.state, viewer))

    def __getitem__(self, name: str) -> dict[str, Any]:
        return dict(self.view()["participants"][name])

    def hp(self, name: str) -> int:
        return int(self[name]["hp"])

    def conditions(self, name: str) -> set[str]:
        return set(self[name]["conditions"])

    def effects(self, name: str, kind: str | None = None) -> list[dict[str, Any]]:
        return [e for e in self[name]["effects"] if kind in (None, e["kind"])]

    def hand(self, name: str) -> set[str]:
        return set(self.view(name)["hand"])

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
    def pending(self) -> dict[str, Any] | None:
        pending: dict[str, Any] | None = self.view()["pending"]
        return pending

    @property
    def played(self) -> list[str]:
        return list(self.view()["played"])

    @property
    def discard(self) -> list[str]:
        return list(self.view()["discard"])

    @property
    def proposed(self) -> str | None:
        proposed: str | None = self.view().get("proposed_outcome")
        return proposed

    def range(self, a: str, b: str) -> str:
        found = [r["range"] for r in self.view()["ranges"] if {r["a"], r["b"]} == {a, b}]
        assert len(found) <= 1, "a pair of participants has one range"
        return str(found[0]) if found else "melee"

    # what is done
    def do(self, kind: str, actor: str, **fields: Any) -> list[dict[str, Any]]:
        """Give a command that must be accepted; its events."""
        command = self._command(kind, actor, fields)
        before = copy.deepcopy(self.state)
        result = play.act(GAME, self.state, copy.deepcopy(command))
        assert self.state == before, "act leaves the state that it was given as it was"
        stored = json.loads(json.dumps(before, sort_keys=True))
        again = play.act(GAME, stored, command)
        assert _canonical(again["state"]) == _canonical(result["state"]), "a stored state goes on alike"
        assert again["events"] == result["events"]
        self.state, self.events = result["state"], list(result["events"])
        self.keep_the_laws()
        return self.events

    def refuse(self, kind: str, actor: str, **fields: Any) -> play.Refused:
        """Give a command that must be refused, changing nothing; the refusal."""
        before = copy.deepcopy(self.state)
        with pytest.raises(play.Refused) as caught:
            play.act(GAME, self.state, self._command(kind, actor, fields))
        assert self.state == before
        refusal = caught.value
        assert isinstance(refusal.code, str)
        assert refusal.code
        assert isinstance(refusal.message, str)
        assert len(refusal.message) > 8
        assert refusal.rule is None or refusal.rule.startswith("F52-")
        return refusal

    @staticmethod
    def _command(kind: str, actor: str, fields: dict[str, Any]) -> dict[str, Any]:
        if isinstance(fields.get("cards"), str):
            fields = {**fields, "cards": fields["cards"].split()}
        return {"type": kind, "actor": actor, **fields}

    def gm(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        return self.do(kind, "gm", **fields)

    def no_gm(self, kind: str, **fields: Any) -> play.Refused:
        return self.refuse(kind, "gm", **fields)

    def attack(
        self, actor: str, target: str, cards: str | list[str] = "", weapon: str = "melee"
    ) -> list[dict[str, Any]]:
        return self.do("attack", actor, target=target, cards=cards, weapon=weapon)

    def no_attack(self, actor: str, target: str, cards: str = "", weapon: str = "melee") -> play.Refused:
        return self.refuse("attack", actor, target=target, cards=cards, weapon=weapon)

    def maneuver(self, actor: str, what: str, target: str | None, cards: str) -> list[dict[str, Any]]:
        aim = {} if target is None else {"target": target}
        return self.do("maneuver", actor, maneuver=what, cards=cards, **aim)

    def no_maneuver(self, actor: str, what: str, target: str | None, cards: str) -> play.Refused:
        aim = {} if target is None else {"target": target}
        return self.refuse("maneuver", actor, maneuver=what, cards=cards, **aim)

    def cast(self, actor: str, target: str, cards: str, **more: Any) -> list[dict[str, Any]]:
        return self.do("cast", actor, target=target, cards=cards, **more)

    def no_cast(self, actor: str, target: str, cards: str, **more: Any) -> play.Refused:
        return self.refuse("cast", actor, target=target, cards=cards, **more)

    def defend(self, actor: str, cards: str | list[str] = "") -> list[dict[str, Any]]:
        return self.do("defend", actor, cards=cards)

    def passes(self, *actors: str) -> None:
        for actor in actors:
            self.do("pass", actor)

    def finish_round(self) -> None:
        """Everyone left in this round passes (a dying one draws), until the next round or a question."""
        now = self.round
        while self.phase == "acting" and self.round == now and self.turn:
            actor = self.turn[0]
            self.do("death-draw" if "dying" in self.conditions(actor) else "pass", actor)

    def because(self, *rules: str) -> None:
        """The account of the last command names these rules."""
        told = {rule for event in self.events for rule in event["rules"]}
        assert set(rules) <= told, f"{rules} are not among {sorted(told)}"

    def told(self, viewer: str = "observer") -> str:
        """What this viewer reads of the last command."""
        return " ".join(e["text"] for e in self.events if e["visible_to"] == "all" or viewer in e["visible_to"])

    # what always holds
    def keep_the_laws(self) -> None:
        view = self.view()
        assert view["phase"] in PHASES
        actors = list(play.actors(GAME, self.state))
        assert actors == ([] if view["phase"] == "over" else [*view["turn"], "gm"])
        assert (view["phase"] in ("defending", "discarding")) == (view["pending"] is not None)
        self._cards_are_conserved(view)
        for event in self.events:
            assert isinstance(event["type"], str)
            assert event["text"]
            assert event["rules"]
            assert all(rule.startswith("F52-") for rule in event["rules"])
            assert event["visible_to"] == "all" or isinstance(event["visible_to"], list)
        for name, seen in view["participants"].items():
            self._figures_in_range(name, seen, view["phase"])
            assert name in actors or play.offers(GAME, self.state, name) == []
        for actor in actors:
            for offer in play.offers(GAME, self.state, actor):
                assert offer["actor"] == actor
                assert offer["rules"]
                assert offer["label"]
                play.act(GAME, self.state, offer["example"])
            sample = play.sample(GAME, self.state, actor, seed=len(view["discard"]))
            if sample is not None:
                play.act(GAME, self.state, sample)

    def _cards_are_conserved(self, view: dict[str, Any]) -> None:
        seen = [*view["discard"], *view["played"], *view["hand"]]
        assert len(view["hand"]) == view["fd_hand_size"]
        for name, participant in view["participants"].items():
            if participant["side"] == "players":
                own = self.view(name)["hand"]
                assert len(own) == participant["hand_size"]
                seen += own
            else:
                assert participant["hand_size"] is None
        assert len(seen) == len(set(seen))
        assert set(seen) <= set(FULL_DECK)
        assert len(seen) + view["draw_pile"] == 52

    @staticmethod
    def _figures_in_range(name: str, seen: dict[str, Any], phase: str) -> None:
        assert 0 <= seen["hp"] <= seen["max_hp"]
        if seen["side"] == "players" and phase in ("acting", "defending"):
            assert seen["hand_size"] <= seen["hp"], "the maximum hand is the hit points (F52-30, F52-31)"
        assert set(seen["conditions"]) <= CONDITIONS
        assert len(seen["conditions"]) == len(set(seen["conditions"]))
        assert not {"unconscious", "full"} <= set(seen["conditions"]), "unconscious stands alone"
        assert {e["kind"] for e in seen["effects"]} <= EFFECT_KINDS
        assert seen["weapon"] in WEAPONS
        assert seen["armed"] == (seen["weapon"] == "held")
        assert seen["alive"] == (not {"dead", "defeated"} & set(seen["conditions"])), name


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
