"""Setups of A Game of Bastards for tests: people, known decks, and a table that plays commands."""

import random
from typing import Any

from hypothesis import strategies as st

from rules import play
from rules.games.game_of_bastards import tables

SYSTEM = "game-of-bastards"
SWORD = {"name": "Sword", "damage": 2, "skill": "Combat (Sword)"}
KNIFE = {"name": "Knife", "damage": 1, "skill": "Combat (Knife)"}
BOW = {"name": "Bow", "damage": 3, "skill": "Combat (Bow)", "ranged": True}
PLAIN = [key for key in tables.ADVANTAGES if key not in tables.FOR_A_WEAPON]
NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]


def fated(key: str, *advantages: str, side: str = "players", **fields: Any) -> dict[str, Any]:
    """A fated character; Counter and Florentine are for the sword."""
    owned = [
        {"key": advantage, "weapon": "Sword"} if advantage in tables.FOR_A_WEAPON else {"key": advantage}
        for advantage in advantages
    ]
    made = {"id": key, "name": key.title(), "side": side, "kind": "fated", "advantages": owned}
    made["traits"] = {"body": 2, "spirit": 2, "mind": 1, "luck": 2}
    made["skills"] = {"Combat (Sword)": 2, "Combat (Unarmed)": 2}
    made["weapons"] = [SWORD]
    return {**made, **fields}


def follower(key: str, rating: int = 3, **fields: Any) -> dict[str, Any]:
    return {"id": key, "name": key.title(), "side": "foes", "kind": "follower", "power_rating": rating, **fields}


def extras(key: str, rating: int = 2, members: int = 4, **fields: Any) -> dict[str, Any]:
    made = {"id": key, "name": key.title(), "side": "foes", "kind": "extras", "power_rating": rating}
    return {**made, "members": members, **fields}


def everything(decks: int = 2) -> dict[str, Any]:
    """A setup that reaches every rule: every advantage, followers, extras, two weapons, wildcards."""
    half = len(PLAIN) // 2
    return {
        "participants": [
            fated("ana", *PLAIN[:half], "counter", weapons=[SWORD, KNIFE, BOW], wildcards=3),
            fated("ben", *PLAIN[half:], "florentine", wildcards=2, pools={"bp": 2, "lp": 3}),
            fated("cyd", *PLAIN, side="foes", controller="gm", wildcards=2, armor=1),
            follower("fay", weapons=[SWORD], wildcards=1),
            extras("mob", weapons=[KNIFE], controller="ben"),
        ],
        "options": {"decks": decks},
    }


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Small parties of any kind, with any advantages."""
    people = []
    for number in range(draw(st.integers(1, 5))):
        side = draw(st.sampled_from(["players", "foes", "others"]))
        wildcards = draw(st.integers(0, 3))
        kind = draw(st.sampled_from(["fated", "fated", "follower", "extras"]))
        if kind == "fated":
            owned = draw(st.lists(st.sampled_from([*PLAIN, "counter", "florentine"]), unique=True, max_size=12))
            pools = draw(st.sampled_from([{}, {"bp": 1}, {"sp": 0}, {"lp": 1, "mp": 1}, {"bp": 0, "sp": 0}]))
            weapons = draw(st.sampled_from([[], [SWORD], [SWORD, KNIFE], [SWORD, SWORD, BOW]]))
            more = {"pools": pools, "weapons": weapons, "wildcards": wildcards}
            people.append(fated(f"p{number}", *owned, side=side, **more))
        else:
            made = follower if kind == "follower" else extras
            people.append(made(f"p{number}", draw(st.integers(1, 5)), side=side, wildcards=wildcards))
    options = {"decks": draw(st.sampled_from([1, 2])), "wildcards_last": draw(st.sampled_from(["session", "scene"]))}
    return {"participants": people, "options": options}


def deck_of(hands: list[str], draws: str = "", decks: int = 2, seed: int = 1) -> list[str]:
    """A whole deck: these hands in order, then these draws, the rest in some order, jokers at the bottom."""
    named = [card for hand in hands for card in hand.split()] + draws.split()
    rest = NAMES * decks
    for card in named:
        if card != "XX":
            rest.remove(card)
    random.Random(seed).shuffle(rest)
    return named + rest + ["XX"] * (2 * decks - named.count("XX"))


class Table:
    """An encounter in progress; initiative is chosen: each one's first card of the hand that is given."""

    def __init__(self, people: list[dict[str, Any]], hands: list[str], draws: str = "", **more: Any) -> None:
        options = more.pop("options", {})
        setup = {"participants": people, "options": options, **more}
        setup["deck"] = deck_of(hands, draws, options.get("decks", 2))
        self.state = play.start(SYSTEM, setup, seed=1)
        self.events: list[dict[str, Any]] = []
        for person, hand in zip(people, hands, strict=True):
            self.do("initiative", person["id"], card=hand.split()[0])

    def do(self, kind: str, actor: str, /, **fields: Any) -> list[dict[str, Any]]:
        """A command that must be accepted; its events."""
        result = play.act(SYSTEM, self.state, {"type": kind, "actor": actor, **fields})
        self.state, self.events = result["state"], result["events"]
        return self.events

    def refused(self, kind: str, actor: str, /, **fields: Any) -> tuple[str, str | None]:
        """A command that must be refused: its code and rule."""
        try:
            play.act(SYSTEM, self.state, {"type": kind, "actor": actor, **fields})
        except play.Refused as refused:
            return refused.code, refused.rule
        raise AssertionError(f"{kind} was accepted")

    def view(self, viewer: str = "observer") -> dict[str, Any]:
        return play.view(SYSTEM, self.state, viewer)

    def one(self, who: str) -> dict[str, Any]:
        """A participant as everyone sees it."""
        seen: dict[str, Any] = self.view()["participants"][who]
        return seen

    def hand(self, who: str) -> list[str]:
        return list(self.view(who)["hand"])

    def pool(self, who: str, pool: str = "bp") -> int:
        return int(self.one(who)["pools"][pool][0])

    def attack(self, actor: str, target: str, card: str, **fields: Any) -> None:
        """A sword attack, or what the fields say instead."""
        usual = {"kind": "physical", "skill": "Combat (Sword)", "weapon": "Sword"}
        usual = {name: value for name, value in {**usual, **fields}.items() if value is not None}
        self.do("attack", actor, target=target, card=card, **usual)

    def calls(self) -> None:
        """Everyone calls until the play is over or someone is asked."""
        while self.view()["phase"] == "betting":
            self.do("call", self.view()["turn"][0])

    def clash(self, actor: str, target: str, card: str, answer: str | None, **fields: Any) -> None:
        """A whole play of one card each; `defend` holds the fields of the defence."""
        defence = fields.pop("defend", {})
        self.attack(actor, target, card, **fields)
        self.do("defend", target, card=answer, **defence)
        self.calls()

    def event(self, kind: str) -> dict[str, Any]:
        """The last event of this type."""
        return [event for event in self.events if event["type"] == kind][-1]

    def told(self) -> set[str]:
        """The rules that the last command's events name."""
        return {rule for event in self.events for rule in event["rules"]}
