"""Moments that people may give."""

from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Far from the first and the last year, where a time zone or the next day would be out of the range of dates.
EARLIEST_YEAR: Final = 1901
LATEST_YEAR: Final = 2199


def require_usual_year(moment: datetime | None, field: str) -> None:
    """Raises ValidationError of the field for a moment before 1901 or after 2199; None is no moment."""
    if moment is not None and not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise ValidationError({field: _("Give a date of the real world, from 1901 to 2199.")})
