"""The page "Notifications": devices, mail, quiet hours."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from common.button_responses import redirect_with_message
from common.form_responses import run_action
from common.requests import site_of
from people.credentials.email_addresses import confirmed_address
from people.devices import actions
from people.devices.access import devices_of, get_device, preferences_of
from people.devices.forms import CallPreferencesForm, DeviceForm
from people.devices.models import PushDevice
from people.devices.push_key import get_push_key
from people.requests import SignedRequest


@login_required
@never_cache
@sensitive_variables("secret", "saved")
@require_http_methods(["GET", "HEAD", "POST"])
def calls_page(request: SignedRequest) -> HttpResponse:
    """The devices on which the person is called, and when; only the response that makes a webhook shows its secret."""
    form = CallPreferencesForm(
        request.POST if request.method == "POST" else None, instance=preferences_of(request.user)
    )
    origin = site_of(request)
    saved = request.method == "POST" and run_action(
        lambda: actions.save_preferences(
            user=request.user, origin=origin, zone=timezone.get_current_timezone_name(), **form.cleaned_data
        ),
        form,
    )
    secret = saved[1] if saved else ""
    if saved and not secret:
        return redirect_with_message(request, _("Saved."), "calls")
    context = {
        "secret": secret,
        "form": form,
        "devices": devices_of(request.user),
        "signals": PushDevice.Alert.choices,
        "push_key": get_push_key().public,
        "address": confirmed_address(request.user),
    }
    return render(request, "people/devices/calls.html", context)


@login_required
@require_POST
def change_device_page(request: SignedRequest, device_id: int) -> HttpResponse:
    """Chooses sound and vibration for a device."""
    device, form = get_device(request.user, device_id), DeviceForm(request.POST)
    if form.is_valid():
        actions.change_device(user=request.user, device=device, **form.cleaned_data)
    return redirect("calls")


@login_required
@require_POST
def remove_device_page(request: SignedRequest, device_id: int) -> HttpResponse:
    """Removes a device."""
    actions.remove_device(user=request.user, device=get_device(request.user, device_id))
    return redirect("calls")
