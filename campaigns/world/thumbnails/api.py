"""The API of thumbnails."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from campaigns.world.thumbnails.views import answer_thumbnail
from common.endpoint import FileEndpoint


class Thumbnails(FileEndpoint):
    """The small square picture of a page."""

    @extend_schema(
        operation_id="world_thumbnail",
        responses={(200, "image/webp"): OpenApiResponse(OpenApiTypes.BINARY, "The thumbnail.")},
    )
    def get(self, request: Request, entry_id: int) -> HttpResponse:
        """The middle of the page's picture, 96 pixels wide and high, as WebP; 404 if it has no picture."""
        return answer_thumbnail(request, self.user, entry_id)
