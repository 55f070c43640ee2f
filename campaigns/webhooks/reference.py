"""The types of the messages that webhooks receive, for the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers

from campaigns.webhooks.models import Webhook, WebhookDelivery

Topic = Webhook.Topic
HEADERS = (
    "Headers: `Fatekeeper-Delivery` (the id), `Fatekeeper-Timestamp` (seconds since 1970) and `Fatekeeper-Signature`:"
    " `sha256=` and the HMAC-SHA256 with the webhook's secret over the timestamp, a dot and the body. For a day after"
    " the secret has changed, `Fatekeeper-Signature-Before` is made with the old one. A webhook of the shape `standard`"
    " receives `{type, timestamp, data}` with the headers of Standard Webhooks, one of the shape `discord` a message"
    " for Discord. Without a 2xx response within 10 seconds, the site sends the message again, for up to"
    " a day: after a minute, and then after twice as long each time, at most four hours. It follows no redirects. After"
    " 429, or 503 with `Retry-After`, all messages to the webhook wait as long as `Retry-After` says, at most an hour."
    " After 410 the webhook is paused, and its messages wait until a GM changes its URL and resumes it."
)


class NamedCharacter(serializers.Serializer[Any]):
    """A character whose sheet every member may open."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class LogLine(serializers.Serializer[Any]):
    """A log entry as every member may read it."""

    id = serializers.IntegerField()
    kind = serializers.CharField(help_text="A kind of `LogKindEnum`.")
    text = serializers.CharField()
    by = serializers.CharField(
        allow_null=True, help_text="A name; null if the account was deleted or the site itself wrote the entry."
    )
    created = serializers.DateTimeField()
    happened_at = serializers.DateTimeField(allow_null=True)
    speaker = serializers.CharField(help_text="Empty if nobody speaks.")
    source: Any = serializers.CharField(help_text="The program that sent it, or empty.")
    character = NamedCharacter(allow_null=True)
    session = serializers.IntegerField(allow_null=True)
    encounter = serializers.IntegerField(allow_null=True)
    corrects = serializers.IntegerField(allow_null=True, help_text="The entry that this one corrects.")


class ToldEncounter(serializers.Serializer[Any]):
    """An encounter that begins or ends."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    status = serializers.CharField(help_text="A status of `EncounterStatusEnum`.")
    outcome = serializers.CharField(help_text="Empty until it has ended.")


class ToldSession(serializers.Serializer[Any]):
    """A session as every member may read it."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    title = serializers.CharField()
    status = serializers.CharField(help_text="A status of `SessionStatusEnum`.")
    starts = serializers.DateTimeField(allow_null=True)


class WebhookMessage(serializers.Serializer[Any]):
    """What every message has."""

    id = serializers.IntegerField(help_text="The id of the delivery; it stays the same when the delivery is repeated.")
    created = serializers.DateTimeField()
    topic = serializers.CharField()
    campaign = serializers.IntegerField()


class LogMessage(WebhookMessage):
    """A log entry, or an award."""

    log = LogLine()


class EncounterMessage(WebhookMessage):
    """An encounter begins or ends."""

    encounter = ToldEncounter()


class SessionMessage(WebhookMessage):
    """A session is planned, changed, played, or about to begin."""

    session = ToldSession()


def _describe(topic: str, content: type[WebhookMessage]) -> OpenApiWebhook:
    label = str(dict([*Topic.choices, (WebhookDelivery.TEST, "a test")])[topic])
    return OpenApiWebhook(
        name=topic,
        decorator=extend_schema(
            summary=label[:1].upper() + label[1:],
            description=HEADERS,
            request={"application/json": content},
            responses={"2XX": OpenApiResponse(description="Received.")},
        ),
    )


LOG = _describe(Topic.LOG.value, LogMessage)
AWARD = _describe(Topic.AWARD.value, LogMessage)
BEGUN = _describe(Topic.BEGUN.value, EncounterMessage)
ENDED = _describe(Topic.ENDED.value, EncounterMessage)
SESSION = _describe(Topic.SESSION.value, SessionMessage)
REMINDER = _describe(Topic.REMINDER.value, SessionMessage)
TEST = _describe(WebhookDelivery.TEST, WebhookMessage)
