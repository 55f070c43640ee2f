"""The API of templates of pages."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.world.models import WorldEntry
from campaigns.world.page_templates import actions
from campaigns.world.page_templates.access import get_template, visible_templates
from campaigns.world.page_templates.models import PageTemplate
from campaigns.world.serializers import REVISION, tag_list
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, IF_MATCH, READ, request_revision, with_entity_tag
from common.serializer_fields import IntegerField, StrictSerializer, TextField
from people.access import get_gm_membership


class PageTemplateSerializer(serializers.ModelSerializer[Any]):
    """A template of a campaign: with what a new page begins."""

    tags = serializers.ListField(child=serializers.CharField(), source="tag_names")

    class Meta:
        model = PageTemplate
        fields = ["id", "campaign", "name", "kind", "text", "tags", "revision", "created"]
        read_only_fields = fields


class PageTemplateBody(StrictSerializer):
    """A new template."""

    name = TextField(max_length=60)
    kind = serializers.ChoiceField(WorldEntry.Kind.choices, default=WorldEntry.Kind.NOTE)
    text = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    tags = tag_list()


class PageTemplateChange(StrictSerializer):
    """The fields of a template that can change."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    name = TextField(max_length=60, required=False)
    kind = serializers.ChoiceField(WorldEntry.Kind.choices, required=False)
    text = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    tags = tag_list()


class PageTemplates(Endpoint):
    """The templates of a campaign."""

    @extend_schema(operation_id="page_templates_list", responses=PageTemplateSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The campaign's own templates of pages; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        return self.respond_with_page(visible_templates(membership), PageTemplateSerializer)

    @extend_schema(
        operation_id="page_templates_create", request=PageTemplateBody, responses={201: PageTemplateSerializer}
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds a template; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        row = actions.create_template(membership=membership, **self.read_body(PageTemplateBody))
        return Response(PageTemplateSerializer(row).data, 201)


class PageTemplateDetail(Endpoint):
    """One template."""

    @extend_schema(operation_id="page_templates_read", parameters=READ, responses=PageTemplateSerializer)
    def get(self, request: Request, template_id: int) -> Response:
        """A template; GMs only."""
        row, _membership = get_template(self.user, template_id)
        return with_entity_tag(request, PageTemplateSerializer(row).data)

    @extend_schema(
        operation_id="page_templates_change",
        parameters=CHANGE,
        request=PageTemplateChange,
        responses=PageTemplateSerializer,
    )
    def patch(self, request: Request, template_id: int) -> Response:
        """Changes a template; GMs only."""
        row, membership = get_template(self.user, template_id)
        fields = self.read_body(PageTemplateChange)
        revision = request_revision(request, fields)
        row = actions.change_template(membership=membership, template=row, revision=revision, **fields)
        return with_entity_tag(request, PageTemplateSerializer(row).data)

    @extend_schema(operation_id="page_templates_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request: Request, template_id: int) -> Response:
        """Deletes a template; pages that began with it stay as they are. GMs only."""
        row, membership = get_template(self.user, template_id)
        actions.delete_template(membership=membership, template=row, revision=request_revision(request, {}))
        return Response(status=204)
