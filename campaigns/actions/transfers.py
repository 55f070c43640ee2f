"""Exports and restores of campaigns: begun, watched, confirmed, stopped."""

import secrets
import tempfile
from collections.abc import Iterable
from typing import IO, Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.archive import jobs, reading, restoring, writing
from campaigns.archive import own as mine
from campaigns.archive.container import LARGEST
from campaigns.archive.faults import ArchiveInvalid, Progress
from campaigns.archive.moments import still
from campaigns.models import Campaign, Member, Transfer, User
from rules import play

Kind, Status = Transfer.Kind, Transfer.Status

__all__ = ["ArchiveInvalid", "cancel", "confirm", "export", "receive"]


def export(*, own: Member, whole: bool) -> Transfer:
    """Begins the export of the campaign (GMs only), or of what is the member's own."""
    access.must_have_account(own.user)
    if whole:
        access.must_run(own)
    if own.campaign.self_running:
        raise PermissionDenied(_("A demo table is gone after a day; there is nothing to keep."))
    row = _new(own.user, Kind.WHOLE if whole else Kind.OWN, own.campaign)

    def work(progress: Progress) -> dict[str, Any]:
        with tempfile.TemporaryFile(prefix="fatekeeper-") as file:
            if whole:
                with still() as using:
                    campaign = Campaign._base_manager.using(using).get(pk=own.campaign_id)
                    writing.write(campaign, file, progress=progress, using=using)
            else:
                mine.write(own, file, progress=progress)
            jobs.keep(row, file)
        return {"name": own.campaign.name}

    return jobs.run(row, work)


def receive(*, by: User, file: IO[bytes]) -> Transfer:
    """Takes an archive in and reads it through: waiting for `confirm`, or failed with `about["fault"]`."""
    access.must_have_account(by)
    row = _new(by, Kind.RESTORE, None)
    try:
        jobs.keep(row, file, LARGEST)
    except ArchiveInvalid as fault:
        row.status = Status.FAILED
        row.about = {"fault": {"code": fault.code, "place": fault.place, "message": fault.message}}
        row.save(update_fields=["status", "about"])
        return row

    def work(progress: Progress) -> dict[str, Any]:
        with jobs.kept(row) as archive:
            found = reading.look(archive, progress)
        people = [{"name": name, "role": role, "left": left} for _id, name, role, left in found.places]
        counts = {name: found.counts[name] for name in ("characters", "sessions", "encounters", "log", "world")}
        return {
            "name": found.name, "game": play.SYSTEMS[found.system]["name"], "created": found.created[:40],
            "people": people, "counts": counts,
            "shut": [
                {"place": one.place, "message": one.message, "title": found.titles.get(number, "")}
                for number, one in found.shut.items()
            ],
            "status": Status.WAITING,
        }  # fmt: skip

    return jobs.run(row, work)


def confirm(*, by: User, transfer: Transfer, names: Iterable[str], leave_shut: bool = False) -> Transfer:
    """Restores a waiting archive; `names` get their places back. ValidationError when it is not waiting."""
    access.must_have_account(by)
    confirmed = set(names)
    known = {one["name"] for one in transfer.about.get("people", [])}
    if confirmed - known:
        raise ValidationError({"people": _("Nobody of that name has a place in the archive.")})
    rows = Transfer.objects.filter(pk=transfer.pk, by=by, kind=Kind.RESTORE, status=Status.WAITING)
    if not rows.update(status=Status.RUNNING):
        raise ValidationError(_("This archive does not wait for an answer any more. Send it again."))
    transfer.refresh_from_db()

    def work(progress: Progress) -> dict[str, Any]:
        with jobs.kept(transfer) as archive:
            made = restoring.restore(archive, by=by, confirmed=confirmed, leave_shut=leave_shut, progress=progress)
        transfer.parts.all().delete()
        return {"campaign": made.pk, "given": sorted(confirmed)}

    return jobs.run(transfer, work)


def cancel(*, by: User, transfer: Transfer) -> Transfer:
    """Asks running work to stop, and takes back what waits; harmless when it is over."""
    rows = Transfer.objects.filter(pk=transfer.pk, by=by)
    rows.filter(status=Status.RUNNING).update(stopping=True)
    if rows.filter(status=Status.WAITING).update(status=Status.CANCELLED):
        transfer.parts.all().delete()
    transfer.refresh_from_db()
    return transfer


def _new(by: User, kind: str, campaign: Campaign | None) -> Transfer:
    """A new row; of each kind a person has one, since a file may be large."""
    jobs.sweep()
    Transfer.objects.filter(by=by, kind=kind).exclude(jobs.alive()).delete()
    if Transfer.objects.filter(by=by, kind=kind).count() >= 3:
        raise ValidationError(_("Three of these run already. Wait for their end, or cancel one."))
    return Transfer.objects.create(key=secrets.token_hex(16), by=by, kind=kind, campaign=campaign)
