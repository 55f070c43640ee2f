"""Cursor pagination: pages do not shift while rows are added."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import DataError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination as FrameworkPagination
from rest_framework.request import Request

from config.api.parsing import UnreadableBody

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView


class CursorPagination(FrameworkPagination):
    """Newest first, by id: {"next": address or null, "previous": address or null, "results": [...]}."""

    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 200

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: "APIView | None" = None
    ) -> list[Any] | None:
        """The rows of the page; 400 for an invalid cursor."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, OverflowError, DataError) as error:
            raise self._invalid_cursor() from error

    def require_only_page(self, request: Request) -> None:
        """Checks the parameters of a list that is always one page: 400 for a page size that is none, and for a
        cursor."""
        self.get_page_size(request)
        if request.query_params.get(self.cursor_query_param):
            raise self._invalid_cursor()

    def _invalid_cursor(self) -> UnreadableBody:
        message = "This cursor is invalid. Start with the first page."
        return UnreadableBody("parameter.cursor", message, parameter=self.cursor_query_param)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page in the words of OpenAPI 3.1, where `nullable` has no meaning."""
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": address, "previous": address, "results": schema},
        }

    def get_schema_operation_parameters(self, _view: "APIView") -> list[dict[str, Any]]:
        """The parameters of a list, with what they take."""
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        described = {
            self.cursor_query_param: ({"type": "string"}, "From the address in `next` or `previous`."),
            self.page_size_query_param: (size, "How many results a page has."),
        }
        return [
            {"name": name, "required": False, "in": "query", "description": text, "schema": schema}
            for name, (schema, text) in described.items()
        ]

    def get_page_size(self, request: Request) -> int | None:
        """The size of a page; 400 for anything but a number from 1 to the maximum."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= self.max_page_size):
            message = f"page_size: a number from 1 to {self.max_page_size}."
            raise UnreadableBody("parameter.invalid", message, parameter=self.page_size_query_param)
        return int(text[:9])

    def edge(self, request: Request) -> tuple[int | None, bool]:
        """The id after which the requested page starts (None for the first page), and whether it goes to newer rows."""
        try:
            cursor = self.decode_cursor(request)
        except NotFound:  # `paginate_queryset` answers it
            return None, False
        position = str(getattr(cursor, "position", None))
        is_id = position.isascii() and position.isdigit() and len(position) < 19
        return (int(position) if is_id else None), bool(getattr(cursor, "reverse", False))
