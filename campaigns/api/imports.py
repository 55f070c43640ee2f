"""Imports over the API: plan, import, watch, take back; and exports."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.actions import imports
from campaigns.actions import modules as actions
from campaigns.models import ModuleVersion
from campaigns.modules.canonical import digest
from campaigns.queries import modules as queries
from campaigns.serializers.modules import ImportBody, ImportSerializer, PlanSerializer
from rules.api import Endpoint


class Imports(Endpoint):
    """What a campaign imported."""

    @extend_schema(operation_id="imports_list", responses=ImportSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The imports, newest first; GMs only."""
        own = access.gm(self.user, campaign_id)
        return self.page(access.import_runs(own).defer("version__document"), ImportSerializer)

    @extend_schema(
        operation_id="imports_create", request=ImportBody,
        responses={200: PlanSerializer, 201: ImportSerializer, 202: ImportSerializer},
    )  # fmt: skip
    def post(self, request: Request, campaign_id: int) -> Response:
        """Imports or updates a version, all or nothing (201); with `dry_run` only the plan (200), with `background` it
        goes on by itself (202) and its own address tells how far it is. GMs only."""
        own = access.gm(self.user, campaign_id)
        options = self.taken(ImportBody)
        version = self.version(options.pop("module"), options.pop("version"))
        dry, background, token = options.pop("dry_run"), options.pop("background"), options.pop("plan_token", None)
        asked: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        if dry:
            return Response(actions.plan(own=own, version=version, options=asked).as_json())
        if background:
            standing = actions.standing_of(own=own, version=version, options=asked, plan_token=token)
            run = imports.begin(own=own, version=version, options=asked, standing=standing)
            return Response(ImportSerializer(run).data, 202)
        run = actions.apply(own=own, version=version, options=asked, plan_token=token)
        return Response(ImportSerializer(run).data, 201)

    def version(self, key: str, number: str) -> ModuleVersion:
        """The version the body names; the same refusal for missing and for somebody else's."""
        try:
            return queries.version_of(self.user, key, number)
        except Http404:
            fault = _("There is no such version in your library; upload it first.")
            raise ValidationError({"module": fault}, "missing") from None


class ImportDetail(Endpoint):
    """One import."""

    @extend_schema(operation_id="imports_read", responses=ImportSerializer)
    def get(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Options, what was done, or how far it is; GMs only."""
        return Response(ImportSerializer(queries.run(access.gm(self.user, campaign_id), import_id)).data)


class ImportRollback(Endpoint):
    """Taking an import back."""

    @extend_schema(operation_id="imports_rollback", request=None, responses=ImportSerializer)
    def post(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Undoes an import; what people changed since and what play uses stays, and `result.rollback` says so."""
        own = access.gm(self.user, campaign_id)
        return Response(ImportSerializer(actions.rollback(own=own, run=queries.run(own, import_id))).data)


class Export(Endpoint):
    """What a campaign has, as a module."""

    @extend_schema(
        operation_id="campaigns_export", parameters=[OpenApiParameter("module", str)], responses=OpenApiTypes.OBJECT
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """A Satchel document of the campaign as it stands now, or of one module of it (`?module=`); GMs only."""
        own = access.gm(self.user, campaign_id)
        document = actions.export(own=own, key=request.query_params.get("module", "")[:64])
        tag = f'"{digest(document)}"'
        if tag in request.headers.get("If-None-Match", ""):
            return Response(status=304, headers={"ETag": tag})
        return Response(document, headers={"ETag": tag})
