"""What the bodies of several subjects share."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

Row = TypeVar("Row", bound=Model)


def one(rows: QuerySet[Row], field: str, row_id: int | None) -> Row | None:
    """The row a body names, of those the caller may name; one refusal for missing and for foreign."""
    if row_id is None:
        return None
    row = rows.filter(pk=row_id).first()
    if row is None:
        raise ValidationError({field: [_("There is no such %(field)s here.") % {"field": field}]}, "missing")
    return row


def several(rows: QuerySet[Row], field: str, ids: Iterable[int]) -> list[Row]:
    """The rows a body lists, in its order; refused when one is missing or foreign."""
    wanted = list(ids)
    found = rows.in_bulk(wanted) if wanted else {}
    for place, row_id in enumerate(wanted):
        if row_id not in found:
            raise ValidationError({field: {str(place): [_("There is no such row here.")]}}, "missing")
    return [found[row_id] for row_id in wanted]
