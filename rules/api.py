"""The games, their rules and their catalogue over the API; and what all endpoints have in common."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

from rules import play, queries
from rules.serializers import (
    CatalogueQuery,
    CatalogueRowSerializer,
    RuleQuery,
    RuleSerializer,
    SystemSerializer,
)


class Endpoint(GenericAPIView[Any]):
    """One address. It reads the request, calls a door and one action or query, and answers."""

    filter_backends: list[Any] = []
    serializer_class = Serializer

    @property
    def user(self) -> Any:
        """The caller, whom the house has let in."""
        return self.request.user

    def shown(self, rows: QuerySet[Any]) -> list[Any]:
        """The rows of the asked page; `get_paginated_response` wraps what is made of them."""
        return list(self.paginate_queryset(rows) or [])

    def edge(self) -> tuple[int | None, bool]:
        """The id that the asked page goes on from, None for the first page; whether it goes to newer rows."""
        found: tuple[int | None, bool] = self.paginator.edge(self.request)  # type: ignore[union-attr]
        return found

    def taken(self, form: type[BaseSerializer[Any]], **context: Any) -> dict[str, Any]:
        """The validated body; what it may name is found through `context`."""
        given = form(data=self.request.data, context={"request": self.request, **context})
        given.is_valid(raise_exception=True)
        values: dict[str, Any] = given.validated_data
        return values

    def asked(self, form: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The validated parameters of the address; 400 names the first that does not fit."""
        given = form(data=self.request.query_params.dict())
        if not given.is_valid():
            told: dict[str, Any] = dict(given.errors)
            name, faults = next(iter(told.items()))
            raise ParseError(f"{name}: {faults[0]}", "parameter.invalid")
        values: dict[str, Any] = given.validated_data
        return values

    def page(
        self, rows: QuerySet[Any], form: type[BaseSerializer[Any]], ordering: str = "-id", **context: Any
    ) -> Response:
        """One page of the rows: {"next", "previous", "results"}."""
        assert self.paginator is not None
        self.paginator.ordering = (ordering,)  # type: ignore[attr-defined]
        told = form(self.shown(rows), many=True, context={"request": self.request, **context})
        return self.get_paginated_response(told.data)

    def whole(self, items: Iterable[Any], form: type[BaseSerializer[Any]]) -> Response:
        """A short list that needs no pages, in the same shape."""
        told = form(list(items), many=True, context={"request": self.request})
        return Response({"next": None, "previous": None, "results": told.data})


def game(system: str) -> dict[str, Any]:
    """The description of a game; 404 when there is none of that slug."""
    if system not in play.SYSTEMS:
        raise Http404
    return play.SYSTEMS[system]


class Systems(Endpoint):
    """The games of this site."""

    @extend_schema(operation_id="systems_list", responses=SystemSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The games with their options."""
        return self.whole(play.SYSTEMS.values(), SystemSerializer)


class Rules(Endpoint):
    """The rules of a game."""

    @extend_schema(operation_id="rules_list", parameters=[RuleQuery], responses=RuleSerializer(many=True))
    def get(self, request: Request, system: str) -> Response:
        """Every rule with its ledger id, in the order of the ledger; `text` searches."""
        game(system)
        return self.whole(queries.matching(queries.book(system), self.asked(RuleQuery).get("text", "")), RuleSerializer)


class Catalogue(Endpoint):
    """The catalogue as the site ships it."""

    @extend_schema(
        operation_id="catalogue_list",
        parameters=[CatalogueQuery],
        responses=CatalogueRowSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Background skills, difficulties, conditions, weapons and whatever else the games have."""
        asked = self.asked(CatalogueQuery)
        system = asked.pop("system", None)
        systems = [game(system)["slug"]] if system else list(play.SYSTEMS)
        return self.whole([row for one in systems for row in queries.catalogue(one, **asked)], CatalogueRowSerializer)
