"""The API of a session's events, recaps and statistics."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.serializers import LogEntrySerializer
from campaigns.overview.statistics import queries as plot_queries
from campaigns.sessions import queries
from campaigns.sessions.access import get_session, recap_characters
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.plot_serializers import PlotsSerializer
from campaigns.sessions.recaps import actions, drafts
from campaigns.sessions.report_serializers import (
    HappenedSerializer,
    RecapBody,
    RecapQuery,
    RecapSerializer,
)
from campaigns.world.blocks.queries import number_blocks
from campaigns.world.readable_text import Reader
from campaigns.world.serializers import RevealSerializer
from characters.models import Character
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, READ, request_revision, with_entity_tag
from common.revisions import revision_read
from people.access import get_membership, get_visible_row, require_gm
from people.models import Member


class Happened(Endpoint):
    """What happened in a session."""

    @extend_schema(operation_id="sessions_happened", responses=HappenedSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """The session's encounters, at most 60 reveals, and at most a hundred each of checks, awards and levels."""
        row, membership = get_session(self.user, session_id)
        page = queries.get_session_page(membership, row)
        return Response(
            {
                "encounters": [
                    {
                        "id": encounter.pk,
                        "title": encounter.title,
                        "status": encounter.status,
                        "outcome": encounter.outcome,
                    }
                    for encounter in page.encounters
                ],
                "checks": LogEntrySerializer(page.checks, many=True).data,
                "awards": LogEntrySerializer(page.awards, many=True).data,
                "characters": LogEntrySerializer(page.growth, many=True).data,
                "learned": RevealSerializer(number_blocks(membership, page.learned), many=True).data,
            }
        )


class Recaps(Endpoint):
    """The recaps of a session."""

    @extend_schema(operation_id="recaps_read", parameters=[RecapQuery, *READ], responses=RecapSerializer)
    def get(self, request: Request, session_id: int) -> Response:
        """The recap for one audience: as edited, or the generated draft."""
        row, membership = get_session(self.user, session_id)
        parameters = self.read_parameters(RecapQuery)
        audience, character = self.require_audience(membership, parameters["audience"], parameters.get("character"))
        return with_entity_tag(request, self.recap_json(membership, row, audience, character))

    @extend_schema(operation_id="recaps_write", parameters=CHANGE, request=RecapBody, responses=RecapSerializer)
    def post(self, request: Request, session_id: int) -> Response:
        """Saves a recap that replaces the draft, whose revision is 0; GMs only."""
        row, membership = get_session(self.user, session_id)
        require_gm(membership)
        fields = self.read_body(RecapBody)
        audience, character = self.require_audience(membership, fields["audience"], fields.get("character"))
        actions.save_recap(
            membership=membership,
            session=row,
            audience=audience,
            character=character,
            text=fields["text"],
            revision=request_revision(request, fields),
        )
        return with_entity_tag(request, self.recap_json(membership, row, audience, character))

    def require_audience(
        self, membership: Member, audience: str, character_id: int | None
    ) -> tuple[str, Character | None]:
        """The audience: 403 for the GMs' recap to others, 404 for a character that is not the caller's."""
        if audience == Recap.Audience.GM:
            require_gm(membership)
        if audience != Recap.Audience.CHARACTER:
            return audience, None
        return audience, get_visible_row(recap_characters(membership), pk=character_id or 0)

    def recap_json(
        self, membership: Member, row: Session, audience: str, character: Character | None
    ) -> dict[str, Any]:
        """The recap as the caller may see it."""
        stored = queries.get_stored_recap(membership, row, audience, character)
        text = stored.text if stored else drafts.draft_recap(membership, row, audience, character)
        read = {
            "audience": audience,
            "character": character.pk if character else None,
            "text": Reader(membership).text(text),
        }
        revision = 0 if stored is None else stored.revision if membership.is_gm else revision_read(read)
        return read | {"revision": revision}


class Plots(Endpoint):
    """The statistics of a campaign over time."""

    @extend_schema(operation_id="plots_read", responses=PlotsSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        """Progress, checks compared with chance, encounters by outcome, attendance: as far as the caller may know."""
        statistics = plot_queries.get_statistics(get_membership(self.user, campaign_id))
        data = {
            "progress": [
                {
                    "character": award.character.pk,
                    "name": award.character.name,
                    "unit": award.unit,
                    "points": [{"day": day, "earned": sum_, "level": level} for day, sum_, level in award.points],
                }
                for award in statistics.progress
            ],
            "checks_by_person": statistics.people,
            "checks_by_session": statistics.by_session,
            "encounters": [{"name": name, "count": count} for name, count in statistics.outcomes],
            "attendance": [{"name": name, "came": came, "held": held} for name, came, held in statistics.attendance],
            "sessions": [{"name": name, "count": count} for name, count in statistics.attendees],
        }
        return Response(PlotsSerializer(data).data)
