"""The games, their rules and their catalogue over the API; and what all endpoints have in common."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.endpoint import Endpoint
from rules import play
from rules.catalogue import queries
from rules.pages.serializers import CatalogueQuery, CatalogueRowSerializer, RuleQuery, RuleSerializer, SystemSerializer


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
        return self.respond_with_list(play.SYSTEMS.values(), SystemSerializer)


class Rules(Endpoint):
    """The rules of a game."""

    @extend_schema(operation_id="rules_list", parameters=[RuleQuery], responses=RuleSerializer(many=True))
    def get(self, request: Request, system: str) -> Response:
        """Every rule with its id, in order; `text` searches."""
        game(system)
        return self.respond_with_list(
            queries.rules_with_words(queries.book(system), self.read_parameters(RuleQuery).get("text", "")),
            RuleSerializer,
        )


class Catalogue(Endpoint):
    """The catalogue as the site ships it."""

    @extend_schema(
        operation_id="catalogue_list",
        parameters=[CatalogueQuery],
        responses=CatalogueRowSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Background skills, difficulties, conditions, weapons and other rows of the games."""
        asked = self.read_parameters(CatalogueQuery)
        system = asked.pop("system", None)
        systems = [game(system)["slug"]] if system else list(play.SYSTEMS)
        return self.respond_with_list(
            [row for system in systems for row in queries.catalogue(system, **asked)], CatalogueRowSerializer
        )
