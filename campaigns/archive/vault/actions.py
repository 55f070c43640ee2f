"""Starts the writing and the reading of vaults."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.archive import jobs
from campaigns.archive.access import refresh_membership
from campaigns.archive.actions import create_transfer
from campaigns.archive.faults import Cancelled, Progress
from campaigns.archive.models import Transfer
from campaigns.archive.snapshots import read_snapshot
from campaigns.archive.vault.importing import import_vault
from campaigns.archive.vault.writing import write_vault
from campaigns.modules.adapters.draft import NotUnderstood
from campaigns.modules.adapters.foreign_archives import texts
from common.temporary_folders import temporary_file
from people.access import campaigns_run_by, require_account, require_gm
from people.idempotency import claims
from people.models import Member, User

LARGEST = 100 * 1024 * 1024


def start_vault_export(*, membership: Member) -> Transfer:
    """Starts the export of the world as notes, as the member may read it."""
    require_account(membership.user)
    if membership.campaign.self_running:
        raise PermissionDenied(_("A demo table is deleted after a day and cannot be exported."))
    about = {"name": membership.campaign.name, "audience": "gm" if membership.is_gm else "me"}
    with transaction.atomic():
        row = create_transfer(membership.user, Transfer.Kind.VAULT, membership.campaign, about)
        claims.record_effect({"transfer": row.key})

    def work(progress: Progress) -> dict[str, Any]:
        with temporary_file() as file:
            with read_snapshot():
                now = refresh_membership(membership, for_gms=row.is_for_gms)
                write_vault(now, file, progress=progress)
            jobs.store_file(row, file)
        return {}

    return jobs.run_transfer(row, work)


def start_vault_import(*, membership: Member, data: bytes) -> Transfer:
    """Starts the import of notes as pages of the world, for GMs; `about["report"]` says what came in.

    It is cancelled when the GM is no longer one.
    ValidationError for an archive that cannot be read."""
    require_account(require_gm(membership).user)
    if len(data) > LARGEST:
        raise ValidationError(_("The archive is larger than 100 MB. Leave out large attachments and try again."))
    try:
        if not texts(data, (".md",)):
            raise ValidationError(_("There are no Markdown notes in this archive. Send a folder of notes as a ZIP."))
    except NotUnderstood as fault:
        raise ValidationError(str(fault)) from None
    with transaction.atomic():
        row = create_transfer(membership.user, Transfer.Kind.NOTES, membership.campaign, {})
        claims.record_effect({"transfer": row.key})

    def work(progress: Progress) -> dict[str, Any]:
        def progress_of_gm(stage: str, done: int, total: int) -> None:
            progress(stage, done, total)
            # The membership was read before the work began, which may take minutes.
            user = User.objects.get(pk=membership.user_id)
            if not campaigns_run_by(user).filter(pk=membership.campaign_id).exists():
                raise Cancelled

        return {"report": import_vault(membership, data, progress_of_gm).about}

    return jobs.run_transfer(row, work)
