"""Showing the world to the players, and hiding it again; every time is a line of the journal."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import must_run
from campaigns.actions.fields import clean, keep
from campaigns.actions.world import create, locked
from campaigns.models import Member, Reveal, Session, WorldEntry
from campaigns.models.story import evening_now
from characters.actions import sheets
from characters.models import Character
from rules.plain import must_be_plain

Visibility = WorldEntry.Visibility


@transaction.atomic
def make(*, own: Member, shown: bool = False, **fields: Any) -> WorldEntry:
    """A new page (`world.create`), shown to everybody at once where `shown` says so."""
    row = create(own=own, **fields)
    return show(own=own, entry=row) if shown else row


@transaction.atomic
def show(
    *, own: Member, entry: WorldEntry, members: Iterable[Member] | None = None, how: str = "",
    session: Session | None = None,
) -> WorldEntry:  # fmt: skip
    """Shows the page to everybody, or to the members chosen besides those who see it already.

    The journal notes each who learns something new, `how` (by what, 200 characters) and the evening: the one
    given, else the one that is on."""
    row = locked(own, entry)
    if row.archived is not None:
        raise ValidationError(_("The page is put aside. Take it up again first."))
    if row.visibility == Visibility.PARTY:
        return row
    learned = [None] if members is None else _new(own, row, members)
    if members is None:
        row.visibility = Visibility.PARTY
        row.players.clear()
    else:
        row.visibility = Visibility.CHOSEN
        row.players.add(*[one for one in learned if one is not None])
    _save(row, own)
    for one in learned:
        _journal(own, entry=row, member=one, how=how, session=session)
    return row


@transaction.atomic
def hide(*, own: Member, entry: WorldEntry, how: str = "") -> WorldEntry:
    """Hides the page from everybody but GMs; what was seen was seen, and the journal says so."""
    row = locked(own, entry)
    if row.visibility == Visibility.GM:
        return row
    to = list(row.players.all()) if row.visibility == Visibility.CHOSEN else [None]
    row.visibility = Visibility.GM
    row.players.clear()
    _save(row, own)
    for one in to:
        _journal(own, entry=row, member=one, how=how, shown=False)
    return row


@transaction.atomic
def know(*, own: Member, npc: Character, known: bool, how: str = "") -> Character:
    """Lets the players know an NPC by name, or takes it from their lists again."""
    must_run(own)
    if npc.campaign_id != own.campaign_id or npc.kind != Character.Kind.NPC:
        raise PermissionDenied(_("That is no NPC of this campaign."))
    current = sheets.locked(npc)
    if current.visible == known:
        return current
    current.visible = known
    reason = how or (_("shown to the players") if known else _("hidden from the players"))
    current = sheets.bump(current, own.user, reason)
    _journal(own, character=current, how=how, shown=known)
    return current


def _new(own: Member, row: WorldEntry, members: Iterable[Member]) -> list[Member | None]:
    chosen = list(members)
    if not chosen:
        raise ValidationError({"members": _("Choose at least one player, or show it to everybody.")})
    if any(one.campaign_id != own.campaign_id or one.left is not None for one in chosen):
        raise ValidationError({"members": _("Only members of the campaign can be shown something.")})
    there = set(row.players.values_list("pk", flat=True)) if row.visibility == Visibility.CHOSEN else set()
    known = there | {row.author_id}
    new: list[Member | None] = [one for one in chosen if one.pk not in known and not one.runs]
    if not new and not there:
        raise ValidationError({"members": _("GMs see it already. Choose at least one player.")})
    return new


def _save(row: WorldEntry, own: Member) -> None:
    row.revision += 1
    keep(row, own.user, str(row.get_visibility_display()))


def _journal(
    own: Member, *, entry: WorldEntry | None = None, character: Character | None = None,
    member: Member | None = None, how: str = "", session: Session | None = None, shown: bool = True,
) -> None:  # fmt: skip
    if session is not None and session.campaign_id != own.campaign_id:
        raise ValidationError({"session": _("That belongs to another campaign.")})
    line = Reveal(
        campaign=own.campaign, entry=entry, character=character, member=member, shown=shown, how=how.strip(),
        session=session or evening_now(own.campaign_id), by=own.user,
    )  # fmt: skip
    must_be_plain(how=line.how)
    clean(line)
    line.save()
