"""Writes that show pages and NPCs to players or hide them, each with a line in the reveal journal."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.sessions.models import Session, running_session
from campaigns.world.access import require_manager
from campaigns.world.actions import create_entry, lock_entry
from campaigns.world.maps.models import MapArea
from campaigns.world.models import Reveal, WorldEntry
from campaigns.world.ties.models import Tie
from characters.models import Character
from characters.sheets import saving
from common.rows import save_with_history, validate_row
from people.access import require_gm
from people.models import Member
from rules.pages.plain_text import require_plain_text

Visibility = WorldEntry.Visibility


@transaction.atomic
def create_shown_entry(*, membership: Member, shown: bool = False, **fields: Any) -> WorldEntry:
    """Creates a page (`actions.create_entry`), and shows it to everyone if `shown` is true."""
    row = create_entry(membership=membership, **fields)
    return show_entry(membership=membership, entry=row) if shown else row


@transaction.atomic
def show_entry(
    *,
    membership: Member,
    entry: WorldEntry,
    members: Iterable[Member] | None = None,
    how: str = "",
    session: Session | None = None,
) -> WorldEntry:
    """Shows the page to everyone, or to more members.

    The journal records each member who learns something new, `how` (up to 200 characters), and the session: the
    given one, or else the running one."""
    row = lock_entry(membership, entry)
    if row.archived is not None:
        raise ValidationError(_("The page is archived. Restore it first."))
    if row.visibility == Visibility.PARTY:
        return row
    learned = [None] if members is None else _new_viewers(membership, row, members)
    if members is None:
        row.visibility = Visibility.PARTY
        row.players.clear()
    else:
        row.visibility = Visibility.CHOSEN
        row.players.add(*[member for member in learned if member is not None])
    _save_visibility(row, membership)
    for member in learned:
        write_reveal(membership, entry=row, member=member, how=how, session=session)
    return row


@transaction.atomic
def hide_entry(*, membership: Member, entry: WorldEntry, how: str = "") -> WorldEntry:
    """Hides the page from everyone but GMs and its owner, and records that in the journal."""
    row = lock_entry(membership, entry)
    require_manager(membership, row)
    if row.visibility == Visibility.GM:
        return row
    row.shared = False
    to = list(row.players.all()) if row.visibility == Visibility.CHOSEN else [None]
    row.visibility = Visibility.GM
    row.players.clear()
    _save_visibility(row, membership)
    for member in to:
        write_reveal(membership, entry=row, member=member, how=how, shown=False)
    return row


@transaction.atomic
def set_notebook(*, membership: Member, entry: WorldEntry, shared: bool) -> WorldEntry:
    """Puts a player's note into the party notebook, which its owner does, or takes it out of it again.

    Every player reads and may change what is in the notebook. Taken out, everyone still reads the note."""
    row = lock_entry(membership, entry)
    require_manager(membership, row)
    if row.shared == shared:
        return row
    if shared and row.author_id != membership.pk:
        raise PermissionDenied(_("Only the owner of the note may put it into the party notebook."))
    if shared and row.visibility != Visibility.PARTY:
        row = show_entry(membership=membership, entry=row)
    row.shared = shared
    row.revision += 1
    save_with_history(row, membership.user, _("party notebook") if shared else _("out of the party notebook"))
    return row


@transaction.atomic
def set_npc_known(
    *, membership: Member, npc: Character, known: bool, members: Iterable[Member] | None = None, how: str = ""
) -> Character:
    """Shows an NPC to everyone or to more members, or hides it from all players.

    The journal records each member who learns something new."""
    require_gm(membership)
    if npc.campaign_id != membership.campaign_id or npc.kind != Character.Kind.NPC:
        raise PermissionDenied(_("This is not an NPC of this campaign."))
    current = saving.lock_character(npc)
    if known:
        return _show_npc(membership, current, members, how)
    if members is not None:
        raise ValidationError({"members": _("You can only hide an NPC from all players at once.")})
    return _hide_npc(membership, current, how)


def _show_npc(membership: Member, npc: Character, members: Iterable[Member] | None, how: str) -> Character:
    if npc.visible:
        return npc
    there = set(npc.players.values_list("pk", flat=True))
    learned = [None] if members is None else _choose_new(membership, members, there, there)
    if not learned:
        return npc
    if members is None:
        npc.visible = True
        npc.players.clear()
    else:
        npc.players.add(*[member for member in learned if member is not None])
    reason = how or (_("shown to the players") if members is None else _("shown to chosen players"))
    npc = saving.save_next_revision(npc, membership.user, reason)
    for member in learned:
        write_reveal(membership, character=npc, member=member, how=how)
    return npc


def _hide_npc(membership: Member, npc: Character, how: str) -> Character:
    forgot: list[Member | None] = [None] if npc.visible else list(npc.players.all())
    if not forgot:
        return npc
    npc.visible = False
    npc.players.clear()
    npc = saving.save_next_revision(npc, membership.user, how or _("hidden from the players"))
    for member in forgot:
        write_reveal(membership, character=npc, member=member, how=how, shown=False)
    return npc


def _new_viewers(membership: Member, row: WorldEntry, members: Iterable[Member]) -> list[Member | None]:
    there = set(row.players.values_list("pk", flat=True)) if row.visibility == Visibility.CHOSEN else set()
    return _choose_new(membership, members, there, there | {row.author_id})


def _choose_new(
    membership: Member, members: Iterable[Member], there: set[int], known: set[int | None] | set[int]
) -> list[Member | None]:
    """The members who do not know it yet; ValidationError for people of other campaigns, and without a player."""
    chosen = list(members)
    if not chosen:
        raise ValidationError({"members": _("Choose at least one player, or show it to everyone.")})
    if any(member.campaign_id != membership.campaign_id or not member.present for member in chosen):
        raise ValidationError({"members": _("You can only show something to members of the campaign.")})
    new: list[Member | None] = [member for member in chosen if member.pk not in known and not member.is_gm]
    if not new and not there:
        raise ValidationError({"members": _("The people you chose can already see it. Choose someone else.")})
    return new


def _save_visibility(row: WorldEntry, membership: Member) -> None:
    row.revision += 1
    save_with_history(row, membership.user, str(row.get_visibility_display()))


def write_reveal(
    membership: Member,
    *,
    entry: WorldEntry | None = None,
    block: int | None = None,
    character: Character | None = None,
    tie: Tie | None = None,
    area: MapArea | None = None,
    member: Member | None = None,
    how: str = "",
    session: Session | None = None,
    shown: bool = True,
) -> None:
    """Writes a line of the journal about a page or one of its blocks, an NPC, a tie or an area of a map.

    `member` None means everyone in the campaign."""
    if session is not None and session.campaign_id != membership.campaign_id:
        raise ValidationError({"session": _("This belongs to another campaign.")})
    line = Reveal(
        campaign=membership.campaign,
        entry=entry,
        block=block,
        character=character,
        tie=tie,
        map=area.map if area else None,
        area=area,
        member=member,
        shown=shown,
        how=how.strip(),
        session=session or running_session(membership.campaign_id),
        by=membership.user,
    )
    require_plain_text(how=line.how)
    validate_row(line)
    line.save()
