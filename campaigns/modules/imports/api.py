"""The API of imports (plan, import, progress, rollback) and exports."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.modules import actions, queries
from campaigns.modules.access import import_runs_of
from campaigns.modules.exports import exporting
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.imports import jobs, limits
from campaigns.modules.models import ModuleVersion
from campaigns.modules.serializers import ImportBody, ImportSerializer, PlanSerializer
from common.endpoint import Endpoint
from common.entity_tags import READ_CONTENT, is_known
from people.access import get_gm_membership


class Imports(Endpoint):
    """The imports of a campaign."""

    long_work = True

    @extend_schema(operation_id="imports_list", responses=ImportSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The imports, newest first; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        return self.respond_with_page(import_runs_of(membership).defer("version__document"), ImportSerializer)

    @extend_schema(
        operation_id="imports_create",
        request=ImportBody,
        responses={200: PlanSerializer, 201: ImportSerializer, 202: ImportSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Imports or updates a version, all or nothing (201); with `dry_run` returns only the plan (200).

        With `background` it continues after the response (202), and its own URL has the progress. GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        options = self.read_body(ImportBody)
        version = self.version(options.pop("module"), options.pop("version"))
        dry, background, token = options.pop("dry_run"), options.pop("background"), options.pop("plan_token", None)
        chosen_options: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        if dry:
            return Response(
                actions.plan_import(membership=membership, version=version, options=chosen_options).as_json()
            )
        if background:
            fingerprint = actions.plan_state(
                membership=membership, version=version, options=chosen_options, plan_token=token
            )
            run = jobs.begin(membership=membership, version=version, options=chosen_options, fingerprint=fingerprint)
            return Response(ImportSerializer(run).data, 202)
        run = actions.apply_import(membership=membership, version=version, options=chosen_options, plan_token=token)
        return Response(ImportSerializer(run).data, 201)

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The import that the first request finished or started."""
        membership = get_gm_membership(self.user, self.kwargs["campaign_id"])
        return Response(ImportSerializer(queries.run(membership, effect["import"])).data, effect["status"])

    def version(self, key: str, number: str) -> ModuleVersion:
        """The version that the body names; the same refusal for missing and for other people's versions."""
        try:
            return queries.version_of(self.user, key, number)
        except Http404:
            fault = _("Your library does not have this version. Upload it first.")
            # For a module of which no version is there, the key is the wrong member.
            wrong = "version" if queries.has_module(self.user, key) else "module"
            raise ValidationError({wrong: fault}, "missing") from None


class ImportDetail(Endpoint):
    """One import."""

    @extend_schema(operation_id="imports_read", responses=ImportSerializer)
    def get(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Options, progress and result; GMs only. If the process died, the import is reported as interrupted."""
        membership = get_gm_membership(self.user, campaign_id)
        limits.mark_lost(membership.campaign)
        return Response(ImportSerializer(queries.run(membership, import_id)).data)

    @extend_schema(operation_id="imports_cancel", responses={200: ImportSerializer})
    def delete(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Asks a running import to stop; nothing is imported. To undo a completed import, use `rollback`."""
        membership = get_gm_membership(self.user, campaign_id)
        return Response(
            ImportSerializer(jobs.cancel(membership=membership, run=queries.run(membership, import_id))).data
        )


class ImportRollback(Endpoint):
    """Undoing an import."""

    @extend_schema(operation_id="imports_rollback", request=None, responses=ImportSerializer)
    def post(self, request: Request, campaign_id: int, import_id: int) -> Response:
        """Undoes an import; what was changed since or used in play stays, and `result.rollback` says so."""
        membership = get_gm_membership(self.user, campaign_id)
        return Response(
            ImportSerializer(
                actions.rollback_import(membership=membership, run=queries.run(membership, import_id))
            ).data
        )


class ZipRenderer(BaseRenderer):
    """A module with its pictures."""

    media_type, format, charset, render_style = "application/zip", "zip", None, "binary"

    def render(self, data: Any, _accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes as they are; a refusal is the same JSON as everywhere."""
        return data if isinstance(data, bytes) else JSONRenderer().render(data)


LICENCE_WARNING = OpenApiParameter(
    "X-Licence-Warning",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="Present if the licence of some parts is unknown: do not share the export before you have entered it.",
)


class Export(Endpoint):
    """The content of a campaign as a module."""

    more_problems = ("409",)
    renderer_classes = [JSONRenderer, ZipRenderer]

    @extend_schema(
        operation_id="campaigns_export",
        parameters=[
            OpenApiParameter("module", str, description="The key of a module that was imported; if left out: all."),
            OpenApiParameter("format", str, enum=["json", "zip"], description="Instead of Accept."),
            LICENCE_WARNING,
            *READ_CONTENT,
        ],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """A Satchel document of the campaign as it is now, or of one module of it (`?module=`); GMs only.
        409 `export.nothing` if there is none. Its ETag is the digest, and `If-None-Match` with it gives 304.

        With `Accept: application/zip` (or `?format=zip`) an archive with its pictures: the same content is the same
        bytes."""
        membership, key = get_gm_membership(self.user, campaign_id), request.query_params.get("module", "")[:64]
        document = actions.export_content(membership=membership, key=key)
        zipped = request.accepted_renderer.format == "zip"
        tag = f'"{digest(document)}{"-zip" if zipped else ""}"'
        warning = exporting.licence_warning(document)
        headers = {"ETag": tag, "Vary": "Accept"} | ({"X-Licence-Warning": warning} if warning else {})
        if is_known(request, tag):
            return Response(status=304, headers=headers)
        if zipped:
            named = f'attachment; filename="{document["module"]["key"]}.satchel.zip"'
            return Response(
                actions.export_zip(membership=membership, key=key), headers=headers | {"Content-Disposition": named}
            )
        return Response(document, headers=headers)
