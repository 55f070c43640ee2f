"""Checks a row as its forms would, the length of long texts included."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _


def clean(row: models.Model, *, related: bool = True) -> None:
    """`full_clean`, and the limit of every text field: Django leaves that one to forms alone.

    Without `related` the rows it names are taken as read: many rows are checked without a query each."""
    keys = [] if related else [one.name for one in row._meta.concrete_fields if one.is_relation]
    row.full_clean(exclude=keys, validate_unique=related, validate_constraints=related)
    for field in row._meta.concrete_fields:
        if isinstance(field, models.TextField) and field.max_length:
            length = len(getattr(row, field.attname) or "")
            if length > field.max_length:
                words = {"most": field.max_length, "length": length}
                told = _("This has %(length)s characters; at most %(most)s fit.") % words
                raise ValidationError({field.name: told})


def keep(row: Any, by: Any, reason: str = "") -> None:
    """Saves a row with who changed it and why, which stand in its history."""
    row._history_user, row._change_reason = by, reason.strip()[:400]
    row.save()
