"""Forms of a person's devices and preferences for calls."""

from django import forms
from django.utils.translation import gettext_lazy as _

from people.devices.models import CallPreferences, PushDevice


class CallPreferencesForm(forms.ModelForm):
    """Mail, reminder and quiet hours."""

    class Meta:
        model = CallPreferences
        fields = ("mail_after", "remind", "quiet_from", "quiet_until")
        help_texts = {
            "mail_after": _(
                "When a table has waited for you so long and nothing was played there. One mail for each wait."
            ),
            "remind": _("On your devices, as long as a table waits for you."),
            "quiet_from": _("From then on nothing is sent, until the end of the quiet hours."),
        }
        widgets = {
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }


class DeviceForm(forms.Form):
    """Sound and vibration of one device."""

    signal = forms.ChoiceField(label=_("Signal"), choices=PushDevice.Signal.choices)
