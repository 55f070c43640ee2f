"""Locks, validates and saves rows."""

from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from common.one_line import BREAKS, one_line

Row = TypeVar("Row", bound=models.Model)


def lock_row(rows: "models.QuerySet[Row]", pk: Any) -> Row:
    """The row, locked until the transaction ends; ValidationError if someone removed it after it was read."""
    row = rows.select_for_update(of=("self",)).filter(pk=pk).first()
    if row is None:
        raise ValidationError(_("Someone else has removed this."))
    return row


def validate_row(row: models.Model, *, related: bool = True) -> None:
    """Calls `full_clean`, and checks the length of text fields, which Django only checks in forms.

    A name or title becomes one line: pages send it as one, a script may not.
    Without `related` it does not check that referenced rows exist, so that it needs no queries."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname) if isinstance(field, models.CharField) else None
        if isinstance(value, str) and BREAKS.search(value):
            setattr(row, field.attname, one_line(value))
    keys = [] if related else [field.name for field in row._meta.concrete_fields if field.is_relation]
    row.full_clean(exclude=keys, validate_unique=related, validate_constraints=related)
    for field in row._meta.concrete_fields:
        if isinstance(field, models.TextField) and field.max_length:
            length = len(getattr(row, field.attname) or "")
            if length > field.max_length:
                words = {"most": field.max_length, "length": length}
                message = _("This has %(length)s characters; the limit is %(most)s.") % words
                raise ValidationError({field.name: message})


def save_with_history(row: Any, by: Any, reason: str = "") -> None:
    """Saves a row, and stores the person and the reason, cut to what the column holds, in its history."""
    longest = row.history.model._meta.get_field("history_change_reason").max_length
    row._history_user, row._change_reason = by, reason.strip()[:longest]
    row.save()
