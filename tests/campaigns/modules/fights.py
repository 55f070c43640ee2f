"""Fights that play themselves: the party sits down, and random legal commands are given until somebody has won."""

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from people.models import Member

MOST_COMMANDS = 150


def join(encounter, party):
    """Puts the party into a prepared encounter, before the foes."""
    encounter.groups.update(position=9)
    for position, character in enumerate(party):
        EncounterGroup.objects.create(encounter=encounter, position=position, side="players", character=character)


def play_out(encounter: Encounter, membership: Member) -> tuple[int, str]:
    """Plays to a proposed outcome, or for 150 commands, and ends it: (number of commands, outcome)."""
    seats = {
        row.key: row.controller or membership
        for row in Participant.objects.filter(encounter=encounter).select_related("controller__user")
    }
    given = 0
    while given < MOST_COMMANDS:
        seen = play.view(encounter, membership, "gm")
        if seen["phase"] == "over" or seen.get("proposed_outcome"):
            break
        actor = seen["turn"][0] if seen["turn"] else "gm"
        member = Member.objects.select_related("campaign", "user").get(pk=seats.get(actor, membership).pk)
        command = play.sample(encounter, member, actor, seed=given)
        if actor == "gm" and not seen["turn"]:
            command = {"type": "next-round", "actor": "gm"}
        outcome = play.submit(encounter=encounter, by=member.user, command=command)
        given = outcome.number
    outcome = play.view(encounter, membership, "gm").get("proposed_outcome") or "other"
    play.submit(encounter=encounter, by=membership.user, command={"type": "end", "actor": "gm", "outcome": outcome})
    return given, outcome
