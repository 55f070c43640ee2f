"""JSON of exports, restores and webhooks."""

from typing import Any

from rest_framework import serializers

from campaigns.models import Transfer, Webhook, WebhookDelivery
from rules.serializers import Flag, JsonObject, Strict, Text


class TransferSerializer(serializers.ModelSerializer[Any]):
    """An export or a restore."""

    about: Any = JsonObject(read_only=True, help_text="What a waiting archive holds; `fault` when it was refused.")

    class Meta:
        model = Transfer
        fields = ["key", "kind", "status", "campaign", "stage", "done", "total", "size", "about", "created"]
        read_only_fields = fields


class ExportBody(Strict):
    """What is exported."""

    whole = Flag(required=False, default=True, help_text="False: only what is one's own.")


class ConfirmBody(Strict):
    """Who gets a place back."""

    people = serializers.ListField(child=Text(max_length=150), required=False, default=list, max_length=500)
    leave_shut = Flag(required=False, default=False, help_text="Leave out encounters whose cards do not open here.")


class WebhookSerializer(serializers.ModelSerializer[Any]):
    """A webhook, without its secret."""

    topics: Any = serializers.ListField(child=serializers.ChoiceField(Webhook.Topic.choices), read_only=True)

    class Meta:
        model = Webhook
        fields = ["id", "campaign", "url", "topics", "active", "removed", "created"]
        read_only_fields = fields


class MadeWebhookSerializer(WebhookSerializer):
    """A new webhook, with its secret this once."""

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class WebhookBody(Strict):
    """A new webhook."""

    url = Text(max_length=500)
    topics = serializers.ListField(child=serializers.ChoiceField(Webhook.Topic.choices), min_length=1, max_length=10)


class WebhookChange(Strict):
    """What may be changed about a webhook."""

    url = Text(max_length=500, required=False)
    topics = serializers.ListField(
        child=serializers.ChoiceField(Webhook.Topic.choices), min_length=1, max_length=10, required=False
    )
    active = Flag(required=False, help_text="False pauses it: nothing is noted for it meanwhile.")
    removed = Flag(required=False, help_text="False puts a removed one back, paused.")


class WebhooksQuery(serializers.Serializer[Any]):
    """Which webhooks."""

    removed = serializers.BooleanField(required=False, default=False, help_text="Those that were removed.")


class DeliverySerializer(serializers.ModelSerializer[Any]):
    """One thing told to one address."""

    body: Any = JsonObject(read_only=True)

    class Meta:
        model = WebhookDelivery
        fields = ["id", "topic", "body", "status", "tries", "due", "answer", "created", "told"]
        read_only_fields = fields
