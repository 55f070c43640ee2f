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

    session = serializers.IntegerField(source="session_id")
    open = serializers.BooleanField(source="is_open", help_text="Whether members can answer.")
    expires = serializers.DateTimeField()
    dates = ProposedDateSerializer(many=True, source="seen_dates")


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
    url = serializers.CharField(allow_null=True, help_text="Null for a revoked link. Anyone who has it can answer.")


class LinkBody(StrictSerializer):
    """The member whose link is renewed."""

    member = IdField()


class AskedSerializer(serializers.Serializer[Any]):
    """How many members are asked again."""

    count = serializers.IntegerField()
