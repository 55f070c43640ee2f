"""JSON of devices and preferences for calls."""

from typing import Any

from rest_framework import serializers

from common.serializer_fields import BooleanField, ClockField, StrictSerializer, TextField
from people.devices.models import CallPreferences, PushDevice


class DeviceSerializer(serializers.ModelSerializer[PushDevice]):
    """A device that gets a message when a table waits; its address and keys are not shown."""

    class Meta:
        model = PushDevice
        fields = ("id", "name", "signal", "created", "last_called")


class DeviceBody(StrictSerializer):
    """A browser's push subscription."""

    endpoint = TextField(max_length=1000)
    public_key = TextField(max_length=100, help_text="The subscription's p256dh.")
    auth = TextField(max_length=40)
    name = TextField(max_length=80, required=False, allow_blank=True)
    signal = serializers.ChoiceField(choices=PushDevice.Signal.choices, required=False)


class DeviceChange(StrictSerializer):
    """Sound and vibration."""

    signal = serializers.ChoiceField(choices=PushDevice.Signal.choices)


class CallsSerializer(serializers.Serializer[Any]):
    """How the caller is called when a table waits, and told about sessions."""

    mail_after = serializers.ChoiceField(choices=CallPreferences.MailAfter.choices, help_text="Hours; 0: no mail.")
    remind = serializers.BooleanField()
    session_push = serializers.BooleanField(help_text="Push messages about sessions.")
    session_mail = serializers.BooleanField(help_text="Mail about sessions.")
    quiet_from = ClockField(allow_null=True)
    quiet_until = ClockField(allow_null=True)
    zone = serializers.CharField(help_text="The time zone of the quiet hours.")
    push_key = serializers.CharField(help_text="The site's public key (VAPID), for a browser's subscription.")


class CallsBody(StrictSerializer):
    """All preferences anew."""

    mail_after = serializers.ChoiceField(choices=CallPreferences.MailAfter.choices)
    remind = BooleanField()
    quiet_from = ClockField(allow_null=True)
    quiet_until = ClockField(allow_null=True)
    session_push = BooleanField(required=False, help_text="If left out, it stays as it is.")
    session_mail = BooleanField(required=False, help_text="If left out, it stays as it is.")
