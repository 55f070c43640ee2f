"""Pages that do not shift while rows are added."""

from rest_framework.pagination import CursorPagination


class Cursor(CursorPagination):
    """Newest first, by id."""

    ordering = "-id"
