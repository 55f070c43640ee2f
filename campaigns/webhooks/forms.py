"""The form of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.webhooks.models import Webhook


class WebhookForm(forms.Form):
    """The URL and the topics of a webhook."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("An address that begins with https:// and accepts POST requests."),
        widget=forms.URLInput(attrs={"placeholder": "https://example.com/hook", "autocomplete": "off"}),
    )
    topics = forms.MultipleChoiceField(
        label=_("Events"), choices=Webhook.Topic.choices, widget=forms.CheckboxSelectMultiple
    )
    shape = forms.ChoiceField(
        label=_("Shape"),
        choices=Webhook.Shape.choices,
        required=False,
        help_text=_("The format that the receiver understands. For a Discord webhook, choose Discord messages."),
    )

    def clean_shape(self) -> str:
        """The chosen shape; Fatekeeper's own if none was chosen."""
        return self.cleaned_data["shape"] or Webhook.Shape.FATEKEEPER
