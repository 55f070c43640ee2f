"""Writes at the end of an encounter (sheets, experience, log), and their undo."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play import sheet_merging
from campaigns.log.calendar.dates import date_entry
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from characters.experience import actions as experience_actions
from characters.experience.award_limits import characters_with_room
from characters.models import Character, ExperienceEntry
from characters.sheets import actions as sheet_actions
from characters.sheets import queries as character_queries
from characters.sheets import reverting, saving
from people.models import User
from rules import play as rules

OUTCOMES = {
    "victory": gettext_lazy("victory"),
    "defeat": gettext_lazy("defeat"),
    "escape": gettext_lazy("escape"),
    "parley": gettext_lazy("parley"),
    "other": gettext_lazy("ended"),
    "players": gettext_lazy("The players prevail"),
    "monsters": gettext_lazy("The opposition prevails"),
    "foes": gettext_lazy("The foes prevail"),
    "none": gettext_lazy("Nobody is left standing"),
}


def outcome_words(encounter: Encounter) -> str:
    """The outcome in words, without a full stop; some games end with a sentence of their own."""
    return str(OUTCOMES.get(encounter.outcome, encounter.outcome)).removesuffix(".")


def settle_encounter(encounter: Encounter, start: dict[str, Any], state: dict[str, Any], by: User) -> dict[str, Any]:
    """Writes the aftermath and returns the data that an undo needs. What changed on sheets since the start stays."""
    aftermath = rules.aftermath(encounter.campaign.system, state)
    began = sheet_merging.values_at_start(encounter.campaign.system, start, state)
    settled: dict[str, Any] = {"sheets": [], "entries": [], "counts": encounter.counts}
    encounter.status, encounter.ended = Encounter.Status.ENDED, timezone.now()
    encounter.outcome, encounter.counts = aftermath["outcome"], aftermath["counts"]
    survivors = []
    participations = _participants_by_character(encounter, aftermath["participants"])
    # All before the first death, which locks the calendar.
    locked = saving.lock_characters(character.pk for character, _keys in participations)
    for unlocked, keys in participations:
        character = locked[unlocked.pk]
        before, status = reverting.complete(character), character.status
        # A character who left and joined again has several participants: the first one gives the values at the start,
        # the last one those at the end. A field that only an earlier one changed, such as a pool that a rest filled,
        # stays changed.
        results = [aftermath["participants"][key] for key in keys]
        values_at_end = {name: value for result in results for name, value in result["sheet"].items()}
        result = {"survived": results[-1]["survived"], "sheet": values_at_end}
        values_at_start, came = _values_at_coming(encounter, start, keys[0], began)
        values_at_start = sheet_merging.values_before_opening(values_at_start, _sheet_at(character, came))
        merged = sheet_merging.merge_changes(before, values_at_start, values_at_end)
        written = _settle_character(encounter, character, result, merged, by)
        settled["sheets"].append([character.pk, before, status, written.sheet, written.status])
        if result["survived"] and character.kind == Character.Kind.PC:
            survivors.append(character)
    _log_end(encounter, by, survivors)
    if aftermath["counts"] and survivors:
        settled["entries"] = credit_survivors(encounter, by, survivors)
    return settled


def _participants_by_character(encounter: Encounter, results: Mapping[str, Any]) -> list[tuple[Character, list[str]]]:
    """The characters who took part, each with its ids at the table: one for each time that it joined, in order."""
    rows = Participant.objects.filter(encounter=encounter, character__isnull=False, key__in=results)
    keys: dict[Character, list[str]] = {}
    for row in rows.select_related("character__campaign"):
        if row.character is not None:
            keys.setdefault(row.character, []).append(row.key)
    return list(keys.items())


def _values_at_coming(
    encounter: Encounter, start: Mapping[str, Any], key: str, began: Mapping[str, dict[str, Any]]
) -> tuple[dict[str, Any], datetime | None]:
    """The fields that the encounter may change, as they were when the participant came, and when that was.

    {} if they are not known."""
    if key in began:
        return began[key], encounter.started
    joining = encounter.commands.filter(body__participant__id=key, struck_by=None).order_by("number").first()
    if joining is None:
        return {}, encounter.started
    return sheet_merging.values_at_joining(encounter.campaign.system, start, joining.body), joining.created


def _sheet_at(character: Character, time: datetime | None) -> Mapping[str, Any]:
    """The sheet that the character had at this time; {} if it is not known."""
    versions = character_queries.versions(character, is_gm=True).filter(history_date__lte=time)
    version = versions.order_by("history_date", "history_id").last()
    return {} if version is None else version.sheet


def _settle_character(
    encounter: Encounter, character: Character, result: Mapping[str, Any], merged: Mapping[str, Any], by: User
) -> Character:
    """Writes what the encounter leaves to a character: `merged` with what changed on the sheet, else as at the table.

    A sheet that can take neither keeps its fields, and the GMs read why: nothing may prevent an encounter from ending.
    """
    reason = _("after “%(title)s”") % {"title": encounter.title}
    written = {
        "character": character,
        "survived": result["survived"],
        "by": by,
        "reason": reason,
        "encounter": encounter,
    }
    for changes in (merged, result["sheet"]):
        try:
            return sheet_actions.apply_settlement(**written, changes=changes)
        except rules.Refused as refused:
            why = refused.sentence
    sentence = _("The end of “%(title)s” could not be written to the sheet of %(name)s: %(why)s")
    words = {"title": encounter.title, "name": character.name, "why": why}
    _log_correction(encounter, by, sentence % words, LogEntry.Audience.GM)
    return sheet_actions.apply_settlement(**written, changes={})


def credit_survivors(encounter: Encounter, by: User, survivors: list[Character]) -> list[int]:
    """Credits the experience that the game gives for surviving an encounter; most games give none.

    A character who still has the credit from an end that was undone gets no second one. A character with the highest
    sum that the game allows gets none, because nothing may prevent an encounter from ending."""
    credit = rules.SYSTEMS[encounter.campaign.system]["experience"]["per_encounter"]
    earlier_entries = ExperienceEntry.objects.filter(
        kind=ExperienceEntry.Kind.AWARD, encounter=encounter, taken_back=False, character__in=survivors
    )
    credited = set(earlier_entries.values_list("character", flat=True))
    survivors = [character for character in survivors if character.pk not in credited]
    if credit is None:
        return []
    survivors = characters_with_room(survivors, credit["amount"], credit["unit"])
    if not survivors:
        return []
    entries = experience_actions.award_party(
        characters=survivors,
        amount=credit["amount"],
        unit=credit["unit"],
        by=by,
        encounter=encounter,
        session=encounter.session,
        reason=_("survived “%(title)s”") % {"title": encounter.title},
        rule=credit.get("rule", ""),
    )
    return [entry.pk for entry in entries]


def _log_end(encounter: Encounter, by: User, survivors: list[Character]) -> None:
    names = ", ".join(character.name for character in survivors) or _("nobody")
    entry = write_entry(
        campaign=encounter.campaign,
        session=encounter.session,
        encounter_id=encounter.pk,
        by=by,
        kind=LogEntry.Kind.ENCOUNTER,
        data={"outcome": encounter.outcome},
        text=_("“%(title)s” ended: %(outcome)s. Survived: %(names)s.")
        % {"title": encounter.title, "outcome": outcome_words(encounter), "names": names},
    )
    date_entry(entry)


def revert_settlement(encounter: Encounter, settled: dict[str, Any], by: User) -> list[str]:
    """Reopens the encounter, takes back what its end wrote, and returns in words what stays because it changed since.

    On sheets it restores only fields that still have the value that the end wrote. It takes back credits with new
    entries, except for those that were spent."""
    reason = _("“%(title)s” continues") % {"title": encounter.title}
    kept = [*_revert_sheets(settled["sheets"], by, reason), *_take_back_credits(settled["entries"], by, reason)]
    encounter.status, encounter.ended, encounter.outcome = Encounter.Status.RUNNING, None, ""
    # Older versions of the site did not store what the end overwrote.
    encounter.counts = settled.get("counts", encounter.counts)
    text = _("The GM took back the end of “%(title)s”.") % {"title": encounter.title}
    _log_correction(encounter, by, text, LogEntry.Audience.ALL)
    if kept:
        _log_correction(encounter, by, kept_sentence(kept), LogEntry.Audience.GM)
    return kept


def _log_correction(encounter: Encounter, by: User, text: str, audience: str) -> None:
    write_entry(
        campaign=encounter.campaign,
        session=encounter.session,
        encounter_id=encounter.pk,
        by=by,
        kind=LogEntry.Kind.CORRECTION,
        audience=audience,
        text=text,
    )


def kept_sentence(kept: list[str]) -> str:
    """A sentence for the GM about what an undo could not take back."""
    return _("These values were changed after the end and stay as they are: %(kept)s.") % {"kept": "; ".join(kept)}


def _revert_sheets(written: list[list[Any]], by: User, reason: str) -> list[str]:
    kept = []
    for pk, before, status_before, *rest in reversed(written):
        character = Character.objects.select_related("campaign").filter(pk=pk).first()
        if character is None:
            continue
        # Older versions of the site did not store what an end wrote: then nothing is overwritten.
        after, status_after = rest or (before, status_before)
        fields = reverting.revert(
            character=character, before=before, after=after, status=(status_before, status_after), by=by, reason=reason
        )
        if fields:
            kept.append(_("%(name)s: %(fields)s") % {"name": character.name, "fields": ", ".join(fields)})
    return kept


def _take_back_credits(entries: list[int], by: User, reason: str) -> list[str]:
    kept = []
    for entry in ExperienceEntry.objects.filter(pk__in=entries, taken_back=False).select_related("character"):
        try:
            experience_actions.take_back(entry=entry, by=by, reason=reason)
        except rules.Refused:
            sentence = _("%(name)s: the experience, because it has been spent")
            kept.append(sentence % {"name": entry.character.name})
    return kept
