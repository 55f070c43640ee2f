"""Which secret blocks a member may read."""

from collections.abc import Mapping

from django.db.models import Q

from campaigns.world.blocks.models import BlockReader
from people.models import Member


def opened_blocks(membership: Member) -> Mapping[int, frozenset[int]]:
    """The numbers of the blocks that are open to the member, by page; for members who do not run the campaign."""
    mine = Q(member=membership.pk) | Q(member__isnull=True)
    rows = BlockReader.objects.filter(mine, entry__campaign=membership.campaign_id).order_by()
    blocks_by_page: dict[int, set[int]] = {}
    for page, number in rows.values_list("entry_id", "number"):
        blocks_by_page.setdefault(page, set()).add(number)
    return {page: frozenset(numbers) for page, numbers in blocks_by_page.items()}
