"""JSON of books."""

from rest_framework import serializers

from campaigns.archive.book.audiences import BookAudience
from common.serializer_fields import StrictSerializer


class BookBody(StrictSerializer):
    """For whom a book is made."""

    audience = serializers.ChoiceField(
        BookAudience.choices,
        default=BookAudience.PARTY,
        help_text="What the whole party knows, what the caller knows, or everything (GMs only).",
    )
