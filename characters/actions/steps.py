"""Advancement: a step taken and paid for, and the steps that a player asks for and a GM grants."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from characters import queries, units
from characters.actions.experience import enter
from characters.actions.sheets import bump, joined, locked, runs
from characters.models import Character, ExperienceEntry, StepRequest
from rules import play
from rules.plain import must_be_plain
from rules.queries import house_of

TEXT = 4000
MOST_OPEN = 20
WHY, SHORT = "explanation", 200  # a game may keep the explanation with the step itself


@dataclass(frozen=True)
class Taken:
    """A step that was taken: the character after it, what happened in words, and the line of the ledger.

    A step of the creation is paid from the sheet's own budget and has no line; that of finishing it has.
    """

    character: Character
    text: str
    entry: ExperienceEntry | None


@transaction.atomic
def take_step(*, character: Character, by: Any, step: Mapping[str, Any], key: str | None = None) -> Taken:
    """Takes one of the steps that `queries.steps` offers, pays its price, and writes sheet and ledger together.

    `key` makes a repetition harmless: the same again gives the entry that the first one wrote. Raises
    `play.Refused` as the game refuses, "step.asks" when the GM has to grant it and `by` is not the GM,
    "key.reused" for another step under a used key.
    """
    current = locked(character)
    entry = _repeated(current, step, key)
    if entry is not None:
        return Taken(current, entry.reason, entry)
    if _asks(current, step) and not runs(current, by):
        raise play.Refused("step.asks", _("Your GM grants this. Say why you should have it, and ask."))
    return _take(current, by, step, key)


@transaction.atomic
def undo_step(*, character: Character, by: Any, step: Mapping[str, Any]) -> Character:
    """Takes a step of the creation back, which costs nothing; afterwards the GM takes a line of the ledger back.

    Raises `play.Refused("creation.finished")`, and as the game refuses when something builds on the step.
    """
    current = locked(character)
    if not queries.creating(current):
        raise play.Refused("creation.finished", _("The character is finished: your GM can take a step back."))
    undone = play.unstep(
        current.campaign.system, current.sheet, queries.progress(current), dict(step), house=house_of(current.campaign)
    )
    current.sheet = undone["sheet"]
    return bump(current, by, undone["text"])


@transaction.atomic
def ask_step(*, character: Character, by: Any, step: Mapping[str, Any], explanation: str) -> StepRequest:
    """Asks the GM for a step, with the explanation why; nothing is spent. Refused when it could not be taken now.

    Raises ValidationError without an explanation, `play.Refused` as the game refuses the step, "step.asked" when
    it is asked for already, "step.free" when nobody needs to be asked.
    """
    explanation = explanation.strip()
    if not explanation:
        raise ValidationError({"explanation": _("Explain how it comes about; your GM decides by it.")})
    if len(explanation) > TEXT:
        raise ValidationError({"explanation": _("At most %(limit)s characters fit here.") % {"limit": TEXT}})
    must_be_plain(explanation=explanation)
    current = locked(character)
    offer = queries.offer_of(queries.steps(current), step)
    if offer is None or not offer["asks_gm"]:
        raise play.Refused("step.free", _("This step needs nobody's leave; take it."))
    if WHY in offer["choices"]:
        step = {**step, WHY: explanation[:SHORT]}
    taken = _tried(current, step)
    waiting = list(current.requests.filter(status=StepRequest.Status.OPEN))
    if any(_bare(row.step) == _bare(step) for row in waiting):
        raise play.Refused("step.asked", _("This is asked for already. Your GM will answer."))
    if len(waiting) >= MOST_OPEN:
        raise play.Refused("step.asked", _("Your GM has enough to answer first. Take back a request."))
    row = StepRequest.objects.create(
        character=current, step=dict(step), label=offer["label"][:200], unit=taken["unit"], price=taken["price"],
        explanation=explanation, by=by,
    )  # fmt: skip
    # The label says what the button does ("Ask for the gift …"), the step's own text what would come of it.
    words = {"name": current.name, "what": taken["text"]}
    _log(current, by, _("%(name)s asks the GM. If granted: %(what)s") % words, {"request": row.pk}, audience="gm")
    return row


@transaction.atomic
def grant(*, request: StepRequest, by: Any, answer: str = "") -> StepRequest:
    """The GM grants a request: the step is taken and its price is spent, as prices are now."""
    row = _open(request)
    entry = _take(locked(row.character), by, row.step, None, asked=row).entry
    row.price = -entry.amount if entry else 0
    return _answered(row, StepRequest.Status.GRANTED, by, answer)


@transaction.atomic
def decline(*, request: StepRequest, by: Any, answer: str) -> StepRequest:
    """The GM declines a request and says why; nothing is spent."""
    if not answer.strip():
        raise ValidationError({"answer": _("Say in a few words why not, or what would have to happen first.")})
    return _answered(_open(request), StepRequest.Status.DECLINED, by, answer)


@transaction.atomic
def withdraw(*, request: StepRequest, by: Any) -> StepRequest:
    """The player takes the request back before it is answered."""
    return _answered(_open(request), StepRequest.Status.WITHDRAWN, by, "")


def _bare(step: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in step.items() if name != WHY}


def _repeated(current: Character, step: Mapping[str, Any], key: str | None) -> ExperienceEntry | None:
    found = current.experience.filter(key=key).first() if key else None
    if found is not None and found.data.get("step") != dict(step):
        raise play.Refused("key.reused", _("This page was used for another step already. Open it anew."))
    return found


def _asks(current: Character, step: Mapping[str, Any]) -> bool:
    """Whether a player may not take the step alone; a step that is not offered is none to take."""
    offer = queries.offer_of(queries.steps(current), step)
    if offer is None:
        _tried(current, step)  # the game says why not
        raise play.Refused("step.unknown", _("Choose one of the steps that are offered."))
    return bool(offer["asks_gm"])


def _tried(current: Character, step: Mapping[str, Any]) -> dict[str, Any]:
    gained, house = queries.progress(current), house_of(current.campaign)
    taken: dict[str, Any] = play.step(current.campaign.system, current.sheet, gained, dict(step), house=house)
    return taken


def _take(
    current: Character, by: Any, step: Mapping[str, Any], key: str | None, *, asked: StepRequest | None = None
) -> Taken:
    taken, building = _tried(current, step), queries.creating(current)
    current.sheet = taken["sheet"]
    bump(current, by, taken["text"])
    if building and queries.creating(current):
        return Taken(current, taken["text"], None)
    price = 0 if building else taken["price"]
    data = {"step": dict(step)} | ({"request": asked.pk} if asked else {})
    entry = enter(
        current, ExperienceEntry.Kind.SPEND, -price, taken["text"], by, data=data, key=key,
        unit=taken["unit"] or units.first(current.campaign.system).key, rule=next(iter(taken["rules"]), ""),
    )  # fmt: skip
    if building:
        joined(current, by)
    text = f"{current.name}: {taken['text']}"
    if price:
        text += f" ({units.unit(current.campaign.system, entry.unit).said(price)})"
    _log(current, by, text, {"entries": [entry.pk]}, rules=taken["rules"])
    return Taken(current, taken["text"], entry)


def _open(request: StepRequest) -> StepRequest:
    rows = StepRequest.objects.select_for_update(of=("self",)).select_related("character__campaign")
    row = rows.get(pk=request.pk)
    if row.status != StepRequest.Status.OPEN:
        raise play.Refused("request.answered", _("This request is %(status)s already.") % {
            "status": row.get_status_display()
        })  # fmt: skip
    return row


def _answered(row: StepRequest, status: str, by: Any, answer: str) -> StepRequest:
    if len(answer) > TEXT:
        raise ValidationError({"answer": _("At most %(limit)s characters fit here.") % {"limit": TEXT}})
    must_be_plain(answer=answer)
    row.status, row.answer, row.answered_by, row.answered = status, answer.strip(), by, timezone.now()
    row.save()
    return row


def _log(
    character: Character, by: Any, text: str, data: dict[str, Any], *, audience: str = "all", rules: Any = ()
) -> None:
    character.campaign.log.create(
        kind="character", character=character, by=by, text=text[:8000], data=data, rules=list(rules),
        audience=audience if character.visible else "gm",
    )  # fmt: skip
