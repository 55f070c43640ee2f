"""The base class of all API endpoints."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAcceptable, ParseError
from rest_framework.generics import GenericAPIView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.settings import api_settings
from rest_framework.views import APIView


def _choices(form: Any, name: str) -> str:
    """The valid values of a parameter with a fixed list of them."""
    choices = getattr(form.fields.get(name), "choices", None)
    return f" One of: {', '.join(str(choice) for choice in choices)}." if choices else ""


class InvalidParameter(ParseError):
    """A query parameter with an invalid value: 400, with the name of the parameter before the sentence.

    `code`: another code than parameter.invalid, for a value that is JSON."""

    def __init__(self, name: str, sentence: str, code: str = "parameter.invalid") -> None:
        super().__init__(f"{name}: {sentence}", code)
        self.place = {"parameter": name}


class Negotiation(DefaultContentNegotiation):
    """Refuses a `format` that the operation does not have with 400; the framework answers 404."""

    def filter_renderers(self, renderers: Iterable[BaseRenderer], format: str) -> list[BaseRenderer]:
        """The renderers of this format. InvalidParameter with those that there are, if there is none."""
        offered = list(renderers)
        named = [renderer for renderer in offered if renderer.format == format]
        if not named:
            formats = ", ".join(dict.fromkeys(str(renderer.format) for renderer in offered))
            raise InvalidParameter("format", f"“{format[:64]}” is not a valid choice. One of: {formats}.")
        return named


class Endpoint(GenericAPIView[Any]):
    """An endpoint: reads the request, checks access, calls one action or query, and responds."""

    content_negotiation_class: type[DefaultContentNegotiation] = Negotiation
    filter_backends: list[Any] = []
    serializer_class = Serializer
    # For the idempotency keys of POST (config/api/idempotency.py): whether the action stores the key itself; whether
    # the work takes too long for the transaction of the key; and whether such work writes anything, or else may simply
    # be done again.
    own_key = False
    long_work = False
    has_effect = True
    # Statuses of errors that the reference names besides those that all operations of this kind have.
    more_problems: tuple[str, ...] = ()

    @property
    def user(self) -> Any:
        """The caller, who is signed in."""
        return self.request.user

    def stored_answer(self, data: Any) -> Any:
        """What is stored of the answer under the request's idempotency key; called after the work of a POST.

        Endpoints leave out secrets, and what only its reader may see at that moment."""
        return data

    def repeated_answer(self, data: Any) -> Any:
        """The answer to a repeated request, from `stored_answer`; called instead of the work."""
        return data

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The answer to a repeated request whose first one ended after its effect and before its answer was stored.

        Called only for endpoints whose work calls `record_effect` (people/idempotency/claims.py)."""
        raise NotImplementedError

    def read_page(self, rows: QuerySet[Any]) -> list[Any]:
        """The rows of the requested page; pass their JSON to `get_paginated_response`."""
        return list(self.paginate_queryset(rows) or [])

    def sort_by(self, ordering: str) -> None:
        """Sorts the pages of this request by a field instead of newest first."""
        self.paginator.ordering = (ordering,)  # type: ignore[union-attr]

    def page_edge(self) -> tuple[int | None, bool]:
        """The id after which the requested page starts (None for the first), and whether it goes to newer rows."""
        edge: tuple[int | None, bool] = self.paginator.edge(self.request)  # type: ignore[union-attr]
        return edge

    def read_body(self, form: type[BaseSerializer[Any]], **context: Any) -> dict[str, Any]:
        """The validated body; `context` goes to the serializer."""
        serializer = form(data=self.request.data, context={"request": self.request, **context})
        serializer.is_valid(raise_exception=True)
        values: dict[str, Any] = serializer.validated_data
        return values

    def read_parameters(self, form: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The validated query parameters; 400 names the first invalid one."""
        serializer = form(data=self.request.query_params.dict())
        if not serializer.is_valid():
            errors: dict[str, Any] = dict(serializer.errors)
            name, faults = next(iter(errors.items()))
            raise InvalidParameter(name, f"{faults[0]}{_choices(serializer, name)}")
        values: dict[str, Any] = serializer.validated_data
        return values

    def respond_with_page(
        self, rows: QuerySet[Any], form: type[BaseSerializer[Any]], ordering: str = "-id", **context: Any
    ) -> Response:
        """One page of the rows: {"next", "previous", "results"}."""
        self.sort_by(ordering)
        serializer = form(self.read_page(rows), many=True, context={"request": self.request, **context})
        return self.get_paginated_response(serializer.data)

    def respond_with_list(self, items: Iterable[Any], form: type[BaseSerializer[Any]]) -> Response:
        """A short list in one page, with the same shape."""
        serializer = form(list(items), many=True, context={"request": self.request})
        return self.respond_with_results(serializer.data)

    def respond_with_results(self, results: Any) -> Response:
        """The JSON of a short list as its only page; 400 for a cursor and for an invalid page size."""
        self.paginator.require_only_page(self.request)  # type: ignore[union-attr]
        return Response({"next": None, "previous": None, "results": results})


READS = frozenset({"GET", "HEAD"})


class FileNegotiation(Negotiation):
    """Accepts every media type in reads, because the bytes of a file or a stream come from no renderer.

    The first renderer is for refusals, which are JSON."""

    def select_renderer(  # type: ignore[override]
        self, request: Request, renderers: list[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer that the header Accept asks for, or the first one.

        In reads the parameter `format` chooses none of them: `takes_format` says so, and it is refused later."""
        if request.method in READS and api_settings.URL_FORMAT_OVERRIDE in request.query_params:
            return renderers[0], str(renderers[0].media_type)
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            if request.method not in READS:
                raise
            return renderers[0], str(renderers[0].media_type)


class FileEndpoint(Endpoint):
    """An endpoint whose GET answers with a file or a stream instead of JSON."""

    content_negotiation_class = FileNegotiation


def takes_format(view: APIView, method: str) -> bool:
    """Whether `?format=` chooses among the formats of an operation; a file or a stream has one, or `file_type`."""
    return not (method in READS and issubclass(view.content_negotiation_class, FileNegotiation))


class NoStreamHere(Exception):
    """This server has no live streams: it runs without ASGI."""


TAB = OpenApiParameter(
    "tab",
    str,
    pattern="^[0-9A-Za-z_-]{8,40}$",
    description="A name for who listens. An earlier stream of the same session or token and name ends. A name of "
    "another form is ignored.",
)
