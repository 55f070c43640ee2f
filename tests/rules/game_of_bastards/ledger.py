"""How encounters of A Game of Bastards are compared with the rules read once more (model)."""

from collections import Counter
from typing import Any

from rules import play
from tests.rules.game_of_bastards.model import Illegal, Model
from tests.rules.game_of_bastards.model.participants import rank
from tests.rules.game_of_bastards.random_commands import Commands, party
from tests.rules.game_of_bastards.setups import SYSTEM

__all__ = ["SYSTEM", "Commands", "Illegal"]

STEPS, TRIES, SAMPLES = 40, 12, 1
FEWEST_KINDS = 5
RARE = {"end", "leave", "concede", "rest", "join", "dramatic", "assign"}
FIGHT = {"initiative", "draw", "attack", "defend", "bet", "call", "desperation", "redirect"}
ODDS_OF_RARE, ODDS_OF_PLAYERS, ODDS_OF_FIGHT = 0.05, 0.9, 0.8
SHOWN_APART = {"dodge", "serendipity", "defensive-stance", "study", "karmic-shuffle", "savage"}
State = dict[str, Any]
NOTHING: tuple[State] = ({"bet": [], "drew": [], "joker": False, "hand": 2, "calm": False, "wildcards": 0},)


def begin(seed: int) -> tuple[State, Model]:
    """An encounter and the model of it."""
    setup = party(seed)
    state = dict(play.start(SYSTEM, setup, seed=seed))
    model = Model(setup)
    learn(model, state)
    model.start()
    return state, model


def is_over(model: Model) -> bool:
    """Whether the encounter has ended."""
    return bool(model.phase == "over")


def same_cards(known: list[str], found: list[str]) -> bool:
    """The same cards in any order."""
    return Counter(known) == Counter(found)


def chance_of(events: list[State], command: State, view: State) -> tuple[State]:
    """What chance decided: the cards that came, in the words of `Model.act`."""
    actor = command["actor"]
    seen = view["participants"].get(actor, {"hand_size": 0, "effects": [], "wildcards": 0})
    bet = [card for event in events if event["type"] == "bet" for card in event["cards"]]
    drew = [
        card
        for event in events
        if event["type"] == "drew-cards" and event["target"] == actor
        for card in event["cards"]
    ]
    known = {
        "bet": bet,
        "drew": [card for card in drew if card != "XX"][:1],
        "hand": seen["hand_size"],
        "wildcards": seen["wildcards"],
        "joker": any(event["type"] == "joker" for event in events),
        "calm": all(effect["name"] != "berserk" for effect in seen["effects"]),
    }
    return (known,)


def compare(model: Model, state: dict[str, Any], where: str) -> None:
    view = play.view(SYSTEM, state, "gm")
    assert list(view["participants"]) == list(model.participants), where
    assert view["phase"] == ("choice" if model.asked else model.phase), where
    assert (view["turn"], view["round"]) == (model.turn(), model.round), where
    if model.asked:
        assert (view["pending"]["kind"], view["pending"]["actor"]) == model.asked[0][:2], where
    for name in model.participants:
        assert told_of(view["participants"][name]) == known_of(model, name), f"{where}: {name}"
        hands(model, name, view["participants"][name], play.view(SYSTEM, state, name)["hand"], where)


def hands(model: Model, name: str, seen: dict[str, Any], hand: list[str], where: str) -> None:
    """Who keeps which cards, and draws how many; a joker is a wildcard (GOB-05)."""
    participant = model.participants[name]
    drawn = len(hand) - len(participant.hand) + seen["wildcards"] - participant.wildcards
    if name in model.newcomers:
        drawn += seen["initiative"] is not None
        shown = [seen["initiative"]] if seen["initiative"] else []
        assert not hand or shown == [min([*hand, *shown], key=_lowest)], f"{where}: {name}'s initiative"
    else:
        assert seen["initiative"] == participant.initiative, where
        assert Counter(hand[: len(participant.hand)]) == Counter(participant.hand), f"{where}: {name} keeps"
    assert drawn == model.drawn[name], f"{where}: {name} draws"


def _lowest(card: str) -> tuple[int, int]:
    """GOB-02: as an initiative card an ace counts 1."""
    value, suit = rank(card)
    return (1 if card[0] == "A" else value), suit


def told_of(seen: dict[str, Any]) -> dict[str, Any]:
    """What the view says of one, in the model's words."""
    effects = {effect["name"] for effect in seen["effects"]} if not seen["out"] else set()
    fields = ("pools", "out", "desperate", "wielded", "controller", "side")
    return {
        **{field: seen[field] for field in fields},
        "members": seen.get("members", 0),
        "effects": effects - SHOWN_APART,
        "next": effects & {"dodge", "serendipity"},
        "stance": "defensive-stance" in effects,
        "study": "study" in effects,
        "weapons": sorted(weapon["name"] for weapon in seen["weapons"]),
    }


def known_of(model: Model, name: str) -> dict[str, Any]:
    participant = model.participants[name]
    inside = not participant.out
    return {
        "pools": participant.pools,
        "out": participant.out,
        "desperate": participant.desperate(),
        "wielded": participant.wielded,
        "controller": participant.controller,
        "side": participant.side,
        "members": participant.members,
        "effects": participant.effects if inside else set(),
        "next": set(participant.next_defence) if inside else set(),
        "stance": bool(participant.stance and inside),
        "study": bool(participant.studied and inside),
        "weapons": sorted(weapon["name"] for weapon in participant.weapons),
    }


def learn(model: Model, state: dict[str, Any]) -> None:
    """The cards and wildcards that chance brought."""
    view = play.view(SYSTEM, state, "gm")
    for name, participant in model.participants.items():
        participant.hand, participant.wildcards = (
            list(play.view(SYSTEM, state, name)["hand"]),
            view["participants"][name]["wildcards"],
        )
        participant.initiative = view["participants"][name]["initiative"]
