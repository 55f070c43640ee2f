"""Writes to ties: they are made, changed, shown, hidden and removed, with lines in the reveal journal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from campaigns.world.models import WorldEntry
from campaigns.world.reveals import write_reveal
from campaigns.world.ties.access import require_tie_edit, require_tie_writer
from campaigns.world.ties.models import Thing, Tie
from campaigns.world.ties.wording import complete_words
from common.edit_conflicts import require_revision
from common.rows import save_with_history, validate_row
from people.access import require_account, require_gm
from people.models import Member
from rules.pages.plain_text import require_plain_text

Visibility = WorldEntry.Visibility
TEXTS: Final = ("words", "back", "since", "until")
# Who knows of a tie: None is everyone.
Audience = dict[int | None, Member | None]


@transaction.atomic
def create_tie(
    *,
    membership: Member,
    start: Thing,
    end: Thing,
    kind: str = Tie.Kind.OTHER,
    visibility: str = Visibility.GM,
    players: Sequence[Member] = (),
    how: str = "",
    **texts: str,
) -> Tie:
    """Ties two things together; the member must be allowed to change one of them.

    A player's tie is also visible to that player. The journal records who learns of it."""
    require_account(require_tie_writer(membership, start, end).user)
    row = _new_tie(membership, start, end, kind)
    row.author, row.visibility = None if membership.is_gm else membership, visibility
    _write_texts(row, texts)
    _save_tie(membership, row, players, before={}, how=how, reason=_("written"))
    return row


@dataclass(frozen=True)
class TieToCreate:
    """The ends, the kind, and the words and times of a tie that does not exist yet."""

    start: Thing
    end: Thing
    kind: str
    texts: dict[str, str]


@transaction.atomic
def create_gm_ties(*, membership: Member, ties: Sequence[TieToCreate]) -> list[Tie]:
    """Ties many things together, for GMs only: with two statements for every hundred ties. GMs only."""
    require_account(require_gm(membership).user)
    rows = []
    for tie in ties:
        row = _new_tie(membership, tie.start, tie.end, tie.kind)
        _write_texts(row, tie.texts, related=False)
        rows.append(row)
    return bulk_create_with_history(
        rows, Tie, batch_size=100, default_user=membership.user, default_change_reason=_("written")
    )


@transaction.atomic
def change_tie(
    *,
    membership: Member,
    tie: Tie,
    revision: int | None,
    visibility: str | None = None,
    players: Sequence[Member] | None = None,
    how: str = "",
    reason: str = "",
    **texts: str,
) -> Tie:
    """Changes the words, the times or the audience of a tie. None for `revision` overwrites whatever is there.

    `reason`: at most 400 characters for the history."""
    row = _lock_tie(membership, tie)
    require_revision(row, str(row), revision)
    before = _audience(row)
    row.revision += 1
    row.visibility = visibility or row.visibility
    chosen = _present_viewers(row, before) if players is None else players
    _write_texts(row, texts)
    _save_tie(membership, row, chosen, before=before, how=how, reason=reason)
    return row


@transaction.atomic
def remove_tie(*, membership: Member, tie: Tie, revision: int | None = None) -> None:
    """Removes a tie; its history and the journal stay. EditConflict: it no longer has that revision."""
    row = _lock_tie(membership, tie)
    require_revision(row, str(row), revision)
    row.removed = timezone.now()
    row.revision += 1
    save_with_history(row, membership.user, _("removed"))


def _lock_tie(membership: Member, tie: Tie) -> Tie:
    require_tie_edit(membership, tie)
    if tie.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    row = Tie.objects.select_for_update(of=("self",)).get(pk=tie.pk)
    if row.removed is not None:
        raise ValidationError(_("Someone else removed this tie."))
    row.campaign = membership.campaign
    return row


def _new_tie(membership: Member, start: Thing, end: Thing, kind: str) -> Tie:
    """An unsaved tie of the GMs."""
    if {start.campaign_id, end.campaign_id} != {membership.campaign_id}:
        raise PermissionDenied(_("This belongs to another campaign."))
    if type(start) is type(end) and start.pk == end.pk:
        raise ValidationError(_("You cannot tie something to itself. Choose another person or page."))
    ends = _end_columns("from", start) | _end_columns("to", end)
    return Tie(campaign=membership.campaign, kind=kind, by=membership.user, visibility=Visibility.GM, **ends)


def _end_columns(side: str, thing: Thing) -> dict[str, Any]:
    return {f"{side}_page" if isinstance(thing, WorldEntry) else f"{side}_person": thing}


def _write_texts(row: Tie, texts: dict[str, str], *, related: bool = True) -> None:
    """Writes the words and times, and validates the tie; without `related` it needs no queries."""
    unknown = sorted(set(texts) - set(TEXTS))
    if unknown:
        raise ValidationError(_("A tie has no field %(names)s.") % {"names": ", ".join(unknown)})
    for field, value in texts.items():
        setattr(row, field, " ".join(value.split()))
    row.words, row.back = complete_words(row.kind, row.words, row.back)
    if not row.words:
        raise ValidationError({"words": _("Write what ties them, for example “friend of”.")})
    require_plain_text(**{field: getattr(row, field) for field in TEXTS})
    validate_row(row, related=related)


def _save_tie(
    membership: Member, row: Tie, players: Sequence[Member], *, before: Audience, how: str, reason: str = ""
) -> None:
    """Saves the tie, and records in the journal who learns of it and from whom it is hidden again."""
    chosen = _require_viewers(row, players) if row.visibility == Visibility.CHOSEN else []
    save_with_history(row, membership.user, reason)
    row.players.set(chosen)
    after = _audience(row)
    # For nobody is a tie hidden again that everyone sees now.
    for key in before.keys() - after.keys() if None not in after else ():
        write_reveal(membership, tie=row, member=before[key], shown=False)
    for key in after.keys() - before.keys():
        write_reveal(membership, tie=row, member=after[key], how=how)


def _audience(row: Tie) -> Audience:
    if row.visibility == Visibility.PARTY:
        return {None: None}
    return {player.pk: player for player in row.players.all()} if row.visibility == Visibility.CHOSEN else {}


def _present_viewers(row: Tie, before: Audience) -> list[Member]:
    """Those to whom the tie was shown and who are still players; without any, it becomes the GMs' own."""
    viewers = [viewer for viewer in before.values() if viewer is not None]
    present = [viewer for viewer in viewers if viewer.present and not viewer.is_gm]
    if viewers and not present and row.visibility == Visibility.CHOSEN:
        row.visibility = Visibility.GM
    return present


def _require_viewers(row: Tie, players: Sequence[Member]) -> list[Member]:
    if any(player.campaign_id != row.campaign_id or not player.present for player in players):
        raise ValidationError({"players": _("You can only show something to members of the campaign.")})
    chosen = [player for player in players if not player.is_gm and player.pk != row.author_id]
    if not chosen:
        raise ValidationError({"players": _("Choose at least one player, or show it to everyone.")})
    return chosen
