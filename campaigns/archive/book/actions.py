"""Starts the making of a book."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.archive import jobs
from campaigns.archive.access import refresh_membership
from campaigns.archive.actions import create_transfer
from campaigns.archive.book.audiences import book_audience, book_reader
from campaigns.archive.book.contents import require_book_size
from campaigns.archive.book.making import write_book
from campaigns.archive.faults import Progress
from campaigns.archive.models import Transfer
from campaigns.archive.snapshots import read_snapshot
from common.temporary_folders import temporary_file
from people.access import require_account
from people.idempotency import claims
from people.models import Member


def start_book(*, membership: Member, audience: str) -> Transfer:
    """Starts a book of what the audience knows. ValidationError if the campaign is too large for one."""
    require_account(membership.user)
    if membership.campaign.self_running:
        raise PermissionDenied(_("A demo table is deleted after a day and has no book."))
    for_whom = book_audience(membership, audience)
    require_book_size(book_reader(membership, for_whom))
    about = {"name": membership.campaign.name, "audience": for_whom.value}
    with transaction.atomic():
        row = create_transfer(membership.user, Transfer.Kind.BOOK, membership.campaign, about)
        claims.record_effect({"transfer": row.key})

    def work(progress: Progress) -> dict[str, Any]:
        with temporary_file() as file:
            with read_snapshot():
                now = refresh_membership(membership, for_gms=row.is_for_gms)
                write_book(now, for_whom, file, progress=progress)
            jobs.store_file(row, file)
        return {}

    return jobs.run_transfer(row, work)
