"""Fights that play themselves: the party sits down, and random legal commands are given until somebody has won."""

from campaigns import play
from campaigns.models import Encounter, EncounterGroup, Member, Participant

MOST_COMMANDS = 150


def join(encounter, party):
    """Puts the party into a prepared encounter, before the foes."""
    encounter.groups.update(position=9)
    for position, character in enumerate(party):
        EncounterGroup.objects.create(encounter=encounter, position=position, side="players", character=character)


def play_out(encounter: Encounter, own: Member) -> tuple[int, str]:
    """Plays to a proposed outcome, or for 150 commands, and ends it: (number of commands, outcome)."""
    seats = {
        row.key: row.controller or own
        for row in Participant.objects.filter(encounter=encounter).select_related("controller__user")
    }
    given = 0
    while given < MOST_COMMANDS:
        seen = play.view(encounter, own, "gm")
        if seen["phase"] == "over" or seen.get("proposed_outcome"):
            break
        actor = seen["turn"][0] if seen["turn"] else "gm"
        member = Member.objects.select_related("campaign", "user").get(pk=seats.get(actor, own).pk)
        command = play.sample(encounter, member, actor, seed=given)
        if actor == "gm" and not seen["turn"]:
            command = {"type": "next-round", "actor": "gm"}
        outcome = play.submit(encounter=encounter, by=member.user, command=command)
        given = outcome.number
    outcome = play.view(encounter, own, "gm").get("proposed_outcome") or "other"
    play.submit(encounter=encounter, by=own.user, command={"type": "end", "actor": "gm", "outcome": outcome})
    return given, outcome
