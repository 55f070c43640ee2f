"""What one viewer's table page shows: a seat's actions and events, everyone at the table, and the GM's orders."""

import uuid
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.models import Participant
from campaigns.encounters.play import waits
from campaigns.encounters.play.visibility import GM, OBSERVER
from campaigns.encounters.table import (
    draw_queries,
    endings,
    event_log,
    gm_orders,
    seating,
)
from campaigns.encounters.table.fragment_records import FormFacts
from campaigns.encounters.table.offer_forms import Action, offer_actions
from campaigns.encounters.table.seat_events import SeatEvents
from characters.models import Character
from common import fragments
from people.models import Role
from rules import play as rules

# The page does not show shorter waits.
SHORTEST_WAIT_SHOWN = timedelta(minutes=1)


@dataclass
class Table(SeatEvents):
    """What a seat sees, what it may do, what happened, and for GMs the orders."""

    order_offers: list[rules.Offer] = field(default_factory=list)
    undoable: list[int] = field(default_factory=list)
    refusal: str = ""
    # The participant whose orders are open on the GM's page.
    opened: str = ""
    # The draw from the group's own deck that play waits for.
    pending_draw: draw_queries.DrawPage | None = None
    # A new key for each page: the same form sent twice counts once, forms of two pages count twice. The
    # key of a part that is filled later is a mark (common/fragments.py).
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    # The facts of the page's forms, with the catalogue and without: `fragment_facts.form_facts` builds each once.
    form_facts: dict[bool, FormFacts] = field(default_factory=dict)
    # What all undo buttons have in common, by the token and the kind of page: `fragment_tags.undo_form` builds it once.
    undo_forms: dict[tuple[str, bool], tuple[str, str]] = field(default_factory=dict)

    @property
    def seen(self) -> int | str:
        """The number of the encounter as the forms send it, so that the site knows what the person saw; a mark beside
        the mark of a key."""
        return fragments.NUMBER_MARK if self.key == fragments.KEY_MARK else self.encounter.number

    @property
    def awaits_viewer(self) -> bool:
        """Whether play waits for a participant of this person, or for cards that this person drew."""
        if self.pending_draw is not None:
            return bool(self.pending_draw.mine)
        return any(seat in self.turn for seat in self.seats)

    @property
    def may_be_added(self) -> bool:
        """Whether the viewer is a player who has no seat here and whom the GM can add."""
        is_player = self.seat == OBSERVER and self.membership.role == Role.PLAYER
        return is_player and not self.encounter.dealerless and not self.encounter.campaign.self_running

    @property
    def absent(self) -> list[tuple[waits.Wait, Participant]]:
        """The waits for other people's participants for which the viewer may pass."""
        if not self.runs_tables or self.over or self.pending_draw is not None:
            return []
        waiting = play.passable_waits(self.encounter)
        others = [(wait, participant) for wait, participant in waiting if wait.actor not in self.seats]
        if self.membership.is_gm:
            return others
        now = timezone.now()
        return [(wait, participant) for wait, participant in others if play.is_overdue(self.encounter, wait, now)]

    @property
    def asked_since(self) -> list[tuple[str, datetime]]:
        """The names of the participants that play has waited for a minute or longer, and since when;
        empty for people who do not give the GM's orders."""
        if not self.runs_tables or self.over:
            return []
        latest = timezone.now() - SHORTEST_WAIT_SHOWN
        since = {wait.actor: wait.since for wait in waits.read_waits(self.encounter) if wait.since <= latest}
        return [
            (self.participants[key]["name"], since[key])
            for key in self.turn
            if key in since and key in self.participants
        ]

    @cached_property
    def order_groups(self) -> list[gm_orders.Group]:
        """The orders that name no participant, grouped by subject."""
        orders = [self._about_result(order) for order in gm_orders.general_orders(self.order_offers, self.participants)]
        return gm_orders.group_orders(orders, self._frequent_order_types)

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
    def _frequent_order_types(self) -> list[str]:
        """The types of orders that come first: those that the game names, or else only the change of figures."""
        return list(rules.SYSTEMS[self.encounter.campaign.system].get("frequent_orders", [gm_orders.ADJUST]))

    def orders_on(self, key: str) -> list[Action]:
        """The orders that apply to one participant."""
        game = rules.SYSTEMS[self.encounter.campaign.system]
        return gm_orders.orders_for(self.order_offers, self.participants, key, game.get("orders_for_conditions"))

    @cached_property
    def ending(self) -> Action | None:
        """The order that ends the encounter if only one side stands, which the GM's page then suggests first.

        None while someone is still hidden."""
        if any(participant.get("hidden") for participant in self.participants.values()):
            return None
        sides = {participant.get("side") for participant in self.participants.values()}
        proposed = self.view.get("proposed_outcome") if len(sides) > 1 else None
        return gm_orders.ending(self.order_offers, proposed, self.encounter.counts)

    @property
    def shows_end_notice(self) -> bool:
        """Whether to say that only one side stands without offering an action, because this viewer cannot act on it."""
        if self.over or self.ending is not None or (self.only_one_side_stands and self.awaits_viewer):
            return False
        return bool(self.view.get("proposed_outcome"))

    @property
    def own_turn_names(self) -> list[str]:
        """The names of those whom play waits for and for whom the viewer answers."""
        return [self.participants[key]["name"] for key in self.turn if key in self.seats and key in self.participants]

    @cached_property
    def undoable_numbers(self) -> frozenset[int]:
        """The commands that can be undone."""
        return frozenset(self.undoable)

    @property
    def explains_turn(self) -> bool:
        """Whether the page explains to the player what to do now."""
        return self.awaits_viewer and self.addresses_player and self.pending_draw is None

    @cached_property
    def last_roll(self) -> event_log.Roll | None:
        """The newest roll; None after the end."""
        if self.over:
            return None
        return event_log.last_roll(self.events)

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        """The sides with their members, everyone in the order of acting where the game has one."""
        order = [key for key in self.view.get("order", []) if key in self.participants]
        sides: dict[str, list[dict[str, Any]]] = {}
        for key in [*order, *(key for key in self.participants if key not in order)]:
            participant = self.participants[key]
            sides.setdefault(str(participant.get("side", "players")), []).append(
                self._participant_row(key, participant)
            )
        return [{"name": name, "members": members} for name, members in sides.items()]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """Groups in acting order with their members; groups without a place in the order come last."""
        order = [entry["group"] for entry in self.view.get("initiative", [])]
        cards = {entry["group"]: entry["card"] for entry in self.view.get("initiative", [])}
        for participant in self.participants.values():
            if participant["group"] not in order:
                order.append(participant["group"])
        return [
            {
                "group": group,
                "card": cards.get(group),
                "members": [
                    self._participant_row(key, participant)
                    for key, participant in self.participants.items()
                    if participant["group"] == group
                ],
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

    def _participant_row(self, key: str, participant: dict[str, Any]) -> dict[str, Any]:
        """A participant as the page shows it, with its portrait and the GM's orders about it."""
        orders, more = gm_orders.by_use(self.orders_on(key) if key == self.opened else [], self._frequent_order_types)
        row = {"id": key, **participant, "orders": orders, "more_orders": more, "may_order": self._may_order(key)}
        row["portrait"] = self.portraits.get(key, "")
        row["figure"] = self._figures.get(key) if key != self.opened and row["may_order"] else None
        return row | {"reveal": self._reveal(key)} if participant.get("hidden") else row

    @cached_property
    def _figures(self) -> dict[str, gm_orders.QuickFigure]:
        """The fields that change figures on the rows of participants; none for those who may not."""
        return gm_orders.quick_figures(self.order_offers, self.participants) if self.runs_tables else {}

    @cached_property
    def portraits(self) -> dict[str, str]:
        """Where the portraits are that the viewer knows, by participant."""
        return seating.portraits_at(self.encounter, self.membership)

    def _reveal(self, key: str) -> Action | None:
        """The GM's order that reveals a hidden participant; None while it cannot be given."""
        order = {"type": "reveal", "actor": GM, "target": key}
        offers = [offer for offer in self.order_offers if offer["example"] == order]
        return next(iter(offer_actions(offers)), None)

    def _may_order(self, key: str) -> bool:
        """Whether the viewer may give orders about a participant; without a dealer only its player may."""
        seat = self.seats_by_participant.get(key)
        return seat is None or seat.member is None or seat.held_by(self.membership)
