"""JSON of devices and preferences for calls."""

from typing import Any

from rest_framework import serializers

from common.serializer_fields import REVISION, BooleanField, ClockField, IntegerField, StrictSerializer, TextField
from people.devices.models import CallPreferences, PushDevice


class DeviceSerializer(serializers.ModelSerializer[PushDevice]):
    """A device that gets a message when a table waits; its address and keys are not shown."""

    revision = serializers.IntegerField(read_only=True, help_text="A number that changes with the signal.")

    class Meta:
        model = PushDevice
        fields = ("id", "name", "signal", "revision", "created", "last_called")


class DeviceBody(StrictSerializer):
    """A browser's push subscription."""

    endpoint = TextField(max_length=1000)
    public_key = TextField(max_length=100, help_text="The subscription's p256dh.")
    auth = TextField(max_length=40)
    name = TextField(max_length=80, required=False, allow_blank=True)
    signal = serializers.ChoiceField(choices=PushDevice.Alert.choices, required=False)


class DeviceChange(StrictSerializer):
    """Sound and vibration."""

    signal = serializers.ChoiceField(choices=PushDevice.Alert.choices)
    revision = IntegerField(required=False, min_value=1, help_text=REVISION)


class CallsSerializer(serializers.Serializer[Any]):
    """The caller's preferences for messages about waiting tables and sessions."""

    mail_after = serializers.ChoiceField(choices=CallPreferences.MailAfter.choices, help_text="Hours; 0: no mail.")
    webhook_url = serializers.CharField(help_text="The caller's webhook; empty for none.")
    webhook_after = serializers.ChoiceField(
        choices=CallPreferences.WebhookAfter.choices, help_text="Hours; 0: at once."
    )
    webhook_secret = serializers.CharField(
        help_text="The secret of the webhook, in the response that makes it; empty otherwise."
    )
    remind = serializers.BooleanField()
    session_push = serializers.BooleanField(help_text="Push messages about sessions and offers of characters.")
    session_mail = serializers.BooleanField(help_text="Mail about sessions and offers of characters.")
    quiet_from = ClockField(allow_null=True)
    quiet_until = ClockField(allow_null=True)
    zone = serializers.CharField(help_text="The time zone of the quiet hours.")
    revision = serializers.IntegerField(help_text="A number that changes with these preferences.")
    push_key = serializers.CharField(help_text="The site's public key (VAPID), for a browser's subscription.")


class CallsBody(StrictSerializer):
    """All preferences."""

    mail_after = serializers.ChoiceField(choices=CallPreferences.MailAfter.choices)
    remind = BooleanField()
    quiet_from = ClockField(allow_null=True)
    quiet_until = ClockField(allow_null=True)
    webhook_url = TextField(
        required=False, max_length=500, allow_blank=True, help_text="If left out, it stays as it is; empty removes it."
    )
    webhook_after = serializers.ChoiceField(
        required=False, choices=CallPreferences.WebhookAfter.choices, help_text="If left out, it stays as it is."
    )
    session_push = BooleanField(required=False, help_text="If left out, it stays as it is.")
    session_mail = BooleanField(required=False, help_text="If left out, it stays as it is.")
    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
