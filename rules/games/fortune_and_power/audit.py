"""The audit of a state: whether its parts fit together, beyond what the types of its fields check."""

from rules.engine import hidden as hiding
from rules.engine.refusals import refuse
from rules.games.fortune_and_power.state import State


def audit(state: State) -> None:
    """Refuse a state whose parts do not fit each other."""
    hiding.check_ids(state)
    known = [participant.id for participant in state.participants]
    if len(set(known)) != len(known) or sorted(known) != sorted(state.order):
        refuse("state.order", "order: does not name every participant exactly once.", "FNP-32")
    pending = state.pending
    if pending is not None and not {pending.by, pending.target} <= set(known):
        refuse("state.pending", "pending: names someone who is not in the encounter.", "FNP-06")
