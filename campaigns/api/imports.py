"""Imports over the API: plan, import, watch, take back; and exports."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.actions import imports, running
from campaigns.actions import modules as actions
from campaigns.models import ModuleVersion
from campaigns.modules.canonical import digest
from campaigns.queries import modules as queries
from campaigns.serializers.modules import ImportBody, ImportSerializer, PlanSerializer
from rules.api import Endpoint


class Imports(Endpoint):
    """What a campaign imported."""

    area = "modules"

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

    area = "modules"

    @extend_schema(operation_id="imports_read", responses=ImportSerializer)
    def get(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Options, what was done, or how far it is; GMs only. One whose process died is told as broken off."""
        own = access.gm(self.user, campaign_id)
        running.mark_lost(own.campaign)
        return Response(ImportSerializer(queries.run(own, import_id)).data)

    @extend_schema(operation_id="imports_cancel", responses={200: ImportSerializer})
    def delete(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Asks a running import to stop: nothing of it is written. What was written is taken back by `rollback`."""
        own = access.gm(self.user, campaign_id)
        return Response(ImportSerializer(imports.cancel(own=own, run=queries.run(own, import_id))).data)


class ImportRollback(Endpoint):
    """Taking an import back."""

    area = "modules"

    @extend_schema(operation_id="imports_rollback", request=None, responses=ImportSerializer)
    def post(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Undoes an import; what people changed since and what play uses stays, and `result.rollback` says so."""
        own = access.gm(self.user, campaign_id)
        return Response(ImportSerializer(actions.rollback(own=own, run=queries.run(own, import_id))).data)


class ZipRenderer(BaseRenderer):
    """A module with its pictures."""

    media_type, format, charset, render_style = "application/zip", "zip", None, "binary"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes as they are; a refusal is the same JSON as everywhere."""
        return data if isinstance(data, bytes) else JSONRenderer().render(data)


class Export(Endpoint):
    """What a campaign has, as a module."""

    area = "modules"
    renderer_classes = [JSONRenderer, ZipRenderer]

    @extend_schema(
        operation_id="campaigns_export", parameters=[OpenApiParameter("module", str)],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "application/zip"): OpenApiTypes.BINARY},
    )  # fmt: skip
    def get(self, request: Request, campaign_id: int) -> Response:
        """A Satchel document of the campaign as it stands now, or of one module of it (`?module=`); GMs only.

        With `Accept: application/zip` (or `?format=zip`) an archive with its pictures: the same content is the same
        bytes."""
        own, key = access.gm(self.user, campaign_id), request.query_params.get("module", "")[:64]
        document = actions.export(own=own, key=key)
        zipped = request.accepted_renderer.format == "zip"
        tag = f'"{digest(document)}{"-zip" if zipped else ""}"'
        headers = {"ETag": tag, "Vary": "Accept"}
        if tag in request.headers.get("If-None-Match", ""):
            return Response(status=304, headers=headers)
        if zipped:
            named = f'attachment; filename="{document["module"]["key"]}.satchel.zip"'
            return Response(actions.packed(own=own, key=key), headers=headers | {"Content-Disposition": named})
        return Response(document, headers=headers)
