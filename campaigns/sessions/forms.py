"""Forms of a session: plan and notes, attendance, and recaps."""

from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.log.calendar.date_fields import InWorldDateField, keeps_offered_date, offer_date
from campaigns.log.calendar.models import Calendar
from campaigns.sessions.models import Session
from common.form_widgets import LinkingTextarea
from people.models import Member


class StartField(forms.DateTimeField):
    """A start in minutes; the text that was shown for the `stored` start gives that start again.

    The text names neither its seconds nor which of the two hours it is in when clocks are put back."""

    stored: datetime | None = None

    def clean(self, value: Any) -> datetime | None:
        """The moment, or None for an empty field; ValidationError for a text that names no single moment."""
        if self.stored is not None and value == self.widget.format_value(self.prepare_value(self.stored)):
            return self.stored
        moment: datetime | None = super().clean(value)
        return moment


class SessionForm(forms.ModelForm):
    """Title, start, reminder, agenda, notes and GM notes."""

    class Meta:
        model = Session
        fields = ["title", "starts", "remind_hours", "agenda", "notes", "gm_notes"]
        field_classes = {"starts": StartField}
        widgets = {
            "starts": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            "agenda": LinkingTextarea(rows=6),
            "notes": LinkingTextarea(rows=8),
            "gm_notes": LinkingTextarea(rows=5),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = timezone.get_current_timezone_name().replace("_", " ")
        self.fields["starts"].help_text = _("In your time zone: %(zone)s.") % {"zone": zone}
        cast(StartField, self.fields["starts"]).stored = self.instance.starts
        self.fields["remind_hours"].required = False

    def clean_remind_hours(self) -> int:
        """The chosen hours; without a choice, those that the session has."""
        chosen = self.cleaned_data["remind_hours"]
        return int(self.instance.remind_hours if chosen in {None, ""} else chosen)

    def _post_clean(self) -> None:
        """Does nothing: the action validates and saves."""


class AttendanceForm(forms.Form):
    """The members who came, and when it took place in the world.

    The initial `in_world` is the date that the session has; without one, the current date is offered."""

    attendance = forms.ModelMultipleChoiceField(
        label=_("Attendance"),
        queryset=Member._default_manager.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    # The date that was shown is sent along, because somebody else may date the session meanwhile.
    in_world = InWorldDateField(label=_("Date in the world"), required=False, show_hidden_initial=True)

    def __init__(self, *args: Any, members: Any, calendar: Calendar | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["attendance"].queryset = members  # type: ignore[attr-defined]
        self.fields["in_world"].help_text = _(
            "A day, or a period with a dash: “start – end”. If it ends after the current date, its end becomes the "
            "current date. Encounters and deaths of this session get this date, unless someone has dated them."
        )
        stored = self.initial.get("in_world")
        offer_date(self, "in_world", calendar)
        has_changed = stored is not None and stored != self.data.get("in_world")
        self._keeps_newer_date = has_changed and keeps_offered_date(self, "in_world")
        if calendar is not None and self._keeps_newer_date:
            # The text is not read: the calendar may have other names now.
            cast(InWorldDateField, self.fields["in_world"]).calendar = None

    def clean_in_world(self) -> str | None:
        """The date; None if the page had no such field, or if the GM left it as shown and somebody changed it since."""
        sent = "in_world" in self.data and not self._keeps_newer_date
        return self.cleaned_data["in_world"] if sent else None


class RecapForm(forms.Form):
    """The text of a recap."""

    text = forms.CharField(
        label=_("Recap"),
        max_length=65536,
        widget=LinkingTextarea(rows=20),
        help_text=_("Markdown. [[Names]] become links for readers who may see the page."),
    )
