"""Writes that start, confirm and cancel exports and restores."""

import secrets
from collections.abc import Iterable
from typing import IO, Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.archive import jobs, reading, restoring, writing
from campaigns.archive import member_export as mine
from campaigns.archive.access import refresh_membership
from campaigns.archive.container import LARGEST
from campaigns.archive.faults import ArchiveInvalid, Cancelled, Progress
from campaigns.archive.models import Transfer, TransferPart
from campaigns.archive.snapshots import read_snapshot, snapshot_alias
from common.temporary_folders import temporary_file
from people.access import require_account, require_gm
from people.idempotency import claims
from people.models import Campaign, Member, User
from rules import play

Kind, Status = Transfer.Kind, Transfer.Status
MOST_RUNNING: Final = 3
MOST_KEPT: Final = 3

__all__ = ["ArchiveInvalid", "cancel_transfer", "confirm_restore", "create_transfer", "receive_archive", "start_export"]


def start_export(*, membership: Member, whole: bool) -> Transfer:
    """Starts the export of the campaign (GMs only), or of the member's own data."""
    require_account(membership.user)
    if whole:
        require_gm(membership)
    if membership.campaign.self_running:
        raise PermissionDenied(_("A demo table is deleted after a day and cannot be exported."))
    about = {"name": membership.campaign.name, "audience": "gm" if membership.is_gm else "me"}
    with transaction.atomic():
        row = create_transfer(membership.user, Kind.WHOLE if whole else Kind.OWN, membership.campaign, about)
        claims.record_effect({"transfer": row.key})

    def work(progress: Progress) -> dict[str, Any]:
        with temporary_file() as file:
            result = (_write_whole if whole else _write_own)(membership, row, file, progress)
            jobs.store_file(row, file)
        return result

    return jobs.run_transfer(row, work)


def _write_whole(membership: Member, _row: Transfer, file: IO[bytes], progress: Progress) -> dict[str, Any]:
    refresh_membership(membership, for_gms=True)
    with snapshot_alias() as using:
        campaign = Campaign._base_manager.using(using).get(pk=membership.campaign_id)
        return {"restorable": writing.write_archive(campaign, file, progress=progress, using=using)}


def _write_own(membership: Member, row: Transfer, file: IO[bytes], progress: Progress) -> dict[str, Any]:
    with read_snapshot():
        now = refresh_membership(membership, for_gms=row.is_for_gms)
        return {"maps_left_out": mine.write_member_export(now, file, progress=progress)}


def receive_archive(*, by: User, file: IO[bytes]) -> Transfer:
    """Stores and checks an archive: the transfer then waits for `confirm_restore`, or failed with `about["fault"]`."""
    require_account(by)
    row = create_transfer(by, Kind.RESTORE, None)
    try:
        with transaction.atomic():
            jobs.store_file(row, file, LARGEST)
            claims.record_effect({"transfer": row.key})
    except ArchiveInvalid as fault:
        row.status = Status.FAILED
        row.about = {"fault": {"code": fault.code, "place": fault.place, "message": fault.message}}
        row.save(update_fields=["status", "about"])
        return row

    def work(progress: Progress) -> dict[str, Any]:
        with jobs.open_file(row) as archive:
            contents = reading.read_archive(archive, progress)
        return _describe_archive(contents) | {"status": Status.WAITING}

    return jobs.run_transfer(row, work)


def _describe_archive(contents: reading.ArchiveContents) -> dict[str, Any]:
    """What the page shows before a restore: the campaign, its people, how much there is, and what cannot be read."""
    return {
        "name": contents.name,
        "game": play.SYSTEMS[contents.system]["name"],
        "created": contents.created[:40],
        "people": [{"name": name, "role": role, "left": left} for _id, name, role, left in contents.places],
        "counts": {name: contents.counts[name] for name in ("characters", "sessions", "encounters", "log", "world")},
        "shut": [
            {"place": closed_entry.place, "message": closed_entry.message, "title": contents.titles.get(number, "")}
            for number, closed_entry in contents.shut.items()
        ],
    }


def confirm_restore(*, by: User, transfer: Transfer, names: Iterable[str], leave_shut: bool = False) -> Transfer:
    """Restores a waiting archive and offers places to `names`. ValidationError if it is not waiting, or if
    encounters do not open and `leave_shut` does not leave them out.

    The restoring person gets the place of their own name, whether it is among the names or not."""
    require_account(by)
    confirmed, people = set(names), transfer.about.get("people", [])
    _require_places(confirmed, people, by)
    if transfer.about.get("shut") and not leave_shut:
        # The archive is read again, so that an encounter which opens by then is restored.
        message = _("Some encounters do not open here. Leave out those that do not, and the rest is restored.")
        raise ValidationError({"leave_shut": message})
    _start_restore(by, transfer)

    def describe(campaign: Campaign) -> dict[str, Any]:
        own = {by.username}
        given = own & {person["name"] for person in people}
        return {"campaign": campaign.pk, "given": sorted(given), "offered": sorted(confirmed - own)}

    def finish(campaign: Campaign) -> None:
        """Stores the result in the restore's transaction, so that a later crash cannot make it look interrupted.

        Cancelled if the transfer no longer runs: the person was told so, and may have restored the archive again."""
        about = transfer.about | describe(campaign)
        running = Transfer.objects.filter(pk=transfer.pk, status=Status.RUNNING)
        if not running.update(status=Status.DONE, about=about):
            raise Cancelled
        TransferPart.objects.filter(transfer=transfer).delete()

    def work(progress: Progress) -> dict[str, Any]:
        with jobs.open_file(transfer) as archive:
            campaign = restoring.restore_campaign(
                archive, by=by, confirmed=confirmed, leave_shut=leave_shut, progress=progress, finish=finish
            )
        return describe(campaign)

    return jobs.run_transfer(transfer, work)


def _require_places(confirmed: set[str], people: list[dict[str, Any]], by: User) -> None:
    """Refuses names without a place in the archive.

    The person who restores it becomes a GM and may take the place with their own name, even if it had ended. An ended
    place is offered to nobody else."""
    known = {person["name"] for person in people if not person["left"] or person["name"] == by.username}
    if confirmed - known:
        raise ValidationError({"people": _("The archive has no place for that name.")})


def _start_restore(by: User, transfer: Transfer) -> None:
    """Marks a waiting restore as running; ValidationError if another request has done so."""
    rows = Transfer.objects.filter(pk=transfer.pk, by=by, kind=Kind.RESTORE, status=Status.WAITING)
    with transaction.atomic():
        if not rows.update(status=Status.RUNNING, touched=timezone.now()):
            raise ValidationError(_("This archive is no longer waiting for an answer. Upload it again."))
        claims.record_effect({"transfer": transfer.key})
    transfer.refresh_from_db()


def cancel_transfer(*, by: User, transfer: Transfer) -> Transfer:
    """Asks running work to stop, and cancels a waiting restore; does nothing if it has ended."""
    rows = Transfer.objects.filter(pk=transfer.pk, by=by)
    rows.filter(status=Status.RUNNING).update(stopping=True)
    if rows.filter(status=Status.WAITING).update(status=Status.CANCELLED):
        transfer.parts.all().delete()
    transfer.refresh_from_db()
    return transfer


def create_transfer(by: User, kind: str, campaign: Campaign | None, about: dict[str, Any] | None = None) -> Transfer:
    """Creates a transfer in place of the person's earlier ones of this kind, campaign and audience that do not run.

    Files may be large, so a person keeps at most MOST_KEPT of a kind. Refuses a fourth one that would run at the same
    time."""
    jobs.delete_old_transfers()
    rows = Transfer.objects.filter(by=by, kind=kind)
    if rows.filter(jobs.still_running_filter()).count() >= MOST_RUNNING:
        raise ValidationError(_("Three jobs are already running. Wait until one ends, or cancel one."))
    about, ended = about or {}, rows.exclude(jobs.still_running_filter()).order_by("-pk")
    what = (campaign.pk if campaign else None, about.get("audience"))
    others = [row.pk for row in ended if (row.campaign_id, row.about.get("audience")) != what]
    ended.exclude(pk__in=others[: MOST_KEPT - 1]).delete()
    return Transfer.objects.create(key=secrets.token_hex(16), by=by, kind=kind, campaign=campaign, about=about)
