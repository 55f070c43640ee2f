"""What one viewer's table page shows: the view, the offers as buttons and forms, and the latest events."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.models import Participant
from campaigns.encounters.play import waits
from campaigns.encounters.table import (
    draw_queries,
    endings,
    event_log,
    gm_orders,
    number_guides,
    seating,
    target_ordering,
)
from campaigns.encounters.table.fragment_records import FormFacts
from campaigns.encounters.table.offer_forms import Action, Input, offer_actions
from campaigns.encounters.table.seat_view import GM, SeatView
from characters.models import Character
from rules import play as rules
from rules.catalogue import queries as catalogue

# How many lines of the event log the live part shows: to players, and to people who only give orders. Others are
# folded.
PLAYER_LINES, DEALER_LINES = 3, 6
# Nobody needs to read of a shorter wait.
WORTH_TELLING = timedelta(minutes=1)


@dataclass
class Table(SeatView):
    """What a seat sees, what it may do, and what happened."""

    offers: list[rules.Offer]
    events: list[dict[str, Any]]
    order_offers: list[rules.Offer] = field(default_factory=list)
    undoable: list[int] = field(default_factory=list)
    refusal: str = ""
    # The participant whose orders are open on the GM's page.
    opened: str = ""
    # The odds of a command, from what the seat knows.
    odds: Callable[[dict[str, Any], str], rules.Odds | None] | None = None
    # The draw from the group's own deck that play waits for.
    drawn: draw_queries.DrawPage | None = None
    # A new key for each page: the same form sent twice counts once, forms of two pages count twice.
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    # The facts of the page's forms, with the catalogue and without: `fragment_facts.form_facts` builds each once.
    form_facts: dict[bool, FormFacts] = field(default_factory=dict)
    # What all undo buttons have in common, by the token and the kind of page: `fragment_tags.undo_form` builds it once.
    undo_forms: dict[tuple[str, bool], tuple[str, str]] = field(default_factory=dict)

    @property
    def mine(self) -> bool:
        """Whether play waits for a participant of this person, or for cards that this person drew."""
        if self.drawn is not None:
            return bool(self.drawn.mine)
        return any(seat in self.turn for seat in self.seats)

    @property
    def absent(self) -> list[tuple[waits.Wait, Participant]]:
        """The absent players for whom the viewer may pass: a GM, or without a dealer any player. Never the viewer's own
        participants."""
        if not self.runs or self.over or self.drawn is not None:
            return []
        found = [(wait, one) for wait, one in play.absent_players(self.encounter) if wait.actor not in self.seats]
        if self.membership.runs:
            return found
        return [(wait, one) for wait, one in found if play.is_overdue(self.encounter, wait, timezone.now())]

    @property
    def asked_since(self) -> list[tuple[str, datetime]]:
        """The names of the participants that play has waited for a minute or longer, and since when;
        empty for people who do not give the GM's orders."""
        if not self.runs or self.over:
            return []
        found = {wait.actor: wait.since for wait in waits.read_waits(self.encounter)}
        found = {actor: since for actor, since in found.items() if timezone.now() - since >= WORTH_TELLING}
        return [(self.people[key]["name"], found[key]) for key in self.turn if key in found and key in self.people]

    @property
    def newcomers(self) -> list[rules.Offer]:
        """The offers that bring a participant to the table; they have a page of their own."""
        return [offer for offer in self.offers if "participant" in offer["choices"]]

    @cached_property
    def actions(self) -> list[Action]:
        """The offers of the seat as buttons and forms; a play that needs one tap shows its odds."""
        found = target_ordering.order_targets(offer_actions(self.offers), self.people, self.seat)
        return [self._with_odds(action) for action in found]

    def _with_odds(self, action: Action) -> Action:
        if self.odds is None or self.seat == GM or not action.needs_no_choice:
            return action
        try:
            found = self.odds({"type": action.type, "actor": self.seat, **action.fixed}, self.seat)
        except rules.Refused:
            return action
        if found is None:
            return action
        share = f"{'' if found['exact'] else '≈ '}{100 * found['chance']:.0f}\u00a0%"
        said = " ".join(part for part in (action.help, f"{share}: {found['of']}.") if part)
        return replace(action, label=f"{action.label} · {share}", help=said)

    @property
    def quick(self) -> list[Action]:
        """The actions that need one tap."""
        return [action for action in self.actions if action.quick]

    @property
    def forms(self) -> list[Action]:
        """The actions that ask for more than cards and a target."""
        return [action for action in self.actions if not action.quick]

    @property
    def extras(self) -> list[Input]:
        """The yes-or-no fields of the quick actions, each once."""
        return list({each.name: each for action in self.quick for each in action.inputs}.values())

    @cached_property
    def targets(self) -> list[str]:
        """Everyone whom a quick action can target, in the table's order."""
        named = {key for action in self.quick for key in action.targets or []}
        return [key for key in self.people if key in named]

    @property
    def only_target(self) -> str | None:
        """The only possible target of all quick actions, which need not be chosen; None if there are several."""
        if len(self.targets) != 1:
            return None
        # Nobody should hit a friend by mistake, so a friend is always chosen.
        named = [action for action in self.quick if action.targets]
        return None if all(action.only_friends for action in named) else self.targets[0]

    @property
    def takes_cards(self) -> bool:
        """Whether a quick action plays cards from the hand."""
        return any(action.cards for action in self.quick)

    @property
    def chooses_cards(self) -> bool:
        """Whether any action plays cards from the hand; a card that is chosen there counts for every form."""
        return any(action.cards for action in self.actions)

    @cached_property
    def preset_rows(self) -> list[catalogue.FilledRow]:
        """The catalogue rows with figures, the campaign's own among them, for one-tap orders."""
        campaign = self.encounter.campaign
        return catalogue.rows_with_figures(campaign.system, campaign.pk, gm=self.membership.runs)

    @cached_property
    def guides(self) -> dict[str, list[dict[str, Any]]]:
        """The catalogue's guide to a number that an action asks for, by the field's name."""
        return number_guides.number_guides(self.preset_rows)

    @property
    def modifier_rows(self) -> list[dict[str, str]]:
        """The catalogue's named modifiers, each as a form posts it."""
        return number_guides.named_modifiers(self.guides)

    @cached_property
    def order_groups(self) -> list[gm_orders.Group]:
        """The orders that name no participant, grouped by subject."""
        orders = [self._about_result(order) for order in gm_orders.general_orders(self.order_offers, self.people)]
        return gm_orders.group_orders(orders, self._frequent)

    def _about_result(self, order: Action) -> Action:
        """An order about an earlier result says in its label which one it was."""
        number = order.fixed.get("event")
        sentence = event_log.result_sentence(self.events, number) if number else ""
        return replace(order, label=f"{order.label}: {sentence}") if sentence else order

    @property
    def may_join(self) -> bool:
        """Whether a newcomer can be added now."""
        return any("participant" in offer["choices"] for offer in self.order_offers)

    @property
    def _frequent(self) -> list[str]:
        """The types of orders that come first: those that the game names, or else only the change of figures."""
        return list(rules.SYSTEMS[self.encounter.campaign.system].get("frequent_orders", [gm_orders.FREQUENT]))

    def orders_on(self, key: str) -> list[Action]:
        """The orders that apply to one participant."""
        return gm_orders.orders_for(self.order_offers, self.people, key)

    @cached_property
    def ending(self) -> Action | None:
        """The order that ends the encounter if only one side stands, which the GM's page then suggests first.

        None while someone is still hidden."""
        if any(one.get("hidden") for one in self.people.values()):
            return None
        sides = {one.get("side") for one in self.people.values()}
        proposed = self.view.get("proposed_outcome") if len(sides) > 1 else None
        return gm_orders.ending(self.order_offers, proposed, self.encounter.counts)

    @cached_property
    def listed_events(self) -> list[dict[str, Any]]:
        """The events that have a line in the event log, oldest first."""
        return event_log.listed_events(self.events)

    @property
    def lines(self) -> list[event_log.EventLine]:
        """The event log, newest first."""
        return event_log.event_lines(self.listed_events, self.people)

    @property
    def _folded_count(self) -> int:
        """How many of the oldest lines the live part folds away."""
        return max(0, len(self.listed_events) - (PLAYER_LINES if self.in_person else DEALER_LINES))

    @cached_property
    def has_older_lines(self) -> bool:
        """Whether the live part folds lines away."""
        return self._folded_count > 0

    @cached_property
    def recent_lines(self) -> list[event_log.EventLine]:
        """The newest lines, which the live part holds."""
        return event_log.event_lines(self.listed_events, self.people, self._folded_count)

    @property
    def older_lines(self) -> list[event_log.EventLine]:
        """The lines that the live part folds away."""
        return self.lines[len(self.listed_events) - self._folded_count :]

    @cached_property
    def undoable_numbers(self) -> frozenset[int]:
        """The commands that an undo may strike."""
        return frozenset(self.undoable)

    @property
    def coached(self) -> bool:
        """Whether the page explains to the player what to do now."""
        return self.mine and self.in_person and self.drawn is None

    @cached_property
    def last_roll(self) -> event_log.Roll | None:
        """The newest roll, which the page shows while this viewer has nothing to do."""
        if self.over or (self.mine and not self.runs):
            return None
        return event_log.last_roll(self.events)

    @cached_property
    def receipt(self) -> str:
        """The receipt of the last shuffle or sealed dice, if it is among the events of this page."""
        return event_log.last_receipt(self.events)

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        """The sides with their members, everyone in the order of acting where the game has one."""
        order = [key for key in self.view.get("order", []) if key in self.people]
        found: dict[str, list[dict[str, Any]]] = {}
        for key in [*order, *(key for key in self.people if key not in order)]:
            one = self.people[key]
            found.setdefault(str(one.get("side", "players")), []).append(self._member(key, one))
        return [{"name": name, "members": members} for name, members in found.items()]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """Groups in acting order with their members; groups without a place in the order come last."""
        order = [entry["group"] for entry in self.view.get("initiative", [])]
        cards = {entry["group"]: entry["card"] for entry in self.view.get("initiative", [])}
        for person in self.people.values():
            if person["group"] not in order:
                order.append(person["group"])
        return [
            {
                "group": group,
                "card": cards.get(group),
                "members": [self._member(key, one) for key, one in self.people.items() if one["group"] == group],
            }
            for group in order
        ]

    @cached_property
    def result(self) -> endings.EndedEncounter:
        """The result of an ended encounter: survivors, the dead, awards, moments."""
        return endings.describe_end(self.encounter)

    @property
    def own_sheets(self) -> list[Character]:
        """The viewer's own characters who took part; an ended encounter links to their sheets."""
        return seating.characters_of_member(self.encounter, self.membership)

    def _member(self, key: str, one: dict[str, Any]) -> dict[str, Any]:
        orders, more = gm_orders.by_use(self.orders_on(key) if key == self.opened else [], self._frequent)
        found = {"id": key, **one, "orders": orders, "more_orders": more, "mine": self._mine(key)}
        found["portrait"] = self.portraits.get(key, "")
        return found | {"reveal": self._reveal(key)} if one.get("hidden") else found

    @cached_property
    def portraits(self) -> dict[str, str]:
        """Where the portraits are that the viewer knows, by participant."""
        return seating.portraits_at(self.encounter, self.membership)

    def _reveal(self, key: str) -> Action | None:
        """The GM's order that reveals a hidden participant; None while it cannot be given."""
        order = {"type": "reveal", "actor": GM, "target": key}
        found = [offer for offer in self.order_offers if offer["example"] == order]
        return next(iter(offer_actions(found)), None)

    def _mine(self, key: str) -> bool:
        """Whether the viewer may give orders about a participant; without a dealer only its player may."""
        seat = self.held.get(key)
        return seat is None or seat.member is None or seat.held_by(self.membership)
