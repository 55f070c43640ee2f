"""The reference of the API: the document, the browsable page, the codes, and what is not there."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from config.api.codes import CODES


class Document(SpectacularAPIView):
    """The OpenAPI 3.1 document."""

    throttle_classes: list[Any] = []


class Reference(SpectacularSwaggerSplitView):
    """The browsable reference, without a line of inline script or style."""

    template_name = "api/docs.html"
    url_name = "api-schema"
    throttle_classes: list[Any] = []


def problems(request: HttpRequest) -> HttpResponse:
    """Every code a problem may carry, and what to do about it."""
    return render(request, "api/problems.html", {"codes": CODES})


class Nothing(APIView):
    """An address that leads nowhere: a problem, like every other error."""

    permission_classes = [AllowAny]
    schema = None

    @extend_schema(exclude=True)
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answers every method alike."""
        raise Http404


def elsewhere(request: HttpRequest, path: str) -> HttpResponse:
    """An address without its last slash is the one with it, body and all; anything else is not found."""
    if not path.endswith("/"):
        try:
            view, args, kwargs = resolve(f"{request.path_info}/")
        except Resolver404:
            return Nothing.as_view()(request)
        if view is not elsewhere:
            answer: HttpResponse = view(request, *args, **kwargs)
            return answer
    return Nothing.as_view()(request)


elsewhere.csrf_exempt = True  # type: ignore[attr-defined]
