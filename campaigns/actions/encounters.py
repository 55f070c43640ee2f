"""Preparing encounters: what they are, who takes part; starting them is campaigns.play's business."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from campaigns import access, drawing, play
from campaigns.actions.campaigns import checked_options
from campaigns.models import Encounter, EncounterGroup, Member, Session
from campaigns.models.story import evening_now
from characters.models import Character, Monster
from rules import play as rules
from rules.plain import must_be_plain

MOST = 40
Side = EncounterGroup.Side


FIELDS = {"title", "notes", "session", "counts", "options", "real_cards"}


def create(
    *, own: Member, title: str, notes: str = "", session: Session | None = None, counts: bool = True,
    options: dict[str, Any] | None = None, real_cards: bool | None = None,
) -> Encounter:  # fmt: skip
    """A new encounter, prepared and seen by GMs only; `options` are the house rules that differ from the campaign's.

    ValidationError for an empty title, a foreign session, options the game does not have."""
    access.must_deal(own)
    encounter = Encounter(
        campaign=own.campaign, title=title.strip(), notes=notes, session=session, counts=counts, options=options or {},
        real_cards=real_cards,
    )  # fmt: skip
    _check(encounter)
    encounter.save()
    return encounter


def change(*, own: Member, encounter: Encounter, **fields: Any) -> Encounter:
    """Changes title, notes, session or counts at any time; options and whose cards only before the start."""
    access.must_deal(own)
    chosen = {name: fields[name] for name in fields.keys() & FIELDS}
    if chosen.get("options") == encounter.options:
        del chosen["options"]
    if "real_cards" in chosen and chosen["real_cards"] == encounter.real_cards:
        del chosen["real_cards"]
    if {"options", "real_cards"} & chosen.keys() and encounter.status != Encounter.Status.PREPARED:
        raise ValidationError({"options": _("What already runs keeps its rules.")})
    for name, value in chosen.items():
        setattr(encounter, name, value)
    encounter.title = encounter.title.strip()
    _check(encounter)
    encounter.save(update_fields=[*chosen])
    return encounter


@transaction.atomic
def add_monsters(
    *, own: Member, encounter: Encounter, monster: Monster, count: int = 1, group: str = "",
    names: Sequence[str] = (), note: str = "",
) -> EncounterGroup:  # fmt: skip
    """So many (1-40) of one monster; `group` names whose initiative they share, empty for all monsters'."""
    _preparing(own, encounter)
    if monster.campaign_id not in {None, encounter.campaign_id} or monster.system != encounter.campaign.system:
        raise ValidationError({"monster": _("There is no such monster in this campaign.")})
    if not rules.SYSTEMS[monster.system].get("monsters", True):
        words = _("Opponents take no part in this game's scenes: note what happens to them, and add the characters.")
        raise ValidationError({"monster": words})
    if group.strip().lower() == Side.PLAYERS:
        raise ValidationError({"group": _("“players” is the players' own group; name the monsters' otherwise.")})
    if not 1 <= count <= MOST:
        raise ValidationError({"count": _("At most %(most)s fit at a table.") % {"most": MOST}})
    line = EncounterGroup(
        encounter=encounter, side=Side.MONSTERS, monster=monster, count=count, group=group.strip(),
        names=[str(name).strip()[:120] for name in names][:count], note=note.strip(), position=_next(encounter),
    )  # fmt: skip
    _fits(encounter, line)
    must_be_plain(names="\n".join(line.names))
    line.full_clean(exclude=["encounter", "monster"])
    line.save()
    return line


@transaction.atomic
def add_characters(
    *, own: Member, encounter: Encounter, characters: Sequence[Character], side: str = Side.PLAYERS, group: str = ""
) -> list[EncounterGroup]:
    """Characters of the campaign on one side; who is in it already is left as it is."""
    _preparing(own, encounter)
    present = set(encounter.groups.filter(character__isnull=False).values_list("character", flat=True))
    lines = []
    for character in characters:
        if character.campaign_id != encounter.campaign_id:
            raise ValidationError({"characters": _("There is no such character in this campaign.")})
        if character.pk in present:
            continue
        line = EncounterGroup(
            encounter=encounter, side=side, character=character, group=group.strip(), position=_next(encounter)
        )
        _fits(encounter, line)
        line.full_clean(exclude=["encounter", "character"])
        line.save()
        lines.append(line)
    return lines


@transaction.atomic
def remove_line(*, own: Member, encounter: Encounter, line: EncounterGroup) -> None:
    """Takes a line out of a preparation."""
    _preparing(own, encounter)
    line.delete()


@transaction.atomic
def move_line(*, own: Member, encounter: Encounter, line: EncounterGroup, up: bool) -> None:
    """Swaps a line with its neighbour: the order decides ties and who stands first."""
    _preparing(own, encounter)
    lines = list(encounter.groups.order_by("position", "id"))
    place = lines.index(line)
    other = place - 1 if up else place + 1
    if 0 <= other < len(lines):
        lines[place], lines[other] = lines[other], lines[place]
        for position, each in enumerate(lines):
            EncounterGroup.objects.filter(pk=each.pk).update(position=position)


@transaction.atomic
def copy(*, own: Member, encounter: Encounter) -> Encounter:
    """A new preparation like an earlier encounter.

    Where opponents take no part in a scene they are not seated again: who they were stands in the GM's notes.
    """
    access.must_deal(own)
    title = _("%(title)s, again") % {"title": encounter.title[:140]}
    lines = list(encounter.groups.select_related("monster"))
    seated = bool(rules.SYSTEMS[encounter.campaign.system].get("monsters", True))
    told = [f"- {line.count} × {line.monster.name}" for line in lines if line.monster and not seated]
    notes = "\n\n".join(part for part in (encounter.notes, "\n".join(told)) if part)
    twin = create(own=own, title=title, notes=notes, counts=encounter.counts)
    twin.options, twin.real_cards = encounter.options, encounter.real_cards
    twin.save(update_fields=["options", "real_cards"])
    for line in lines:
        if line.monster and not seated:
            continue
        line.pk, line.encounter, line._state.adding = None, twin, True
        line.save()
    return twin


def start(*, own: Member, encounter: Encounter, seed: Any = None, deck: list[str] | None = None) -> Encounter:
    """Starts a preparation and says so in the log. Raises `Refused` where it cannot be played yet.

    With real cards it is only dealt: it begins when everybody has said which cards the own hand holds.
    """
    access.must_deal(own)
    with transaction.atomic():
        running = play.begin(encounter=encounter, by=own.user, seed=seed, deck=deck)
        if running.session is None and (tonight := evening_now(running.campaign_id)):
            # What is played on an evening stands on its page, also when nobody thought of it beforehand.
            running.session = tonight
            running.save(update_fields=["session"])
        if running.status == Encounter.Status.RUNNING:
            drawing.begun(running, own.user)
    return running


def join(
    *, own: Member, encounter: Encounter, monster: Monster | None = None, character: Character | None = None,
    name: str = "", group: str = "", side: str = Side.PLAYERS, actor: str = play.GM, key: str | None = None,
) -> play.Outcome:  # fmt: skip
    """Lets a monster or a character join a running encounter; `name` renames a monster.

    `actor` is who brings it: the GM, or a participant of the member's own whose game lets it (GOB-98).
    """
    if actor == play.GM:
        access.must_deal(own)
    elif character is None or character.owner_id != own.user_id:
        raise ValidationError({"character": _("Choose a character of your own.")})
    line = EncounterGroup(
        side=Side.MONSTERS if monster else side, monster=monster, character=character, group=group.strip(),
        names=[name.strip()] if name.strip() else [],
    )  # fmt: skip
    return play.join(encounter=encounter, by=own.user, line=line, actor=actor, key=key)


def _preparing(own: Member, encounter: Encounter) -> None:
    access.must_deal(own)
    if encounter.status != Encounter.Status.PREPARED:
        raise ValidationError(_("This encounter has begun; let newcomers join at the table."))


def _next(encounter: Encounter) -> int:
    last = encounter.groups.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


def _fits(encounter: Encounter, line: EncounterGroup) -> None:
    seated = sum(each.count if each.monster_id else 1 for each in encounter.groups.all())
    if seated + (line.count if line.monster_id else 1) > MOST:
        raise ValidationError({"count": _("At most %(most)s fit at a table.") % {"most": MOST}})


def _check(encounter: Encounter) -> None:
    if encounter.session and encounter.session.campaign_id != encounter.campaign_id:
        raise ValidationError({"session": _("There is no such session in this campaign.")})
    checked_options(encounter.campaign.system, encounter.options)
    must_be_plain(title=encounter.title)
    encounter.clean_fields(exclude=["campaign", "session", "source", "outcome"])
