"""One stateless resolution by the rules of a game, logged in a campaign where the body says so."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.actions import checks as actions
from campaigns.models import Member
from campaigns.queries import checks as queries
from campaigns.serializers.shared import one
from campaigns.serializers.story import CheckBody
from rules import play
from rules.api import Endpoint


class Checks(Endpoint):
    """Resolving a check."""

    @extend_schema(
        operation_id="checks_resolve",
        request=CheckBody,
        responses={200: OpenApiTypes.OBJECT, 201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request) -> Response:
        """Resolves a check (200); with `campaign` it stands in that campaign's log as line `log` (201)."""
        fields = self.taken(CheckBody)
        if fields.get("campaign") is None:
            self.alone(fields)
            return Response(play.check(fields["system"], fields["kind"], fields["inputs"]))
        own = self.place(fields["campaign"])
        if fields["system"] != own.campaign.system:
            raise ValidationError({"system": [_("The campaign plays another game.")]})
        entry = actions.record_check(
            own=own,
            kind=fields["kind"],
            inputs=fields["inputs"],
            character=one(queries.characters(own), "character", fields.get("character")),
            session=one(access.sessions(own), "session", fields.get("session")),
        )
        return Response({**entry.data["result"], "log": entry.pk}, 201)

    def alone(self, fields: dict[str, Any]) -> None:
        """Refuses rows of a campaign where no campaign is named."""
        faults = {
            name: [_("Name the campaign too.")] for name in ("character", "session") if fields.get(name) is not None
        }
        if faults:
            raise ValidationError(faults)

    def place(self, campaign_id: int) -> Member:
        """The caller's place in the campaign the body names; one refusal for missing and for foreign."""
        try:
            return access.must_play(access.member(self.user, campaign_id))
        except Http404:
            raise ValidationError({"campaign": [_("There is no such campaign here.")]}, "missing") from None
