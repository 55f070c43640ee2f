"""Advancement: steps that are taken and paid for, and steps that a player asks for and a GM grants."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.access import writes_as_gm
from characters.experience import units
from characters.experience.actions import add_entry
from characters.models import Character, ExperienceEntry, StepRequest
from characters.sheets import campaign_log, queries
from characters.sheets.campaign_log import log_joined
from characters.sheets.saving import lock_character, save_next_revision
from people.models import User
from rules import play
from rules.catalogue.queries import house_of
from rules.pages.plain_text import require_plain_text

TEXT = 4000
MAX_OPEN = 20
WHY, SHORT = "explanation", 200  # a game may keep the explanation with the step itself


@dataclass(frozen=True)
class StepResult:
    """The result of a step: the changed character, what happened in words, and the entry in the ledger.

    A step of the creation is paid from the sheet's own budget and has no entry, except for the step that finishes it.
    """

    character: Character
    text: str
    entry: ExperienceEntry | None


@transaction.atomic
def take_step(*, character: Character, by: User, step: Mapping[str, Any], key: str | None = None) -> StepResult:
    """Takes a step that `queries.advancement_steps` offers and pays its price; writes sheet and ledger together.

    `key` makes a repetition harmless: the same again gives the entry that the first one wrote. It does not for steps of
    the creation, which have no entry except for the last; their callers run once for each key of a form or request.
    Raises `play.Refused` as the game refuses, "step.asks" when the GM has to grant it and `by` is not the GM,
    "key.reused" for another step under a used key.
    """
    current = lock_character(character)
    entry = _find_repeated(current, step, key)
    if entry is not None:
        return StepResult(current, entry.reason, entry)
    if _needs_request(current, step) and not writes_as_gm(by, current):
        raise play.Refused("step.asks", _("This needs your GM's approval. Explain why, and ask."))
    return _take_and_pay(current, by, step, key)


@transaction.atomic
def undo_step(*, character: Character, by: User, step: Mapping[str, Any]) -> Character:
    """Takes back a step of the creation, which costs nothing. After the creation, GMs take back entries of the ledger.

    Raises `play.Refused("creation.finished")`, and as the game refuses when something builds on the step.
    """
    current = lock_character(character)
    if not queries.is_being_created(current):
        raise play.Refused("creation.finished", _("The character is finished. Your GM can take steps back."))
    undone = play.unstep(
        current.campaign.system,
        current.sheet,
        queries.experience_of(current),
        dict(step),
        house=house_of(current.campaign),
    )
    current.sheet = undone["sheet"]
    return save_next_revision(current, by, undone["text"])


@transaction.atomic
def request_step(*, character: Character, by: User, step: Mapping[str, Any], explanation: str) -> StepRequest:
    """Asks the GM for a step, with the explanation why; nothing is spent. Refused when it could not be taken now.

    Raises ValidationError without an explanation, `play.Refused` as the game refuses the step, "step.asked" when
    it is asked for already, "step.free" when nobody needs to be asked.
    """
    explanation = _clean_explanation(explanation)
    current = lock_character(character)
    offer = queries.offer_for_step(queries.advancement_steps(current), step)
    if offer is None or not offer["asks_gm"]:
        raise play.Refused("step.free", _("This step needs no approval. You can take it."))
    if WHY in offer["choices"]:
        step = {**step, WHY: explanation[:SHORT]}
    taken = _try_step(current, step)
    _refuse_repeated_request(current, step)
    row = StepRequest.objects.create(
        character=current,
        step=dict(step),
        label=offer["label"][:200],
        unit=taken["unit"],
        price=taken["price"],
        explanation=explanation,
        by=by,
    )
    # The label is for the button ("Ask for the gift …"); the step's text describes the result.
    words = {"name": current.name, "what": taken["text"]}
    _log(current, by, _("%(name)s asked the GM. If granted: %(what)s") % words, {"request": row.pk}, audience="gm")
    return row


@transaction.atomic
def grant_request(*, request: StepRequest, by: User, answer: str = "") -> StepRequest:
    """The GM grants a request: the step is taken and its price is spent, as prices are now."""
    row = _lock_open_request(request)
    entry = _take_and_pay(lock_character(row.character), by, row.step, None, request=row).entry
    row.price = -entry.amount if entry else 0
    return _answer_request(row, StepRequest.Status.GRANTED, by, answer)


@transaction.atomic
def decline_request(*, request: StepRequest, by: User, answer: str) -> StepRequest:
    """The GM declines a request and says why; nothing is spent."""
    if not answer.strip():
        raise ValidationError({"answer": _("Explain briefly why not, or what must happen first.")})
    return _answer_request(_lock_open_request(request), StepRequest.Status.DECLINED, by, answer)


@transaction.atomic
def withdraw_request(*, request: StepRequest, by: User) -> StepRequest:
    """The player takes the request back before it is answered."""
    return _answer_request(_lock_open_request(request), StepRequest.Status.WITHDRAWN, by, "")


def _without_offer_fields(step: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in step.items() if name != WHY}


def _clean_explanation(explanation: str) -> str:
    explanation = explanation.strip()
    if not explanation:
        raise ValidationError(
            {"explanation": _("Explain how your character gets this. Your GM decides based on your explanation.")}
        )
    if len(explanation) > TEXT:
        raise ValidationError({"explanation": _("This text can have at most %(limit)s letters.") % {"limit": TEXT}})
    require_plain_text(explanation=explanation)
    return explanation


def _refuse_repeated_request(current: Character, step: Mapping[str, Any]) -> None:
    waiting = list(current.requests.filter(status=StepRequest.Status.OPEN))
    if any(_without_offer_fields(row.step) == _without_offer_fields(step) for row in waiting):
        raise play.Refused("step.asked", _("You have already asked for this. Your GM will answer."))
    if len(waiting) >= MAX_OPEN:
        raise play.Refused("step.asked", _("There are too many open requests. First take one back."))


def _find_repeated(current: Character, step: Mapping[str, Any], key: str | None) -> ExperienceEntry | None:
    row = current.experience.filter(key=key).first() if key else None
    if row is not None and row.data.get("step") != dict(step):
        raise play.Refused("key.reused", _("This page was already used for another step. Open it again."))
    return row


def _needs_request(current: Character, step: Mapping[str, Any]) -> bool:
    """Whether the GM must grant the step; a step that is not offered is refused."""
    offer = queries.offer_for_step(queries.advancement_steps(current), step)
    if offer is None:
        _try_step(current, step)  # the game says why not
        raise play.Refused("step.unknown", _("Choose one of the available steps."))
    return bool(offer["asks_gm"])


def _try_step(current: Character, step: Mapping[str, Any]) -> play.StepResult:
    gained, house = queries.experience_of(current), house_of(current.campaign)
    return play.step(current.campaign.system, current.sheet, gained, dict(step), house=house)


def _take_and_pay(
    current: Character, by: User, step: Mapping[str, Any], key: str | None, *, request: StepRequest | None = None
) -> StepResult:
    taken, building = _try_step(current, step), queries.is_being_created(current)
    current.sheet = taken["sheet"]
    save_next_revision(current, by, taken["text"])
    if building and queries.is_being_created(current):
        return StepResult(current, taken["text"], None)
    price = 0 if building else taken["price"]
    data = {"step": dict(step)} | ({"request": request.pk} if request else {})
    entry = add_entry(
        current,
        ExperienceEntry.Kind.SPEND,
        -price,
        taken["text"],
        by,
        data=data,
        key=key,
        unit=taken["unit"] or units.default_unit(current.campaign.system).key,
        rule=next(iter(taken["rules"]), ""),
    )
    if building:
        log_joined(current, by)
    text = f"{current.name}: {taken['text']}"
    if price:
        text += f" ({units.get_unit(current.campaign.system, entry.unit).in_words(price)})"
    _log(current, by, text, {"entries": [entry.pk]}, rules=taken["rules"])
    return StepResult(current, taken["text"], entry)


def _lock_open_request(request: StepRequest) -> StepRequest:
    rows = StepRequest.objects.select_for_update(of=("self",)).select_related("character__campaign")
    row = rows.get(pk=request.pk)
    if row.status != StepRequest.Status.OPEN:
        raise play.Refused(
            "request.answered", _("This request is already %(status)s.") % {"status": row.get_status_display()}
        )
    return row


def _answer_request(row: StepRequest, status: str, by: User, answer: str) -> StepRequest:
    if len(answer) > TEXT:
        raise ValidationError({"answer": _("This text can have at most %(limit)s letters.") % {"limit": TEXT}})
    require_plain_text(answer=answer)
    row.status, row.answer, row.answered_by, row.answered = status, answer.strip(), by, timezone.now()
    row.save()
    return row


def _log(
    character: Character, by: User, text: str, data: dict[str, Any], *, audience: str = "all", rules: Any = ()
) -> None:
    campaign_log.log_change(
        character.campaign,
        kind="character",
        character=character,
        by=by,
        text=text,
        data=data,
        rules=list(rules),
        for_everyone=audience == "all" and character.visible,
    )
