"""The only reads of an encounter's state: views, offers, events and odds, each for one seat."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec
from django.db.models import IntegerField, TextField
from django.db.models.functions import Cast
from django.http import Http404
from django.utils.translation import gettext as _

from campaigns.encounters.models import Command, Encounter, EncounterDraw, EncounterSecret, Event, Participant
from campaigns.encounters.play import auditing, refusals, replay
from campaigns.encounters.play.event_places import with_places
from common.compiled_query import CompiledQuery
from people.models import Member, Role
from rules import play as rules

GM = "gm"
OBSERVER = "observer"


class Controlled(NamedTuple):
    """A participant as far as it decides who has which seat."""

    key: str
    present: bool
    controller_id: int | None


# Every screen of a table asks these after every play.
PARTICIPANTS: Final = CompiledQuery(
    lambda encounter: (
        Participant.objects.filter(encounter=encounter)
        .order_by("position", "id")
        .values_list("key", "present", "controller_id")
    )
)
STATE: Final = CompiledQuery(
    lambda encounter: EncounterSecret.sealed.filter(encounter=encounter).values_list(
        "number", Cast("state", TextField())
    )
)
EVENTS: Final = CompiledQuery(
    lambda encounter, after: (
        Event.objects.filter(encounter=encounter, number__gt=after)
        .order_by("number", "position")
        .values_list("number", Cast("body", TextField()), Cast("struck", IntegerField()))
    )
)
UNDO_TARGETS: Final = CompiledQuery(
    lambda encounter, after: (
        Command.objects.filter(encounter=encounter, struck_by__isnull=True, number__gt=after)
        .exclude(type__in=[replay.UNDO, replay.CONTROL])
        .values_list("number", flat=True)
    )
)


def controlled_participants(membership: Member, encounter: Encounter) -> list[str]:
    """The participants that the member plays; a GM plays those without another player.

    Without a dealer, nobody plays those until a player takes the seat openly: their hands stay folded (GOB-97).
    """
    if membership.role == Role.OBSERVER:
        return []
    return [
        participant.key
        for participant in _participants(encounter)
        if participant.present and _plays(membership, encounter, participant)
    ]


def _participants(encounter: Encounter) -> Iterable[Participant | Controlled]:
    """Who takes part, in their order: as the command read them just now, or from the database."""
    if "participants" in getattr(encounter, "_prefetched_objects_cache", {}):
        return encounter.participants.all()
    return [Controlled(*row) for row in PARTICIPANTS.rows(encounter.pk)]


def _plays(membership: Member, encounter: Encounter, participant: Participant | Controlled) -> bool:
    if participant.controller_id is None:
        # The hand of a player who left stays folded too: a GM must take it over openly to see it.
        return encounter.is_run_by(membership) and not encounter.dealerless
    return participant.controller_id == membership.pk


def seats_of(membership: Member, encounter: Encounter) -> list[str]:
    """The seats of the member: "gm" first for a GM, then the member's participants, or else "observer"."""
    mine = controlled_participants(membership, encounter)
    if encounter.is_run_by(membership):
        return [GM, *mine]
    return mine or [OBSERVER]


def may_act(membership: Member, encounter: Encounter, actor: str) -> bool:
    """Whether the member may give commands for this actor."""
    return actor != OBSERVER and actor in seats_of(membership, encounter)


@dataclass
class EncounterReading:
    """A consistent reading of an encounter for one member: number and state come from the same row."""

    encounter: Encounter
    membership: Member
    number: int
    # As it is stored (JSON), or the state itself where it is known.
    stored: str | dict[str, Any]

    @cached_property
    def _state(self) -> dict[str, Any]:
        """The state, opened when it is first needed."""
        if not isinstance(self.stored, str):
            return self.stored
        return rules.open_state(self._system, msgspec.json.decode(self.stored))

    @cached_property
    def seats(self) -> list[str]:
        """The seats the member may take."""
        return seats_of(self.membership, self.encounter)

    def seat(self, as_: str | None) -> str:
        """The seat with this name, or the first; 404 for a seat that is not the member's."""
        if as_ is None:
            return self.seats[0]
        if as_ not in self.seats:
            raise Http404(_("This does not exist, or you may not see it."))
        return as_

    def _engine_viewer(self, seat: str) -> str:
        """The viewer for the engine: without a dealer, the "gm" seat sees no more than an observer."""
        return OBSERVER if seat == GM and self.encounter.dealerless else seat

    @cached_property
    def _people(self) -> dict[str, dict[str, Any]]:
        """The participants as everyone sees them."""
        people: dict[str, dict[str, Any]] = rules.view(self._system, self._state, OBSERVER)["participants"]
        return people

    @cached_property
    def _state_without_control(self) -> Any:
        """The state without the member's control over participants whom another person plays.

        The rules know nothing of hand-overs: without this, a player who gave a hand away, and the GM whose monster a
        player has, would still see the hand (GOB-97).
        """
        return rules.released(self._system, self._state, self._controlled_without_right())

    def _controlled_without_right(self) -> Iterator[str]:
        """The participants that the rules let the member control and another person plays; few games ask for them."""
        mine = {self._engine_viewer(seat) for seat in self.seats}
        for key, person in self._people.items():
            if key not in mine and person.get("controller") in mine:
                yield key

    @property
    def _system(self) -> str:
        return self.encounter.campaign.system

    def view(self, as_: str | None = None) -> dict[str, Any]:
        """The encounter as the seat may see it."""
        view = rules.view(self._system, self._state_without_control, self._engine_viewer(self.seat(as_)))
        if self._state_without_control is not self._state:
            for key, person in view["participants"].items():
                person["controller"] = self._people.get(key, person)["controller"]
        return view

    def offers(self, as_: str | None = None) -> list[rules.Offer]:
        """The offers of the seat."""
        seat = self.seat(as_)
        return [] if seat == OBSERVER or self.waits_for_cards else rules.offers(self._system, self._state, seat)

    @property
    def has_physical_deck(self) -> bool:
        """Whether the cards come from a physical deck."""
        deck = self._state.get("deck")
        return isinstance(deck, dict) and bool(deck.get("by_hand"))

    @cached_property
    def waits_for_cards(self) -> bool:
        """Whether play waits until drawn cards of a physical deck are entered."""
        return self.has_physical_deck and EncounterDraw.sealed.filter(encounter=self.encounter).exists()

    def odds(self, command: Any, as_: str | None = None) -> rules.Odds | None:
        """The chance that a command succeeds, from what the seat knows; None if chance does not matter."""
        return rules.odds(self._system, self._state_without_control, self._engine_viewer(self.seat(as_)), command)

    def policy(self, as_: str | None = None) -> dict[str, Any] | None:
        """The command that a simple policy gives for the seat; None if it is not the seat's turn."""
        return rules.policy(self._system, self._state, self.seat(as_))

    def events(self, after: int = -1, as_: str | None = None) -> list[dict[str, Any]]:
        """The events after a number that the seat may know, oldest first.

        Those of a command that was stored since the reading come with the next one."""
        recipients = self._recipients_of_seat(self.seat(as_))
        rows = [row for row in EVENTS.rows(self.encounter.pk, after) if row[0] <= self.number]
        # One decoding for all of them takes a quarter of the time of one for each.
        bodies = msgspec.json.decode(f"[{','.join([body for _number, body, _struck in rows])}]")
        return with_places(
            {**body, "number": number, "struck": bool(struck)}
            for (number, _text, struck), body in zip(rows, bodies, strict=True)
            if body["visible_to"] == "all" or self._may_receive(body, recipients)
        )

    def events_of_command(self, bodies: list[dict[str, Any]], as_: str | None = None) -> list[dict[str, Any]]:
        """As `events`, for the command that was just stored, from the bodies of its events."""
        recipients = self._recipients_of_seat(self.seat(as_))
        return with_places(
            {**body, "number": self.number, "struck": False} for body in bodies if self._may_receive(body, recipients)
        )

    def _recipients_of_seat(self, seat: str) -> set[str]:
        """The recipients whose private events this seat receives. A GM receives those for "gm" in every seat, because
        the GM's participants use the GM's hand."""
        both = self.encounter.is_run_by(self.membership) and not self.encounter.dealerless
        return {seat, GM} if both else {self._engine_viewer(seat)}

    def _may_receive(self, body: dict[str, Any], recipients: set[str]) -> bool:
        if body["visible_to"] == "all":
            return True
        return not recipients.isdisjoint(body["visible_to"]) and self._still_plays(body)

    def _still_plays(self, event: dict[str, Any]) -> bool:
        """Whether a private event is not about a participant that another person plays now."""
        about = event.get("target")
        return about not in self._people or about not in event["visible_to"] or about in self.seats


def read_encounter(encounter: Encounter, membership: Member) -> EncounterReading:
    """Reads the encounter; `play.Refused("encounter.prepared")` before it begins, 404 if it was deleted."""
    rows = STATE.rows(encounter.pk)
    if not rows:
        if not Encounter.objects.filter(pk=encounter.pk).exists():
            raise Http404(_("This does not exist, or you may not see it."))
        raise refusals.not_begun_refusal()
    return EncounterReading(encounter, membership, *rows[0])


def view(encounter: Encounter, membership: Member, as_: str | None = None) -> dict[str, Any]:
    """The encounter as one of the member's seats may see it."""
    return read_encounter(encounter, membership).view(as_)


def offers(encounter: Encounter, membership: Member, as_: str | None = None) -> list[rules.Offer]:
    """The offers of one of the member's seats; empty if it is not its turn."""
    return read_encounter(encounter, membership).offers(as_)


def events(encounter: Encounter, membership: Member, after: int = -1, as_: str | None = None) -> list[dict[str, Any]]:
    """The events after a number that one of the member's seats may know."""
    return read_encounter(encounter, membership).events(after, as_)


def odds(encounter: Encounter, membership: Member, command: Any, as_: str | None = None) -> rules.Odds | None:
    """The chance that a command succeeds, from what the seat knows."""
    return read_encounter(encounter, membership).odds(command, as_)


def sample(encounter: Encounter, membership: Member, as_: str, *, seed: Any) -> dict[str, Any] | None:
    """A random legal command of a seat, for tests."""
    reading = read_encounter(encounter, membership)
    return rules.sample(encounter.campaign.system, reading._state, reading.seat(as_), seed=seed)


def undo_targets(encounter: Encounter, after: int = 0) -> list[int]:
    """The numbers of the commands that can be undone: those that have not been undone."""
    return UNDO_TARGETS.rows(encounter.pk, after)


def public_events(encounter: Encounter, using: str = "default") -> list[dict[str, Any]]:
    """The public events, oldest first, including undone ones, which anyone may verify."""
    rows = Event.objects.using(using).filter(encounter=encounter, public=True).order_by("number", "position")
    return with_places(
        {**body, "number": number, "struck": struck}
        for number, body, struck in rows.values_list("number", "body", "struck")
    )


def public_events_of_many(encounters: Iterable[Encounter]) -> dict[int, list[dict[str, Any]]]:
    """The public events of several encounters, by encounter, oldest first and without undone ones; one query."""
    events_by_encounter: dict[int, list[dict[str, Any]]] = {encounter.pk: [] for encounter in encounters}
    rows = Event.objects.filter(encounter__in=list(events_by_encounter), public=True, struck=False)
    rows = rows.order_by("encounter", "number", "position")
    for pk, number, body in rows.values_list("encounter", "number", "body").iterator(2000):
        events_by_encounter[pk].append({**body, "number": number, "struck": False})
    return {pk: with_places(found) for pk, found in events_by_encounter.items()}


def replays_equal(encounter: Encounter) -> bool:
    """Whether the rows match the numbers, and a replay gives the stored state."""
    result = auditing.audit_in_play(encounter.pk)
    return result is not None and not result.faults
