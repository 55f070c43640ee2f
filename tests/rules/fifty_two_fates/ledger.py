"""How encounters of 52 Fates are compared with the rules read once more (model)."""

from collections import Counter
from typing import Any

from rules import play
from tests.rules.fifty_two_fates.model import UNKNOWN, Illegal, Model
from tests.rules.fifty_two_fates.random_commands import Commands, party
from tests.rules.fifty_two_fates.setups import SYSTEM

__all__ = ["SYSTEM", "Commands", "Illegal"]

STEPS, TRIES, SAMPLES = 45, 10, 2
FEWEST_KINDS = 10
FACE_UP = {"fumble-draw", "damage-draw", "death-draw", "wake-draw", "duration", "skill-check"}
RARE = {"end", "leave", "adjust"}
FIGHT: set[str] = set()  # most commands are
ODDS_OF_RARE, ODDS_OF_PLAYERS, ODDS_OF_FIGHT = 0.03, 0.8, 0.0
NOTHING: tuple[list[str], list[str]] = ([], [])
State = dict[str, Any]


def begin(seed: int) -> tuple[State, Model]:
    """An encounter and the model of it."""
    setup = party(seed)
    state = dict(play.start(SYSTEM, setup, seed=seed))
    model = Model(setup, groups_of(play.view(SYSTEM, state, "gm")))
    model.deal()
    compare(model, state, "start")
    learn(model, state)
    return state, model


def is_over(model: Model) -> bool:
    """Whether the encounter has ended."""
    return bool(model.over)


def chance_of(events: list[State], command: State, view: State) -> tuple[list[str], list[str]]:
    """What chance decided: the cards that were shown, and the order of the groups."""
    return [card for event in events if event["type"] in FACE_UP for card in event["cards"]], groups_of(view)


def groups_of(view: dict[str, Any]) -> list[str]:
    """F52-13, F52-14: the groups in the order of their cards, the players first of equals."""
    ranks = ["23456789TJQKA".index(row["card"][0]) for row in view["initiative"]]
    groups = [row["group"] for row in view["initiative"]]
    places = [(-rank, group != "players") for rank, group in zip(ranks, groups, strict=True)]
    assert places == sorted(places)
    return groups


def same_cards(known: list[str], found: list[str]) -> bool:
    """The same cards, but for those that the model cannot know."""
    unknown = known.count(UNKNOWN)
    missing = Counter(found) - Counter(known)
    return len(known) == len(found) and missing.total() == unknown


def drawn(kept: list[str], hand: list[str], view: dict[str, Any]) -> bool:
    """F52-60: cards that were kept stand first, then come as many as are drawn; an empty pile gives fewer."""
    known = [card for card in kept if card != UNKNOWN]
    return hand[: len(known)] == known and (
        len(hand) == len(kept) or (view["draw_pile"] == 0 and len(hand) < len(kept))
    )


def compare(model: Model, state: dict[str, Any], where: str) -> None:
    view = play.view(SYSTEM, state, "gm")
    assert list(view["participants"]) == list(model.participants), where
    assert (view["turn"], view["round"]) == (model.turn(), model.round), where
    phase = "discarding" if model.surplus else "defending" if model.attack else "acting"
    assert view["phase"] == phase, where
    if model.surplus:
        assert (view["pending"]["actor"], view["pending"]["count"]) == model.surplus[0], where
    elif model.attack:
        fields = ("kind", "actor", "target", "cards")
        assert [view["pending"][field] for field in fields] == [model.attack[field] for field in fields], where
    else:
        assert view["pending"] is None, where
    assert view["played"] == model.played, where
    assert {frozenset((row["a"], row["b"])): row["range"] for row in view["ranges"]} == model.ranges, where
    assert view.get("proposed_outcome") == model.proposed(), where
    assert drawn(model.dealer, view["hand"], view), f"{where}: the Fate Dealer's hand"
    for name in model.participants:
        assert told_of(view["participants"][name]) == known_of(model, name), f"{where}: {name}"
        hand = play.view(SYSTEM, state, name)["hand"]
        assert not model.participants[name].hero or drawn(model.participants[name].hand, hand, view), (
            f"{where}: {name}'s hand"
        )


def told_of(seen: dict[str, Any]) -> dict[str, Any]:
    """What the view says of one, in the model's words."""
    effects: dict[str, list[Any]] = {"continuous": [], "parry": [], "destruct": [], "protect": []}
    for effect in seen["effects"]:
        lasting = (effect["name"], effect.get("strength"), effect.get("rounds"))
        effects[effect["kind"]].append(lasting if effect["kind"] == "continuous" else effect["value"])
    return {
        "hp": seen["hp"],
        "most": seen["max_hp"],
        "conditions": set(seen["conditions"]),
        "weapon": seen["weapon"],
        "group": seen["group"],
        "alive": seen["alive"],
        **effects,
    }


def known_of(model: Model, name: str) -> dict[str, Any]:
    participant = model.participants[name]
    spells: dict[str, list[Any]] = {"destruct": [], "protect": []}
    if participant.spell:
        spells[participant.spell["kind"]].append(participant.spell["value"])
    return {
        "hp": participant.hp,
        "most": participant.most,
        "conditions": participant.shown(),
        "weapon": participant.weapon,
        "group": participant.group,
        "alive": participant.alive,
        "parry": [] if participant.parry is None else [participant.parry],
        **spells,
        "continuous": [(effect["name"], effect["strength"], effect["rounds"]) for effect in participant.effects],
    }


def learn(model: Model, state: dict[str, Any]) -> None:
    """The cards in hand and the groups as they are now."""
    view = play.view(SYSTEM, state, "gm")
    model.dealer, model.groups = list(view["hand"]), groups_of(view)
    for name, participant in model.participants.items():
        participant.hand = list(play.view(SYSTEM, state, name)["hand"]) if participant.hero else []
