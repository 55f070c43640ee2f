"""Finds rows that request bodies refer to by id."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

Row = TypeVar("Row", bound=Model)


def find_row(rows: QuerySet[Row], field: str, row_id: int | None) -> Row | None:
    """The row with this id among the visible `rows`; the same refusal for missing and for invisible rows."""
    if row_id is None:
        return None
    row = rows.filter(pk=row_id).first()
    if row is None:
        raise ValidationError({field: [_("There is no such %(field)s here.") % {"field": field}]}, "missing")
    return row


def find_rows(rows: QuerySet[Row], field: str, ids: Iterable[int]) -> list[Row]:
    """The rows with these ids, in order; refuses if one is missing or invisible."""
    wanted = list(ids)
    rows_by_id = rows.in_bulk(wanted) if wanted else {}
    for place, row_id in enumerate(wanted):
        if row_id not in rows_by_id:
            raise ValidationError({field: {str(place): [_("There is no such row.")]}}, "missing")
    return [rows_by_id[row_id] for row_id in wanted]
