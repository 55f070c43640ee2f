"""JSON of webhooks and their deliveries."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from campaigns.webhooks.models import Webhook, WebhookDelivery
from common.serializer_fields import BooleanField, IntegerField, JsonObjectField, StrictSerializer, TextField

# A delivery may also be the test that a GM sends; no webhook subscribes to tests.
DELIVERED = [*Webhook.Topic.choices, (WebhookDelivery.TEST, _("a test"))]


SHAPE = (
    "`standard` adds the headers of Standard Webhooks, whose libraries take the secret as `whsec_` and its Base64."
    " `discord` sends messages that the URL of a Discord webhook accepts."
)


class WebhookSerializer(serializers.ModelSerializer[Any]):
    """A webhook, without its secret."""

    topics: Any = serializers.ListField(child=serializers.ChoiceField(Webhook.Topic.choices), read_only=True)
    by = serializers.CharField(source="by.username", default=None, allow_null=True, help_text="Who added it.")
    revision = serializers.IntegerField(read_only=True, help_text="A number that changes with the fields.")
    gone = serializers.BooleanField(
        source="is_gone", read_only=True, help_text="Whether it is paused because its receiver answered 410."
    )

    class Meta:
        model = Webhook
        fields = ["id", "campaign", "url", "topics", "shape", "active", "removed", "by", "created", "revision", "gone"]
        read_only_fields = fields


class MadeWebhookSerializer(WebhookSerializer):
    """A new webhook, with its secret, which is shown only once."""

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class WebhookBody(StrictSerializer):
    """A new webhook."""

    url = TextField(max_length=500)
    topics = serializers.ListField(child=serializers.ChoiceField(Webhook.Topic.choices), min_length=1, max_length=10)
    shape = serializers.ChoiceField(Webhook.Shape.choices, default=Webhook.Shape.FATEKEEPER.value, help_text=SHAPE)


class WebhookChange(StrictSerializer):
    """The fields of a webhook that can change."""

    revision = IntegerField(required=False, min_value=1, help_text="The revision that you read.")
    url = TextField(max_length=500, required=False)
    topics = serializers.ListField(
        child=serializers.ChoiceField(Webhook.Topic.choices), min_length=1, max_length=10, required=False
    )
    shape = serializers.ChoiceField(Webhook.Shape.choices, required=False, help_text=SHAPE)
    active = BooleanField(required=False, help_text="False pauses it: events in the meantime are not recorded for it.")
    removed = BooleanField(required=False, help_text="False restores a removed webhook, paused.")


class WebhooksQuery(serializers.Serializer[Any]):
    """The filters of webhooks."""

    removed = serializers.BooleanField(required=False, default=False, help_text="Removed webhooks only.")


class DeliverySerializer(serializers.ModelSerializer[Any]):
    """One delivery to one address."""

    topic: Any = serializers.ChoiceField(DELIVERED, read_only=True)
    body: Any = JsonObjectField(read_only=True)
    due = serializers.DateTimeField(
        read_only=True, help_text="The next try of a waiting delivery; of a finished one, the end of its last try."
    )

    class Meta:
        model = WebhookDelivery
        fields = ["id", "topic", "body", "status", "tries", "due", "answer", "created", "told"]
        read_only_fields = fields
