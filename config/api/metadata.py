"""The response to OPTIONS: name, description, methods and media types of an address."""

from typing import TYPE_CHECKING, Any

from rest_framework.metadata import BaseMetadata
from rest_framework.request import Request

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView


class AddressMetadata(BaseMetadata):
    """Describes the address only: the fields of bodies differ by method and are in the OpenAPI document."""

    def determine_metadata(self, request: Request, view: "APIView") -> dict[str, Any]:
        """Name, description, methods and media types; the same for every row, including missing ones."""
        return {
            "name": view.get_view_name(),
            "description": view.get_view_description(),
            "methods": view.allowed_methods,
            "renders": [renderer.media_type for renderer in view.renderer_classes],
            "parses": [parser.media_type for parser in view.parser_classes],
        }
