"""The form that proposes dates of a session."""

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

FIELDS: Final = 5
DEFAULT_DEADLINE: Final = timedelta(days=14)


def _date_field(label: Any, *, required: bool) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=required, widget=widget)


class ProposalForm(forms.Form):
    """Up to five dates, and until when they can be answered."""

    def __init__(self, *args: Any, until: datetime | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, FIELDS + 1):
            label = _("Date %(place)s") % {"place": place}
            self.fields[f"date{place}"] = _date_field(label, required=False)
        self.fields["until"] = _date_field(_("Answers until"), required=True)
        self.fields["until"].initial = until or (timezone.now() + DEFAULT_DEADLINE).replace(minute=0, second=0)
        zone = timezone.get_current_timezone_name().replace("_", " ")
        self.fields["until"].help_text = _("The links expire then. All times are in your time zone: %(zone)s.") % {
            "zone": zone
        }

    def clean(self) -> dict[str, Any]:
        """Puts the dates together."""
        values = super().clean() or {}
        places = range(1, FIELDS + 1)
        values["dates"] = [values[f"date{place}"] for place in places if values.get(f"date{place}")]
        if not values["dates"] and not self.errors:
            self.add_error("date1", _("Propose at least one date."))
        return values
