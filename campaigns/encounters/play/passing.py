"""Passes for an absent player, where the campaign allows it: gives the game's least active command, which is logged."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.access import require_table_runner
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play import pending_draws, refusals, storage
from campaigns.encounters.play.waits import Wait, read_waits
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from people.access import membership_for
from people.credentials.naming_sentences import NamingSentence
from people.models import User
from rules import play as rules
from rules.play import Refused

# The campaign's log names the encounter before the sentence.
TITLE = "(?:“.*”: )?"
PASSED = NamingSentence(gettext_lazy("%(who)s passed for %(name)s."), "who", lead=TITLE)
PASSED_AFTER_DAY = NamingSentence(gettext_lazy("%(who)s passed for %(name)s after a day."), "who", lead=TITLE)
PASSED_AFTER_DAYS = NamingSentence(gettext_lazy("%(who)s passed for %(name)s after %(days)s days."), "who", lead=TITLE)


def passable_waits(encounter: Encounter) -> list[tuple[Wait, Participant]]:
    """What a GM may pass for: each player's participant whom play waits for, with its wait.

    The player need not be absent. Empty if the campaign does not allow passing."""
    if not encounter.campaign.pass_after:
        return []
    rows = encounter.participants.filter(present=True, hidden=False, controller__isnull=False)
    people = {row.key: row for row in rows.select_related("controller")}
    return [(wait, people[wait.actor]) for wait in read_waits(encounter) if wait.actor in people]


def pass_for(*, encounter: Encounter, by: User, actor: str, number: int | None = None) -> None:
    """Passes for an absent player, where the campaign allows it: GMs at any time, and without a dealer every player
    after the days that the campaign chose.

    `number` is that of the wait that the caller saw. Raises `StaleCommand` if that wait is over, and `Refused` if it is
    not allowed or takes cards that only the players have."""
    membership, now = require_table_runner(membership_for(by, encounter), encounter), timezone.now()

    def write() -> None:
        if not membership.is_gm:
            _require_overdue(encounter, actor, now)
        _pass_for(encounter, by, by, actor, number, now)

    storage.run_in_transaction(write)


def pass_for_overdue(*, encounter: Encounter, by: User, actor: str, number: int, now: datetime) -> None:
    """The site passes by itself, after the days that the campaign chose; `by` is a GM of the campaign."""
    storage.run_in_transaction(lambda: _pass_for(encounter, by, None, actor, number, now))


def _require_overdue(encounter: Encounter, actor: str, now: datetime) -> None:
    """Refuses to pass for a player whose waiting time is not over yet: the player may still answer."""
    locked = storage.lock_encounter(encounter)
    if any(wait.actor == actor and not is_overdue(locked, wait, now) for wait in read_waits(locked)):
        raise Refused(
            "pass.early",
            _("This player was asked only recently. You can pass for them after the time that the campaign sets."),
        )


def is_overdue(encounter: Encounter, wait: Wait, now: datetime) -> bool:
    """Whether an encounter has waited as long as its campaign allows."""
    return wait.since <= now - timedelta(days=encounter.campaign.pass_after)


def _pass_for(
    encounter: Encounter, by: User, decider: User | None, actor: str, number: int | None, now: datetime
) -> None:
    locked = storage.lock_encounter(encounter)
    secret = storage.get_secret(locked)
    if not locked.campaign.pass_after:
        raise Refused(
            "pass.closed", _("This campaign does not pass for absent players. A GM can allow it in its options.")
        )
    absent = {wait.actor: (wait, person) for wait, person in passable_waits(locked)}
    if actor not in absent or (number is not None and absent[actor][0].number != number):
        raise storage.StaleCommand(locked.number)
    if pending_draws.pending_draw(locked) is not None:
        raise refusals.cards_refusal()
    wait, person = absent[actor]
    system = locked.campaign.system
    command = rules.decline(system, secret.state, actor)
    if command is None:
        raise storage.StaleCommand(locked.number)
    played = rules.act(system, secret.state, command)
    text = _describe(person, decider, (now - wait.since).days)
    event: dict[str, Any] = {"type": "passed-for", "target": actor, "text": text, "rules": [], "visible_to": "all"}
    result: rules.ActResult = {**played, "events": [event, *played["events"]]}
    storage.append_command(locked, secret, by, command, result, None, "")
    write_entry(
        campaign=locked.campaign,
        session=locked.session,
        encounter_id=locked.pk,
        by=decider,
        kind=LogEntry.Kind.ENCOUNTER,
        text=f"“{locked.title}”: {text}",
    )


def _describe(person: Participant, decider: User | None, days: int) -> str:
    sentence = PASSED if not days else PASSED_AFTER_DAY if days == 1 else PASSED_AFTER_DAYS
    return sentence.write(who=decider or _("The site"), name=person.name, days=days)
