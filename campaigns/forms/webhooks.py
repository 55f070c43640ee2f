"""The form of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Webhook


class WebhookForm(forms.Form):
    """Where to, and of what."""

    url = forms.CharField(
        label=_("Address"), max_length=500, help_text=_("It begins with https:// and takes POST requests."),
        widget=forms.URLInput(attrs={"placeholder": "https://example.com/hook", "autocomplete": "off"}),
    )  # fmt: skip
    topics = forms.MultipleChoiceField(
        label=_("Tell it of"), choices=Webhook.Topic.choices, widget=forms.CheckboxSelectMultiple
    )
