"""What every answer gets: private pages stay out of caches, and times are shown in the viewer's zone."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

Handler = Callable[[HttpRequest], HttpResponse]


class PrivatePages:
    """Answers to signed-in people may not be stored by any cache (T15)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            patch_cache_control(response, no_store=True, private=True)
        return response


class ViewerZone:
    """Times are rendered in the zone the signed-in person chose."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = getattr(request.user, "zone", "") if request.user.is_authenticated else ""
        with timezone.override(zoneinfo.ZoneInfo(name) if name else None):
            return self.get_response(request)
