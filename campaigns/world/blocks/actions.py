"""Writes that open secret blocks of a page to players or close them, each with a line in the reveal journal."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.access import visible_entries
from campaigns.world.actions import lock_entry
from campaigns.world.blocks.models import BlockReader
from campaigns.world.models import Reveal, WorldEntry
from campaigns.world.reveals import write_reveal
from common.edit_conflicts import EditConflict
from common.rows import save_with_history, validate_row
from common.secret_blocks import HIGHEST_NUMBER, MOST_NESTED, Block, block_numbers, number_block, split_blocks
from people.access import require_gm
from people.models import Member


@transaction.atomic
def open_block(
    *,
    membership: Member,
    entry: WorldEntry,
    place: int,
    revision: int | None,
    members: Iterable[Member] | None = None,
    how: str = "",
) -> WorldEntry:
    """Opens the secret block at a place of the page to everyone who may read the page, or to more members.

    The first time, the block gets a number in the text. `revision` is the one that the GM saw: after a change the
    place may be another block's. The journal records each member who learns something new."""
    row = _lock_page(membership, entry, revision)
    if row.visibility == WorldEntry.Visibility.GM:
        raise ValidationError(_("Only GMs can see this page. Show the page first."))
    row, number = _ensure_number(membership, row, _find_block(row, place))
    readers = BlockReader.objects.filter(entry=row, number=number)
    if readers.filter(member__isnull=True).exists():
        return row
    if members is None:
        readers.delete()
        learned: list[Member | None] = [None]
    else:
        learned = _new_readers(membership, row, list(members), set(readers.values_list("member", flat=True)))
    for new_reader in learned:
        reader = BlockReader(entry=row, number=number, member=new_reader)
        validate_row(reader)
        reader.save()
        write_reveal(membership, entry=row, block=number, member=new_reader, how=how)
    return row


@transaction.atomic
def close_block(*, membership: Member, entry: WorldEntry, place: int, revision: int | None) -> WorldEntry:
    """Closes the secret block at a place of the page to everyone but GMs, and records that in the journal."""
    row = _lock_page(membership, entry, revision)
    block = _find_block(row, place)
    readers = BlockReader.objects.filter(entry=row, number=block.number or 0).select_related("member")
    for reader in readers:
        write_reveal(membership, entry=row, block=block.number, member=reader.member, shown=False)
    readers.delete()
    return row


def _lock_page(membership: Member, entry: WorldEntry, revision: int | None) -> WorldEntry:
    row = lock_entry(require_gm(membership), entry)
    if revision is not None and row.revision != revision:
        raise EditConflict(row, row.name)
    if row.archived is not None:
        raise ValidationError(_("The page is archived. Restore it first."))
    return row


def _find_block(row: WorldEntry, place: int) -> Block:
    inside = [piece.blocks for piece in split_blocks(row.text) if piece.blocks]
    blocks_by_place = {blocks[-1].index: blocks[-1] for blocks in inside}
    deepest = {blocks[-1].index for blocks in inside if len(blocks) == MOST_NESTED}
    if place not in blocks_by_place:
        raise ValidationError({"place": _("The page no longer has this secret block.")})
    if place in deepest:
        raise ValidationError({"place": _("This block is in too many others. Write it outside of some of them.")})
    return blocks_by_place[place]


def _ensure_number(membership: Member, row: WorldEntry, block: Block) -> tuple[WorldEntry, int]:
    """The page and the number of its block; a new number is one that no block of the page ever had."""
    if block.number is not None:
        return row, block.number
    number = _find_free_number(row)
    row.text = number_block(row.text, block.index, number)
    row.revision += 1
    validate_row(row)
    save_with_history(row, membership.user, _("secret block %(number)s") % {"number": number})
    return row, number


def _find_free_number(row: WorldEntry) -> int:
    """The number after the highest one of the page; the lowest free one if that would have too many digits."""
    used: set[int | None] = set(block_numbers(row.text))
    used |= set(BlockReader.objects.filter(entry=row).values_list("number", flat=True))
    used |= set(Reveal.objects.filter(entry=row).values_list("block", flat=True))
    highest = max((number for number in used if number is not None), default=0)
    numbers = range(highest + 1 if highest < HIGHEST_NUMBER else 1, HIGHEST_NUMBER + 1)
    for number in numbers:
        if number not in used:
            return number
    raise ValidationError(_("All numbers of secret blocks are used on this page. Move the block to another page."))


def _new_readers(
    membership: Member, row: WorldEntry, chosen: list[Member], known: set[int | None]
) -> list[Member | None]:
    """The chosen members who learn something new; refuses members who cannot read the page."""
    if not chosen:
        raise ValidationError({"members": _("Choose at least one player, or show it to everyone.")})
    if any(member.campaign_id != membership.campaign_id or not member.present for member in chosen):
        raise ValidationError({"members": _("You can only show something to members of the campaign.")})
    blind = [member for member in chosen if not visible_entries(member).filter(pk=row.pk).exists()]
    if blind:
        names = ", ".join(str(member.user) for member in blind)
        raise ValidationError({"members": _("%(names)s cannot see this page. Show the page first.") % {"names": names}})
    return [member for member in chosen if member.pk not in known and not member.is_gm]
