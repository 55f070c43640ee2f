"""Groups a GM's orders by their subject: one participant, the encounter, the cards, the end."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.encounters.table.offer_forms import Action, offer_actions
from campaigns.encounters.table.target_ordering import Participants
from rules.play import Offer

# With more orders than this, a panel can no longer be read at a glance, and they are folded.
MANY_ORDERS = 3
# The name of a fold lists at most this many of its orders.
MOST_NAMED = 4
# What a GM changes most at a running table (hit points, wounds, pools): its form is open on each row.
ADJUST = "adjust"
# Fewer rare orders than this are not folded.
FEWEST_FOLDED = 2
# Of orders of one type, such as the rulings on results, the newest are visible and the older ones are folded.
MOST_ALIKE = 2
Offers = Iterable[Offer]
HEADINGS = {
    "encounter": _lazy("The encounter"),
    "people": _lazy("People"),
    "cards": _lazy("Cards"),
    "end": _lazy("The end"),
}
# The proposed outcome if only one side stands. The sentences of a game replace these.
ENDINGS = {
    "players": _lazy("The players prevail."),
    "monsters": _lazy("The opposition prevails."),
    "none": _lazy("Nobody is left standing."),
}


@dataclass(frozen=True)
class Group:
    """Orders on one subject: those that one tap gives, and those with a form."""

    key: str
    heading: str
    quick: list[Action]
    forms: list[Action]
    # Rarely used orders with a form.
    more: list[Action] = field(default_factory=list)

    @property
    def plain(self) -> bool:
        """Whether it has so few orders that its heading is hidden."""
        return len(self.quick) + len(self.forms) + len(self.more) < MANY_ORDERS

    @property
    def folded(self) -> bool:
        """Whether it has so many one-tap orders that they are folded."""
        return len(self.quick) >= MANY_ORDERS

    @property
    def quick_names(self) -> str:
        """The one-tap orders by the beginnings of their labels; the first ones if there are many."""
        names = " · ".join(order.label.partition(":")[0] for order in self.quick[:MOST_NAMED])
        return f"{names} · …" if len(self.quick) > MOST_NAMED else names


def general_orders(offers: Offers, participants: Participants) -> list[Action]:
    """The orders that do not concern one participant; the others are shown with their participant."""
    general: list[Offer] = [
        _without_target(offer)
        for offer in offers
        if _has_optional_target(offer) or not _participant_fields(offer, participants)
    ]
    sides = {participant.get("side") for participant in participants.values()}
    return offer_actions([_with_outcome_sentence(offer, sides) for offer in general])


def _with_outcome_sentence(offer: Offer, sides: set[Any]) -> Offer:
    """The order that ends the encounter, with a sentence as its proposed outcome instead of the name of a side."""
    outcome, choice = str(offer["example"].get("outcome", "")), offer["choices"].get("outcome")
    if choice is None or choice["kind"] != "text" or outcome not in {*ENDINGS, *sides}:
        return offer
    return {**offer, "example": {**offer["example"], "outcome": _outcome_sentence(outcome)}}


def _outcome_sentence(outcome: str) -> str:
    return str(ENDINGS.get(outcome, _("%(side)s prevail.") % {"side": outcome.capitalize()}))


def _has_optional_target(offer: Offer) -> bool:
    """Whether its target is optional, so that it concerns everyone if it names nobody."""
    target = offer["choices"].get("target")
    return target is not None and bool(target.get("optional"))


def _without_target(offer: Offer) -> Offer:
    return {**offer, "choices": {name: choice for name, choice in offer["choices"].items() if name != "target"}}


def orders_for(
    offers: Offers, participants: Participants, key: str, for_conditions: Mapping[str, Sequence[str]] | None = None
) -> list[Action]:
    """The orders that apply to one participant; of a pair the participant is the first, and never both.

    `for_conditions` names the conditions without which an order has no effect: it is left out then."""
    matching: list[Offer] = []
    conditions = participants.get(key, {}).get("conditions", [])
    for offer in offers:
        if not _has_effect(offer, conditions, for_conditions or {}):
            continue
        named = _participant_fields(offer, participants)
        if named == ["target"] and key in _possible_targets(offer):
            matching.append(offer)
        elif len(named) == 2 and key in offer["choices"][named[0]]["from"] and len(participants) > 1:
            matching.append(_fix_pair(offer, named[0], named[1], key))
    return offer_actions([_with_own_figures(offer, participants.get(key, {})) for offer in matching])


def _has_effect(offer: Offer, conditions: Sequence[str], for_conditions: Mapping[str, Sequence[str]]) -> bool:
    """Whether the participant has a condition that the order needs; an order with an effect to end names it itself."""
    needed = for_conditions.get(offer["type"])
    return needed is None or "effect" in offer["fixed"] or any(name in conditions for name in needed)


def _with_own_figures(offer: Offer, participant: Mapping[str, Any]) -> Offer:
    """The order with the participant's current figures as initial values, if it sets figures and does not add to
    them."""
    if offer["type"] != ADJUST:
        return offer
    now = {
        name: participant[name]
        for name in ("hp",)
        if name in offer["choices"] and isinstance(participant.get(name), int)
    }
    return {**offer, "example": {**offer["example"], **now}}


@dataclass(frozen=True)
class FigureChoice:
    """One figure that the field on a row can change: its name, and what the form posts for it (`do`)."""

    about: str
    do: str


@dataclass(frozen=True)
class QuickFigure:
    """The field on a participant's row that changes one of their figures.

    `now` is the current value; None where the order adds to the figure."""

    choices: list[FigureChoice]
    min: Any
    max: Any
    now: Any


def quick_figures(offers: Offers, participants: Participants) -> dict[str, QuickFigure]:
    """The field of each participant whose figures can be changed, by participant; other fields of the order are filled
    in."""
    fields: dict[str, QuickFigure] = {}
    for offer in offers:
        numbers = _numbers(offer)
        if offer["type"] != ADJUST or not numbers:
            continue
        choice = offer["choices"][numbers[0]]
        low, high = choice.get("min"), choice.get("max")
        sets = (low or 0) >= 0
        for key in _possible_targets(offer):
            now = participants.get(key, {}).get(numbers[0]) if sets else None
            fields.setdefault(key, QuickFigure(_figure_choices(offer, numbers, key), low, high, now))
    return fields


def _numbers(offer: Offer) -> list[str]:
    """The numbers that an order about one participant asks for."""
    if "target" not in offer["choices"] and "target" not in offer["fixed"]:
        return []
    return [name for name, choice in offer["choices"].items() if choice["kind"] == "number"]


def _figure_choices(offer: Offer, numbers: Sequence[str], target: str) -> list[FigureChoice]:
    """One choice for each number of the order, or for each pool that its number can change."""
    example, pools = offer["example"], offer["choices"].get("pool", {"from": [None]})["from"]
    filled_in = {name: example[name] for name in offer["choices"] if name in example and name not in numbers}
    choices = []
    for number in numbers:
        for pool in pools:
            fixed = {**offer["fixed"], **filled_in, "target": target} | ({"pool": pool} if pool else {})
            posted = {"type": offer["type"], "actor": offer["actor"], "take": [f"figure:{number}"], "fixed": fixed}
            choices.append(FigureChoice(str(pool or number), json.dumps(posted)))
    return choices


def _participant_fields(offer: Offer, participants: Participants) -> list[str]:
    """The fields with which an order names participants: the target, or a pair; none for other orders."""
    if "target" in offer["choices"] or offer["fixed"].get("target") in participants:
        return ["target"]
    pair = [
        name
        for name, choice in offer["choices"].items()
        if choice["kind"] == "one" and choice.get("from") and {*map(str, choice["from"])} <= participants.keys()
    ]
    return pair if len(pair) == 2 else []


def _possible_targets(offer: Offer) -> list[str]:
    choice = offer["choices"].get("target")
    return list(choice["from"]) if choice else [offer["fixed"]["target"]]


def _fix_pair(offer: Offer, first: str, other: str, key: str) -> Offer:
    """The order with one participant of the pair fixed, so that nobody can be paired with themselves."""
    choices = {name: choice for name, choice in offer["choices"].items() if name != first}
    others = [option for option in choices[other]["from"] if option != key]
    example = {**offer["example"], first: key, other: others[0]}
    choices[other] = {**choices[other], "from": others}
    return {**offer, "fixed": {**offer["fixed"], first: key}, "choices": choices, "example": example}


def by_use(orders: Iterable[Action], frequent: Sequence[str]) -> tuple[list[Action], list[Action]]:
    """The frequent orders in order of use, and the others; all are frequent if the game does not name any."""
    places = {name: place for place, name in enumerate(frequent)}
    sorted_orders = sorted(orders, key=lambda order: places.get(order.type, len(places)))
    rare = [order for order in sorted_orders if order.type not in places] if places else []
    if len(rare) < FEWEST_FOLDED or len(rare) == len(sorted_orders):
        return sorted_orders, []
    return sorted_orders[: -len(rare)], rare


def group_orders(orders: Iterable[Action], frequent: Sequence[str] = ()) -> list[Group]:
    """The general orders under their headings, the end last; the heading for people is always there, because newcomers
    are added under it."""
    orders_by_subject: dict[str, list[Action]] = {key: [] for key in HEADINGS}
    for order in orders:
        orders_by_subject[_heading(order)].append(order)
    return [_group(key, some, frequent) for key, some in orders_by_subject.items() if some or key == "people"]


def _group(key: str, orders: list[Action], frequent: Sequence[str]) -> Group:
    forms, more = by_use([order for order in orders if not order.quick], frequent)
    forms, older = _newest_of_each_type(forms)
    more = older + more
    quick = [row for rows in by_use([order for order in orders if order.quick], frequent) for row in rows]
    return Group(key, str(HEADINGS[key]), quick, forms, more)


def _newest_of_each_type(orders: Sequence[Action]) -> tuple[list[Action], list[Action]]:
    """The newest orders of each type, which the engine offers last, and the older ones."""
    newer = Counter(order.type for order in orders)
    newest, older = list[Action](), list[Action]()
    for order in orders:
        (newest if newer[order.type] <= MOST_ALIKE else older).append(order)
        newer[order.type] -= 1
    return newest, older


def _heading(order: Action) -> str:
    if order.type == "end":
        return "end"
    return "cards" if order.cards else "encounter"


def ending(offers: Offers, proposed: str | None, counts: bool) -> Action | None:
    """The order that ends the encounter with the proposed outcome, with one tap; None while the fight continues."""
    offer = next((offer for offer in offers if offer["type"] == "end"), None)
    if not proposed or offer is None:
        return None
    outcome = offer["example"]["outcome"]
    if offer["choices"]["outcome"]["kind"] == "text":
        outcome = _outcome_sentence(proposed)
    fixed = {**offer["fixed"], "outcome": outcome} | ({"counts": counts} if "counts" in offer["choices"] else {})
    (plain,) = offer_actions([{**offer, "choices": {}, "fixed": fixed}])
    do = {"type": offer["type"], "actor": offer["actor"], "take": [], "fixed": fixed}
    return replace(plain, do=json.dumps(do), chosen={"outcome": outcome})
