"""The API of ready-made heroes and of the questions of a game; POST `characters/` creates the character."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from characters.sheets.quick_start import available_heroes, available_questions
from common.endpoint import Endpoint
from people.access import get_membership


class ReadyMadeHeroSerializer(serializers.Serializer):
    """A ready-made hero that the campaign allows."""

    key = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    figures = serializers.ListField(child=serializers.CharField())


class CreationAnswerSerializer(serializers.Serializer):
    """An answer to a question."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not the label of one


class CreationQuestionSerializer(serializers.Serializer):
    """A question; an answer to each makes a character."""

    key = serializers.CharField()
    text = serializers.CharField()
    answers = CreationAnswerSerializer(many=True)


class ReadyMadeSerializer(serializers.Serializer):
    """The short ways to a character."""

    heroes = ReadyMadeHeroSerializer(many=True)
    questions = CreationQuestionSerializer(many=True)


class ReadyMadeHeroes(Endpoint):
    """The short ways to a character of a campaign."""

    @extend_schema(operation_id="ready_made_list", responses=ReadyMadeSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """The ready-made heroes that the campaign allows, and the questions of its game."""
        campaign = get_membership(self.user, campaign_id).campaign
        fields = {"heroes": available_heroes(campaign), "questions": available_questions(campaign)}
        return Response(ReadyMadeSerializer(fields).data)
