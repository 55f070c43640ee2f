"""The API that files log entries, awards, encounters and reveals under a session afterwards."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.periods import Period
from campaigns.sessions.access import get_session
from campaigns.sessions.filing import actions, queries
from campaigns.sessions.filing.serializers import FiledSerializer, FilingBody, FilingQuery, FilingSerializer
from common.endpoint import Endpoint
from people.access import require_gm


class SessionFiling(Endpoint):
    """What is filed under a session."""

    @extend_schema(operation_id="sessions_filing", parameters=[FilingQuery], responses=FilingSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """Log entries, encounters and reveals of some days, each with its session; GMs only."""
        row, membership = get_session(self.user, session_id)
        require_gm(membership)
        parameters = self.read_parameters(FilingQuery)
        period = Period(parameters.get("since"), parameters.get("until")) if parameters else queries.usual_period(row)
        return Response(FilingSerializer(queries.get_filing(membership, period)).data)

    @extend_schema(operation_id="sessions_file", request=FilingBody, responses=FiledSerializer)
    def post(self, request: Request, session_id: int) -> Response:
        """Files the rows under the session, or takes them out, all or none; refused if someone filed one meanwhile.
        GMs only."""
        row, membership = get_session(self.user, session_id)
        require_gm(membership)
        fields = self.read_body(FilingBody)
        count = actions.file_under_session(
            membership=membership,
            session=None if fields["out"] else row,
            entries=read_rows(fields["lines"]),
            encounters=read_rows(fields["encounters"]),
            reveals=read_rows(fields["reveals"]),
        )
        return Response({"count": count})


def read_rows(bodies: list[dict[str, Any]]) -> list[actions.ChosenRow]:
    """The rows of the body."""
    return [actions.ChosenRow(body["id"], body["session"]) for body in bodies]
