"""The answer to OPTIONS: what an address is, what it reads and what it sends."""

from typing import TYPE_CHECKING, Any

from rest_framework.metadata import BaseMetadata
from rest_framework.request import Request

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView


class AddressMetadata(BaseMetadata):
    """Describes the address alone. The fields of bodies are in the OpenAPI document, and differ by method."""

    def determine_metadata(self, request: Request, view: "APIView") -> dict[str, Any]:
        """Name, description, methods and media types; the same for every row, also for one that is not there."""
        return {
            "name": view.get_view_name(),
            "description": view.get_view_description(),
            "methods": view.allowed_methods,
            "renders": [renderer.media_type for renderer in view.renderer_classes],
            "parses": [parser.media_type for parser in view.parser_classes],
        }
