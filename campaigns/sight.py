"""The only ways out of an encounter's state: views, offers, events and odds, each for one seat."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from campaigns import replay
from campaigns.models import Command, Encounter, EncounterDraw, EncounterSecret, Event, Member, Participant
from campaigns.models.people import Role
from rules import play as rules

GM = "gm"
OBSERVER = "observer"


def controlled(own: Member, encounter: Encounter) -> list[str]:
    """The participants the member plays; a GM plays those whom nobody else plays.

    Without a dealer nobody plays them until somebody takes the seat, openly: their hands stay folded (GOB-97).
    """
    if own.role == Role.OBSERVER:
        return []
    rows = Participant.objects.filter(encounter=encounter, present=True)
    mine = Q(controller=own)
    if own.deals and not own.campaign.dealerless:
        # The hand of a player who left stays folded too: a GM takes it over openly, or never sees it.
        mine |= Q(controller__isnull=True)
    return list(rows.filter(mine).order_by("position", "id").values_list("key", flat=True))


def seats(own: Member, encounter: Encounter) -> list[str]:
    """Through whose eyes the member may look: "gm" first for a GM, one's participants, else "observer"."""
    mine = controlled(own, encounter)
    if own.deals:
        return [GM, *mine]
    return mine or [OBSERVER]


def may_act(own: Member, encounter: Encounter, actor: str) -> bool:
    """Whether the member may give commands for this actor."""
    return actor != OBSERVER and actor in seats(own, encounter)


@dataclass
class Look:
    """One reading of an encounter for one member: number and state come from the same row."""

    encounter: Encounter
    own: Member
    number: int
    _state: dict[str, Any]

    @cached_property
    def seats(self) -> list[str]:
        """The seats the member may take."""
        return seats(self.own, self.encounter)

    def seat(self, as_: str | None) -> str:
        """The asked seat, or the first; 404 for one that is not the member's."""
        if as_ is None:
            return self.seats[0]
        if as_ not in self.seats:
            raise Http404(_("There is nothing here that you may see."))
        return as_

    def _eyes(self, seat: str) -> str:
        """Through whose eyes a seat looks: without a dealer whoever gives orders sees no more than an observer."""
        return OBSERVER if seat == GM and self.own.campaign.dealerless else seat

    @cached_property
    def _people(self) -> dict[str, dict[str, Any]]:
        """Everybody at the table, as all see them."""
        people: dict[str, dict[str, Any]] = rules.view(self._system, self._state, OBSERVER)["participants"]
        return people

    @cached_property
    def _shown(self) -> Any:
        """The state without the control that the rules give the member's seats over whom somebody else plays.

        A hand-over is an agreement of the table that no rule knows of: whoever gave a hand away, and the GM whose
        monster a player has, would see it by the rules' own control (GOB-97).
        """
        mine = {self._eyes(seat) for seat in self.seats}
        apart = [key for key, one in self._people.items() if key not in mine and one.get("controller") in mine]
        return rules.released(self._system, self._state, apart) if apart else self._state

    @property
    def _system(self) -> str:
        return self.encounter.campaign.system

    def view(self, as_: str | None = None) -> dict[str, Any]:
        """What the seat may know."""
        seen = rules.view(self._system, self._shown, self._eyes(self.seat(as_)))
        if self._shown is not self._state:
            for key, one in seen["participants"].items():
                one["controller"] = self._people[key]["controller"]
        return seen

    def offers(self, as_: str | None = None) -> list[dict[str, Any]]:
        """What the seat may do now."""
        seat = self.seat(as_)
        return [] if seat == OBSERVER or self.draws else rules.offers(self._system, self._state, seat)

    @cached_property
    def draws(self) -> bool:
        """Whether play waits until the table has said which of its own cards were drawn."""
        deck = self._state.get("deck")
        if not isinstance(deck, dict) or not deck.get("by_hand"):
            return False
        return EncounterDraw.sealed.filter(encounter=self.encounter).exists()

    def odds(self, command: Any, as_: str | None = None) -> dict[str, Any] | None:
        """The chance of a play, from what the seat knows; None for one without a chance."""
        return rules.odds(self._system, self._shown, self._eyes(self.seat(as_)), command)

    def policy(self, as_: str | None = None) -> dict[str, Any] | None:
        """What a simple policy does for the seat now, from what the seat knows; None when others are asked."""
        return rules.policy(self._system, self._state, self.seat(as_))

    def events(self, after: int = -1, as_: str | None = None) -> list[dict[str, Any]]:
        """What the seat may know of what happened after a number, oldest first."""
        seat = self.seat(as_)
        # A participant played by a GM uses the GM's hand, so both hear the same.
        heard = {seat, GM} if self.own.deals and not self.own.campaign.dealerless else {self._eyes(seat)}
        rows = Event.objects.filter(encounter=self.encounter, number__gt=after).order_by("number", "position")
        told = rows.values_list("number", "position", "body", "struck")
        return [
            {**body, "number": number, "position": position, "struck": struck}
            for number, position, body, struck in told
            if body["visible_to"] == "all" or (not heard.isdisjoint(body["visible_to"]) and self._plays_still(body))
        ]

    def _plays_still(self, told: dict[str, Any]) -> bool:
        """Whether a private event is about nobody here whom somebody else plays: who gave a hand away hears no more."""
        about = told.get("target")
        return about not in self._people or about not in told["visible_to"] or about in self.seats


def look(encounter: Encounter, own: Member) -> Look:
    """Reads the encounter once; `play.Refused("encounter.prepared")` before it has begun."""
    row = EncounterSecret.sealed.filter(encounter=encounter).values_list("number", "state").first()
    if row is None:
        raise rules.Refused("encounter.prepared", _("This encounter has not begun. Its GM starts it."))
    return Look(encounter, own, row[0], row[1])


def view(encounter: Encounter, own: Member, as_: str | None = None) -> dict[str, Any]:
    """What one of the member's seats may know."""
    return look(encounter, own).view(as_)


def offers(encounter: Encounter, own: Member, as_: str | None = None) -> list[dict[str, Any]]:
    """What one of the member's seats may do now; empty when it is not its time."""
    return look(encounter, own).offers(as_)


def events(
    encounter: Encounter, own: Member, after: int = -1, as_: str | None = None
) -> list[dict[str, Any]]:
    """What happened after a number, as one of the member's seats may know it."""
    return look(encounter, own).events(after, as_)


def odds(encounter: Encounter, own: Member, command: Any, as_: str | None = None) -> dict[str, Any] | None:
    """The chance of a play, given only what the seat knows."""
    return look(encounter, own).odds(command, as_)


def sample(encounter: Encounter, own: Member, as_: str, *, seed: Any) -> dict[str, Any] | None:
    """One random legal command of a seat; for tests and for tables that play themselves."""
    seen = look(encounter, own)
    return rules.sample(encounter.campaign.system, seen._state, seen.seat(as_), seed=seed)


def undo_targets(encounter: Encounter) -> list[int]:
    """The numbers of the commands that an undo may strike: those that count now."""
    rows = Command.objects.filter(encounter=encounter, struck_by__isnull=True)
    return list(rows.exclude(type__in=[replay.UNDO, replay.CONTROL]).values_list("number", flat=True))


def public_events(encounter: Encounter) -> list[dict[str, Any]]:
    """Everything told to all, struck lines too: the account that anybody may verify."""
    rows = Event.objects.filter(encounter=encounter, public=True).order_by("number", "position")
    return [
        {**body, "number": number, "struck": struck}
        for number, body, struck in rows.values_list("number", "body", "struck")
    ]


def verify(encounter: Encounter) -> dict[str, Any]:
    """Whether every opened card and die agrees with what was published before it.

    `{"ok", "shuffles", "opened", "rolled", "faults"}`: `opened` counts cards, `rolled` dice.

    Each line of play is checked as it stood: up to every undo, struck lines included, and as it stands now.
    """
    told, rows = public_events(encounter), replay.stored(encounter)
    tips = [row.number - 1 for row in rows.values() if row.type == replay.UNDO] + [max(rows, default=0)]
    faults: list[str] = []
    for tip in tips:
        counted = {0} | {row.number for row in replay.branch(rows, tip)}
        report = rules.verify([event for event in told if event["number"] in counted])
        faults += [fault for fault in report["faults"] if fault not in faults]
    openings = [one for event in told for one in event.get("opened", [])]
    opened = {(one["shuffle"], one["position"], one["salt"]) for one in openings if "card" in one}
    rolled = {(one["series"], one["die"], one["block"]) for one in openings if "die" in one}
    shuffles = sum(event["type"] == "shuffled" for event in told)
    return {"ok": not faults, "shuffles": shuffles, "opened": len(opened), "rolled": len(rolled), "faults": faults}


def replayed(encounter: Encounter) -> bool:
    """Whether playing the stored commands again gives the stored state, byte for byte in canonical JSON."""
    secret = EncounterSecret.sealed.get(encounter=encounter)
    again = replay.fold(encounter.campaign.system, secret.start, replay.stored(encounter), secret.number)
    return rules.canonical(again) == rules.canonical(secret.state) and secret.number == encounter.number
