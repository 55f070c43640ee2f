"""Playing an encounter: all writes to a running table, and what each seat may see."""

from campaigns.encounters.play.commands import begin, join, join_help, may_join, submit, submit_by_id, undo
from campaigns.encounters.play.fairness import verify
from campaigns.encounters.play.hand_overs import hand_over_participant, hand_over_unchecked
from campaigns.encounters.play.outcomes import Outcome
from campaigns.encounters.play.passing import is_overdue, pass_for, passable_waits
from campaigns.encounters.play.storage import KeyReused, StaleCommand
from campaigns.encounters.play.visibility import (
    GM,
    OBSERVER,
    EncounterReading,
    controlled_participants,
    events,
    may_act,
    odds,
    offers,
    read_encounter,
    replays_equal,
    sample,
    seats_of,
    undo_targets,
    view,
)
from rules.play import Refused

__all__ = [
    "GM",
    "OBSERVER",
    "EncounterReading",
    "KeyReused",
    "Outcome",
    "Refused",
    "StaleCommand",
    "begin",
    "controlled_participants",
    "events",
    "hand_over_participant",
    "hand_over_unchecked",
    "is_overdue",
    "join",
    "join_help",
    "may_act",
    "may_join",
    "odds",
    "offers",
    "pass_for",
    "passable_waits",
    "read_encounter",
    "replays_equal",
    "sample",
    "seats_of",
    "submit",
    "submit_by_id",
    "undo",
    "undo_targets",
    "verify",
    "view",
]
