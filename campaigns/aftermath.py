"""What the end of an encounter writes: sheets, credits, a line in the log; and how an undo takes it back."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Encounter, LogEntry, Participant, User
from characters.actions import experience, sheets
from characters.models import Character, ExperienceEntry
from rules import play as rules

OUTCOMES = {
    "victory": gettext_lazy("victory"),
    "defeat": gettext_lazy("defeat"),
    "escape": gettext_lazy("escape"),
    "parley": gettext_lazy("parley"),
    "other": gettext_lazy("ended"),
}


def settle(encounter: Encounter, state: dict[str, Any], by: User) -> dict[str, Any]:
    """Writes the aftermath and returns what an undo needs to take it back."""
    left = rules.aftermath(encounter.campaign.system, state)
    encounter.status, encounter.ended = Encounter.Status.ENDED, timezone.now()
    encounter.outcome, encounter.counts = left["outcome"], left["counts"]
    settled: dict[str, Any] = {"sheets": [], "entries": []}
    rows = Participant.objects.filter(encounter=encounter, character__isnull=False).select_related(
        "character__campaign"
    )
    survivors = []
    for row in rows:
        fate = left["participants"].get(row.key)
        if fate is None or row.character is None:
            continue
        character = row.character
        settled["sheets"].append([character.pk, character.sheet, character.status])
        sheets.apply_aftermath(
            character=character, changes=fate["sheet"], survived=fate["survived"], by=by,
            reason=_("after “%(title)s”") % {"title": encounter.title},
        )  # fmt: skip
        if fate["survived"] and character.kind == Character.Kind.PC:
            survivors.append(character)
    _log(encounter, by, survivors)
    if left["counts"] and survivors:
        settled["entries"] = _credit(encounter, by, survivors)
    return settled


def _credit(encounter: Encounter, by: User, survivors: list[Character]) -> list[int]:
    """What the game gives for an encounter survived; most give nothing by themselves."""
    given = rules.SYSTEMS[encounter.campaign.system]["experience"]["per_encounter"]
    if given is None:
        return []
    entries = experience.award_all(
        characters=survivors, amount=given["amount"], unit=given["unit"], by=by, encounter=encounter,
        session=encounter.session, reason=_("survived “%(title)s”") % {"title": encounter.title},
        rule=given.get("rule", ""),
    )  # fmt: skip
    return [entry.pk for entry in entries]


def _log(encounter: Encounter, by: User, survivors: list[Character]) -> None:
    names = ", ".join(character.name for character in survivors) or _("nobody")
    # Some games end with a sentence of their own.
    outcome = str(OUTCOMES.get(encounter.outcome, encounter.outcome)).removesuffix(".")
    LogEntry.objects.create(
        campaign=encounter.campaign, session=encounter.session, encounter=encounter, by=by,
        kind=LogEntry.Kind.ENCOUNTER, data={"outcome": encounter.outcome},
        text=_("“%(title)s” ended: %(outcome)s. Survived: %(names)s.")
        % {"title": encounter.title, "outcome": outcome, "names": names},
    )  # fmt: skip


def take_back(encounter: Encounter, settled: dict[str, Any], by: User) -> None:
    """Reopens the encounter: credits are taken back by entries of their own, sheets stand as before."""
    reason = _("“%(title)s” goes on") % {"title": encounter.title}
    for entry in ExperienceEntry.objects.filter(pk__in=settled["entries"], taken_back=False):
        experience.take_back(entry=entry, by=by, reason=reason)
    for pk, sheet, status in settled["sheets"]:
        character = Character.objects.select_for_update(of=("self",)).filter(pk=pk).first()
        if character is None or (character.sheet == sheet and character.status == status):
            continue
        character.sheet, character.status = sheet, status
        character.revision += 1
        character._change_reason, character._history_user = reason, by  # type: ignore[attr-defined]
        character.save()
    encounter.status, encounter.ended, encounter.outcome = Encounter.Status.RUNNING, None, ""
    LogEntry.objects.create(
        campaign=encounter.campaign, session=encounter.session, encounter=encounter, by=by,
        kind=LogEntry.Kind.CORRECTION,
        text=_("The GM took back the end of “%(title)s”.") % {"title": encounter.title},
    )  # fmt: skip
