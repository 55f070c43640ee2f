"""The API of the search in a campaign."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.overview.search import queries
from campaigns.overview.search.forms import SearchFilterForm
from campaigns.overview.search.serializers import FoundSerializer, SearchQuery
from common.endpoint import Endpoint
from people.access import get_membership


class Search(Endpoint):
    """The search in a campaign."""

    @extend_schema(operation_id="search", parameters=[SearchQuery], responses=FoundSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """Everything in which words begin with all given words, ten of each group; encounters and adventures for GMs.

        With a limit (a day, a session, a character or a date) it finds only what belongs to that limit, and neither
        tags nor adventures."""
        membership = get_membership(self.user, campaign_id)
        parameters = self.read_parameters(SearchQuery)
        form = SearchFilterForm(parameters, membership=membership)
        filters = form.filters
        unknown = {
            name: [_("This campaign has no calendar.")] for name in parameters if name not in {"text", *form.fields}
        }
        if form.errors or unknown:
            raise ValidationError(
                {name: [str(word) for word in words] for name, words in form.errors.items()} | unknown
            )
        return Response(FoundSerializer(queries.search_campaign(membership, parameters["text"], filters)).data)
