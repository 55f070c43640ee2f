"""Runs actions for views, and shows their errors beside the form fields."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.encoding import force_str
from django.utils.functional import Promise

from rules.play import Refused


def run_action(act: Callable[[], Any], *shown: forms.BaseForm) -> Any:
    """Runs the action if all forms are valid; returns None after adding errors of the action to the forms."""
    faulty = [form for form in shown if not form.is_valid()]  # validates every form, so that all errors are shown
    if faulty:
        return None
    try:
        return act()
    except ValidationError as refusal:
        _add_refusal(shown, refusal)
    except Refused as refused:
        shown[-1].add_error(None, refused.sentence)
    return None


def _add_refusal(shown: tuple[forms.BaseForm, ...], refusal: ValidationError) -> None:
    errors = refusal.message_dict if hasattr(refusal, "error_dict") else {"__all__": refusal.messages}
    for field, sentences in errors.items():
        holder = next((form for form in shown if field in form.fields), None)
        for sentence in sentences:
            (holder or shown[0]).add_error(field if holder else None, sentence)


def run_with_message(request: HttpRequest, act: Callable[[], Any], done: str | Promise = "") -> bool:
    """Runs a button's action; a message on the next page says what was done, or why not."""
    try:
        act()
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        if done:
            messages.success(request, force_str(done))
        return True
    return False


def campaign_context(membership: Any, here: str) -> dict[str, Any]:
    """The context of every page of a campaign: `membership`, `campaign`, `here` (the active tab) and `game`."""
    return {"membership": membership, "campaign": membership.campaign, "here": here, "game": membership.campaign.system}
