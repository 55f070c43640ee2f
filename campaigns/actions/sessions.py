"""Writes to evenings: plan one, change its plan or notes, and say who came."""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from campaigns.access import must_run
from campaigns.actions import links
from campaigns.actions.fields import clean
from campaigns.models import Campaign, Member, Session
from rules.plain import must_be_plain
from rules.stale import Stale

FIELDS = ("title", "starts", "agenda", "notes", "gm_notes")


@transaction.atomic
def plan(
    *, own: Member, title: str = "", starts: datetime | None = None, notes: str = "", gm_notes: str = "",
    agenda: str = "",
) -> Session:  # fmt: skip
    """Plans the next evening; it gets the campaign's next number."""
    must_run(own)
    Campaign.objects.select_for_update().get(pk=own.campaign_id)
    last = Session.objects.filter(campaign=own.campaign_id).aggregate(last=Max("number"))["last"] or 0
    row = Session(
        campaign=own.campaign, number=last + 1, title=title, starts=starts, notes=notes, gm_notes=gm_notes,
        agenda=agenda,
    )  # fmt: skip
    must_be_plain(title=row.title)
    clean(row)
    row.save()
    links.of_session(row)
    return row


@transaction.atomic
def change(*, own: Member, session: Session, revision: int | None = None, **fields: Any) -> Session:
    """Changes title, start, agenda, notes or GM notes; only the fields given.

    `revision` is the one the writer saw: an older one raises `Stale`, and nothing is overwritten."""
    row = _locked(own, session)
    if revision is not None and row.revision != revision:
        raise Stale(row, str(row))
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValidationError(_("A session has no field %(names)s.") % {"names": ", ".join(unknown)})
    for field, value in fields.items():
        setattr(row, field, value)
    must_be_plain(title=row.title)
    clean(row)
    row.revision += 1
    row.save()
    links.of_session(row)
    return row


@transaction.atomic
def hold(*, own: Member, session: Session, attendance: list[Member]) -> Session:
    """Marks the evening as held and says who came; may be said again to correct it."""
    row = _locked(own, session)
    if any(member.campaign_id != own.campaign_id for member in attendance):
        raise ValidationError({"attendance": _("Only members of the campaign can have come.")})
    row.status = Session.Status.HELD
    row.save()
    row.attendance.set(attendance)
    return row


@transaction.atomic
def reopen(*, own: Member, session: Session) -> Session:
    """Takes the mark back: the evening is planned again; who came stays noted."""
    row = _locked(own, session)
    row.status = Session.Status.PLANNED
    row.save()
    return row


def _locked(own: Member, session: Session) -> Session:
    must_run(own)
    if session.campaign_id != own.campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))
    return Session.objects.select_for_update().get(pk=session.pk)
