"""Forms of a person's devices and preferences for calls."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.devices.models import CallPreferences, PushDevice


class CallPreferencesForm(forms.ModelForm):
    """Mail, reminders, sessions and quiet hours."""

    class Meta:
        model = CallPreferences
        fields = (
            "mail_after",
            "webhook_url",
            "webhook_after",
            "remind",
            "session_push",
            "session_mail",
            "quiet_from",
            "quiet_until",
        )
        labels = {
            "session_push": _("Messages about sessions and offers"),
            "session_mail": _("Mail about sessions and offers"),
        }
        help_texts = {
            "mail_after": _("One mail for each turn, when the table has waited this long and nobody has played there."),
            "webhook_url": _(
                "An address of your own for a signed message in JSON, for instance that of a Discord channel."
            ),
            "webhook_after": _("One message for each turn, when the table has waited this long."),
            "remind": _("A message on your devices, once a day, as long as a table waits for you."),
            "session_push": _(
                "On your devices: proposed dates, the chosen date, a reminder, and offers of characters."
            ),
            "session_mail": _("Proposed dates, the chosen date, a reminder, sent recaps, and offers of characters."),
            "quiet_from": _("Nothing is sent from this time until the end of the quiet hours."),
        }
        widgets = {
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        delay: Any = self.fields["webhook_after"]
        delay.required, delay.empty_value = False, None
        self.fields["quiet_until"].help_text = _describe_zone(self.instance)


def _describe_zone(preferences: CallPreferences) -> str:
    """In which time zone the quiet hours are, and which one they get when they are saved."""
    present = timezone.get_current_timezone_name()
    zone = present if preferences.quiet_until is None else preferences.quiet_zone
    sentences = [gettext("Both times are in the time zone %(zone)s.") % {"zone": zone.replace("_", " ")}]
    if zone != present:
        sentences.append(gettext("If you save, it becomes %(zone)s.") % {"zone": present.replace("_", " ")})
    return " ".join(sentences)


class DeviceForm(forms.Form):
    """Sound and vibration of one device."""

    signal = forms.ChoiceField(label=_("Signal"), choices=PushDevice.Alert.choices)
