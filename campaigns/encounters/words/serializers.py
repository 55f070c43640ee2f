"""JSON of the words from which an encounter is dealt."""

from typing import Any

from rest_framework import serializers

from common.serializer_fields import BooleanField, StrictSerializer, TextField


class OwnWordSerializer(serializers.Serializer[Any]):
    """The caller's word with its salt, from which anyone can compute its seal."""

    word = serializers.CharField()
    salt = serializers.CharField()
    seal = serializers.CharField()


class SealSerializer(serializers.Serializer[Any]):
    """The seal of a member's word."""

    who = serializers.CharField()
    seal = serializers.CharField()


class WordsSerializer(serializers.Serializer[Any]):
    """The site's promise, the caller's word, and the seals of all words."""

    asked = serializers.BooleanField(help_text="Whether players are asked for a word.")
    promise = serializers.CharField(allow_null=True, help_text="The hash of the site's secret.")
    own = OwnWordSerializer(allow_null=True)
    seals = SealSerializer(many=True)


class WordBody(StrictSerializer):
    """A word for the deal, in place of an earlier one."""

    word = TextField(max_length=60)


class AskBody(StrictSerializer):
    """Whether players are asked."""

    asked = BooleanField()
