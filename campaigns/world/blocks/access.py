"""Which secret blocks a member may read."""

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from campaigns.world.blocks.models import BlockReader
from people.models import Member


def opened_to(membership: Member) -> QuerySet[BlockReader]:
    """The rows that open blocks to the member, or to everyone; GMs read all blocks without them."""
    rows = BlockReader.objects.filter(Q(member=membership.pk) | Q(member__isnull=True))
    return rows.filter(entry__campaign=membership.campaign_id).order_by()


def opened_blocks(membership: Member) -> Mapping[int, frozenset[int]]:
    """The numbers of the blocks that are open to the member, by page; for members who do not run the campaign."""
    opened: dict[int, set[int]] = {}
    for page, number in opened_to(membership).values_list("entry_id", "number"):
        opened.setdefault(page, set()).add(number)
    return {page: frozenset(numbers) for page, numbers in opened.items()}
