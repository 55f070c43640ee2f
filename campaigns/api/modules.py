"""The library of modules and imports over the API."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access
from campaigns.actions import modules as actions
from campaigns.models import ModuleVersion
from campaigns.queries import modules as queries
from campaigns.serializers.modules import (
    ImportBody,
    ImportSerializer,
    ModuleVersionSerializer,
    PlanSerializer,
    ReportSerializer,
)
from rules.api import Endpoint


class Modules(Endpoint):
    """The library: shared modules and the caller's own uploads."""

    @extend_schema(operation_id="modules_list", responses=ModuleVersionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every version the caller may import, newest first."""
        return self.page(access.module_versions(self.user).defer("document"), ModuleVersionSerializer)

    @extend_schema(
        operation_id="modules_upload", request=OpenApiTypes.OBJECT,
        responses={200: ModuleVersionSerializer, 201: ModuleVersionSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Uploads a Satchel module: 201, or 200 when the very same version is there already."""
        access.must_be_free(self.user)
        version, new = actions.upload(by=self.user, document=request.data)
        return Response(ModuleVersionSerializer(version).data, 201 if new else 200)


class ModuleCheck(Endpoint):
    """Validation without a write."""

    @extend_schema(operation_id="modules_validate", request=OpenApiTypes.OBJECT, responses={200: ReportSerializer})
    def post(self, request: Request) -> Response:
        """Says everything that is wrong with a module, at once (422); 200 when it is sound."""
        report = actions.check(by=self.user, document=request.data)
        module = report.must_pass()["module"]
        told = {"key": module["key"], "version": module["version"], "truncated": report.truncated}
        return Response({**told, "warnings": [one.as_json() for one in report.warnings]})


class ModuleDocument(Endpoint):
    """One version of a module."""

    @extend_schema(operation_id="modules_read", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, key: str, version: str) -> Response:
        """The document itself; its ETag is the digest."""
        row = queries.version_of(self.user, key, version)
        return Response(row.document, headers={"ETag": f'"{row.digest}"'})


class Imports(Endpoint):
    """What a campaign imported."""

    @extend_schema(operation_id="imports_list", responses=ImportSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The imports, newest first; GMs only."""
        own = access.gm(self.user, campaign_id)
        return self.page(access.import_runs(own).defer("version__document"), ImportSerializer)

    @extend_schema(
        operation_id="imports_create",
        request=ImportBody,
        responses={200: PlanSerializer, 201: ImportSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Imports a version, all or nothing (201); with `dry_run` only the plan (200). GMs only."""
        own = access.gm(self.user, campaign_id)
        options = self.taken(ImportBody)
        version = self.version(options.pop("module"), options.pop("version"))
        dry, token = options.pop("dry_run"), options.pop("plan_token", None)
        asked: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
        if dry:
            return Response(actions.plan(own=own, version=version, options=asked).as_json())
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
        """Options, and what was done; GMs only."""
        return Response(ImportSerializer(queries.run(access.gm(self.user, campaign_id), import_id)).data)
