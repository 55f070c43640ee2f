"""The API of the caller's devices and preferences for calls."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.endpoint import Endpoint
from common.entity_tags import CHANGE, OPTIONAL_IF_MATCH, READ, optional_revision, request_revision, with_entity_tag
from common.requests import site_of
from people.access import require_unbound_token
from people.devices import actions
from people.devices.access import devices_of, get_device, preferences_of
from people.devices.push_key import get_push_key
from people.devices.serializers import CallsBody, CallsSerializer, DeviceBody, DeviceChange, DeviceSerializer
from people.models import User


class Devices(Endpoint):
    """The devices that get messages for the caller."""

    @extend_schema(operation_id="devices_list", responses=DeviceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The caller's devices."""
        require_unbound_token(self.user)
        return self.respond_with_page(devices_of(self.user), DeviceSerializer, "id")

    @extend_schema(operation_id="devices_add", request=DeviceBody, responses={201: DeviceSerializer})
    def post(self, request: Request) -> Response:
        """Adds a push subscription, made with `push_key` of `me/calls/`. It ends with the token that adds it."""
        require_unbound_token(self.user)
        held: dict[str, Any] = {"token": request.auth}
        if not request.auth:
            held = {"session_key": actions.note_sign_in(request._request)}
        device = actions.add_device(user=self.user, **held, **self.read_body(DeviceBody))
        return Response(DeviceSerializer(device).data, status=201)


class DeviceDetail(Endpoint):
    """One device."""

    @extend_schema(operation_id="devices_read", parameters=READ, responses=DeviceSerializer)
    def get(self, request: Request, device_id: int) -> Response:
        """One of the caller's devices."""
        require_unbound_token(self.user)
        return with_entity_tag(request, DeviceSerializer(get_device(self.user, device_id)).data)

    @extend_schema(operation_id="devices_change", parameters=CHANGE, request=DeviceChange, responses=DeviceSerializer)
    def patch(self, request: Request, device_id: int) -> Response:
        """Chooses sound and vibration."""
        require_unbound_token(self.user)
        device = get_device(self.user, device_id)
        fields = self.read_body(DeviceChange)
        revision = request_revision(request, fields)
        device = actions.change_device(user=self.user, device=device, revision=revision, **fields)
        return with_entity_tag(request, DeviceSerializer(device).data)

    @extend_schema(operation_id="devices_remove", parameters=[OPTIONAL_IF_MATCH], responses={204: None})
    def delete(self, request: Request, device_id: int) -> Response:
        """Removes the device; it gets no more messages."""
        require_unbound_token(self.user)
        device = get_device(self.user, device_id)
        actions.remove_device(user=self.user, device=device, revision=optional_revision(request, {}))
        return Response(status=204)


class Calls(Endpoint):
    """The caller's preferences for messages."""

    @extend_schema(operation_id="calls_read", parameters=READ, responses=CallsSerializer)
    def get(self, request: Request) -> Response:
        """Mail, webhook, reminder, quiet hours, and the site's key for push messages."""
        require_unbound_token(self.user)
        return with_entity_tag(request, calls_json(self.user))

    @extend_schema(operation_id="calls_save", parameters=CHANGE, request=CallsBody, responses=CallsSerializer)
    def put(self, request: Request) -> Response:
        """Saves mail, webhook, reminder and quiet hours."""
        require_unbound_token(self.user)
        origin = site_of(request._request)
        fields = self.read_body(CallsBody)
        revision = request_revision(request, fields)
        # A script has no time zone: that of its person counts, or else that of the stored quiet hours.
        _row, secret = actions.save_preferences(
            user=self.user, origin=origin, zone=self.user.zone, revision=revision, **fields
        )
        return with_entity_tag(request, calls_json(self.user, secret))


def calls_json(user: User, secret: str = "") -> dict[str, Any]:
    """The preferences with the site's public key, and the secret of a webhook that is new."""
    row = preferences_of(user)
    more = {"push_key": get_push_key().public, "webhook_secret": secret}
    names = set(CallsSerializer().fields) - set(more)
    values = {name: getattr(row, name) for name in names} | {"zone": row.quiet_zone}
    data: dict[str, Any] = CallsSerializer(values | more).data
    return data
