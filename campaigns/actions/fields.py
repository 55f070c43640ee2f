"""Checks a row as its forms would, the length of long texts included."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _


def clean(row: models.Model) -> None:
    """`full_clean`, and the limit of every text field: Django leaves that one to forms alone."""
    row.full_clean()
    for field in row._meta.concrete_fields:
        if isinstance(field, models.TextField) and field.max_length:
            length = len(getattr(row, field.attname) or "")
            if length > field.max_length:
                words = {"most": field.max_length, "length": length}
                told = _("This has %(length)s characters; at most %(most)s fit.") % words
                raise ValidationError({field.name: told})
