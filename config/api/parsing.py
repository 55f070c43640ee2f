"""JSON that both databases can store and that means one thing."""

from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """Refuses JSON that is deep, huge, ambiguous or unstorable."""
