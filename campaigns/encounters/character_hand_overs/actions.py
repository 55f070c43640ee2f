"""Writes that hand over a character together with its seats at running encounters."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play import storage
from characters.models import Character
from characters.sheets import status_actions
from people.access import require_gm
from people.models import Member, User


def running_seats(character: Character, to: User | None = None) -> QuerySet[Participant]:
    """The character's seats at running encounters; with `to`, only those that another person plays."""
    rows = Participant.objects.filter(
        character=character, present=True, encounter__status=Encounter.Status.RUNNING
    ).select_related("encounter", "controller__user")
    if to is not None:
        rows = rows.exclude(controller__isnull=False, controller__user=to)
    return rows.order_by("encounter", "position")


def encounter_titles(seats: Iterable[Participant]) -> str:
    """The titles of the encounters to which the seats belong."""
    return ", ".join(seat.encounter.title for seat in seats)


def hand_over(
    *, membership: Member, character: Character, to: User | None, reason: str = "", seats: bool = True
) -> Character:
    """Gives the character to another member, or with None to the GM; with `seats` also its running seats.

    Does all of it or nothing. The former player loses the hand at once, and each table is notified.
    Raises ValidationError for a person who cannot play, and `Refused` if a seat cannot be taken."""
    require_gm(membership)

    def write() -> Character:
        taken = list(running_seats(character)) if seats else []
        for seat in taken:  # locks encounters before characters, in the same order as the end of an encounter
            storage.lock_encounter(seat.encounter)
        if taken:  # somebody else may have handed over a seat, or ended an encounter, before the locks were taken
            taken = list(running_seats(character).filter(pk__in=[seat.pk for seat in taken]))
        done: Any = status_actions.hand_over_character(character=character, by=membership.user, to=to, reason=reason)
        player = Member.objects.get(campaign=membership.campaign_id, user=to) if to is not None else None
        for seat in taken:
            if seat.controller_id != (player.pk if player else None):
                play.hand_over_participant(
                    encounter=seat.encounter,
                    by=membership.user,
                    participant=seat.key,
                    controller=player,
                    reason=_("The character was handed over."),
                )
        handed: Character = done
        return handed

    return storage.run_in_transaction(write)
