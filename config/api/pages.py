"""The reference of the API: the OpenAPI document, the browsable page, the codes of problems; and error responses."""

import sys
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import get_language
from django.views import defaults
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.endpoint import Negotiation
from common.requests import site_of
from config.api.codes import CODES
from config.api.problems import MEDIA_TYPE, Problem
from config.server.outages import answer_outage, find_outage


class SchemaDocument(SpectacularAPIView):
    """The OpenAPI 3.1 document."""

    content_negotiation_class = Negotiation
    throttle_classes: list[Any] = []

    def handle_exception(self, exc: Exception) -> Response:
        """The refusal as JSON; the view's own renderers write only documents."""
        self.request.accepted_renderer, self.request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().handle_exception(exc)

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The document, which is built once for each media type and language."""
        renderer = request.accepted_renderer
        key = (renderer.media_type, get_language())
        if key not in _DOCUMENTS:
            _DOCUMENTS[key] = _document(renderer)
        response = HttpResponse(_DOCUMENTS[key], content_type=renderer.media_type)
        response["Content-Disposition"] = f'inline; filename="{self._get_filename(request, None)}"'
        return response


_DOCUMENTS: dict[tuple[str, str | None], bytes] = {}  # by media type and language


def _document(renderer: BaseRenderer) -> bytes:
    content = renderer.render(SchemaGenerator().get_schema(request=None, public=True), renderer_context={})
    return content if isinstance(content, bytes) else str(content).encode()


class ReferencePage(SpectacularSwaggerSplitView):
    """The browsable reference, without inline scripts and styles."""

    template_name = "api/docs.html"
    url_name = "api-schema"
    throttle_classes: list[Any] = []


def problem_list(request: HttpRequest) -> HttpResponse:
    """The page with every code of a problem, and what to do about it."""
    return render(request, "api/problems.html", {"codes": CODES})


def script_examples(request: HttpRequest) -> HttpResponse:
    """The page with example scripts that read and write a campaign."""
    return render(request, "api/scripts.html", {"site": site_of(request), "hook": "https://example.com/hook"})


def server_error(request: HttpRequest) -> HttpResponse:
    """The response to an unexpected error: a problem under /api/, a page elsewhere, both without details.

    An outage of the database or the disk is no such error; its response asks to try again later."""
    outage = find_outage(sys.exc_info()[1])
    if outage is not None:
        return answer_outage(request, outage)
    if not request.path_info.startswith("/api/"):
        return defaults.server_error(request)
    problem = Problem(500, "server-error", "The site had an error; nothing was changed. Tell the person who runs it.")
    return JsonResponse(problem.body(), status=500, content_type=MEDIA_TYPE)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response to a request that Django refuses to read: a problem under /api/, a page elsewhere."""
    if not request.path_info.startswith("/api/"):
        return defaults.bad_request(request, exception)
    problem = Problem(400, "unreadable", "The request cannot be read.")
    return JsonResponse(problem.body(), status=400, content_type=MEDIA_TYPE)


class NotFoundEndpoint(APIView):
    """An address that leads nowhere: a problem, like every other error."""

    permission_classes = [AllowAny]
    schema = None

    @extend_schema(exclude=True)
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answers every method alike."""
        raise Http404


def unknown_address(request: HttpRequest, path: str) -> HttpResponse:
    """Serves an address of the API without its last slash like the one with it; 404 for any other address."""
    if not path.endswith("/"):
        try:
            view, args, kwargs = resolve(f"{request.path_info}/")
        except Resolver404:
            return NotFoundEndpoint.as_view()(request)
        if view is not unknown_address:
            answer: HttpResponse = view(request, *args, **kwargs)
            return answer
    return NotFoundEndpoint.as_view()(request)


unknown_address.csrf_exempt = True  # type: ignore[attr-defined]
