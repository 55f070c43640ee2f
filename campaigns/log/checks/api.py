"""The API that resolves a check and, if a campaign is given, logs it."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.log.checks import actions, queries
from campaigns.log.checks.serializers import CheckBody, ResolvedCheckSerializer
from campaigns.sessions.access import visible_sessions
from common.endpoint import Endpoint
from common.lookups import find_row
from people.access import get_membership, require_player
from people.models import Member
from rules import play


class Checks(Endpoint):
    """Resolving a check."""

    @extend_schema(
        operation_id="checks_resolve",
        request=CheckBody,
        responses={200: ResolvedCheckSerializer, 201: ResolvedCheckSerializer},
    )
    def post(self, request: Request) -> Response:
        """Resolves a check (200); with `campaign` it is added to that campaign's log as entry `log` (201)."""
        fields = self.read_body(CheckBody)
        if fields.get("campaign") is None:
            self.refuse_campaign_rows(fields)
            return Response(play.check(fields["system"], fields["kind"], fields["inputs"]))
        membership = self.read_membership(fields["campaign"])
        if fields["system"] != membership.campaign.system:
            raise ValidationError({"system": [_("The campaign plays another game.")]})
        entry = actions.record_check(
            membership=membership,
            kind=fields["kind"],
            inputs=fields["inputs"],
            character=find_row(queries.testable_characters(membership), "character", fields.get("character")),
            session=find_row(visible_sessions(membership), "session", fields.get("session")),
        )
        return Response({**entry.data["result"], "log": entry.pk}, 201)

    def refuse_campaign_rows(self, fields: dict[str, Any]) -> None:
        """Refuses a character or session without a campaign."""
        faults = {
            name: [_("Name the campaign too.")] for name in ("character", "session") if fields.get(name) is not None
        }
        if faults:
            raise ValidationError(faults)

    def read_membership(self, campaign_id: int) -> Member:
        """The caller's membership in the campaign; the same refusal for a missing campaign and another's."""
        try:
            return require_player(get_membership(self.user, campaign_id))
        except Http404:
            raise ValidationError({"campaign": [_("There is no such campaign here.")]}, "missing") from None
