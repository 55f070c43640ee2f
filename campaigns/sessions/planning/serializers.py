"""JSON of proposed dates."""

from typing import Any

from rest_framework import serializers

from campaigns.sessions.planning.models import DateAnswer
from common.serializer_fields import IdField, StrictSerializer


class MemberAnswerSerializer(serializers.Serializer[Any]):
    """A member's answer to a proposed date."""

    member = serializers.IntegerField(source="member_id")
    answer = serializers.ChoiceField(DateAnswer.Answer.choices)


class ProposedDateSerializer(serializers.Serializer[Any]):
    """A proposed date with the answers that the caller may read: GMs everyone's, others their own."""

    id = serializers.IntegerField()
    starts = serializers.DateTimeField()
    answers = MemberAnswerSerializer(many=True, source="seen_answers")


class DatePollSerializer(serializers.Serializer[Any]):
    """The poll about a session's date."""

    id = serializers.IntegerField(help_text="Another one after the poll was closed and dates were proposed again.")
    session = serializers.IntegerField(source="session_id")
    open = serializers.BooleanField(source="is_open", help_text="Whether members can answer.")
    expires = serializers.DateTimeField()
    dates = ProposedDateSerializer(many=True, source="seen_dates")


class PollQuery(serializers.Serializer[Any]):
    """Which poll is closed."""

    poll = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="The `id` that the caller read; 404 if the session has another poll by now. Without it, its poll is"
        " closed.",
    )


class ProposalBody(StrictSerializer):
    """Dates to propose. An open poll gets them as well."""

    dates = serializers.ListField(
        child=serializers.DateTimeField(),
        min_length=1,
        max_length=20,
        help_text="Without an offset: in the time zone of the campaign.",
    )
    expires = serializers.DateTimeField(help_text="Until when members can answer; within 180 days.")


class AnswerBody(StrictSerializer):
    """The caller's answer."""

    answer = serializers.ChoiceField(DateAnswer.Answer.choices)


class DateLinkSerializer(serializers.Serializer[Any]):
    """A member's link, under which the proposed dates are answered without signing in."""

    member = serializers.IntegerField()
    name = serializers.CharField()
    answered = serializers.IntegerField(help_text="How many of the dates the member has answered.")
    revision = serializers.IntegerField(
        allow_null=True, help_text="Changes when the link is renewed; null for a revoked link."
    )
    url = serializers.CharField(
        allow_null=True,
        help_text="Anyone who has it can answer. Null for a revoked link, and for a token that may only read.",
    )


class LinkBody(StrictSerializer):
    """The member whose link is renewed."""

    member = IdField()


class AskedSerializer(serializers.Serializer[Any]):
    """How many members are asked again."""

    count = serializers.IntegerField()
