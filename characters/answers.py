"""What the views share: an action's refusal lands beside the field it speaks of."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.encoding import force_str
from django.utils.functional import Promise

from rules.play import Refused


def accepted(act: Callable[[], Any], *shown: forms.BaseForm) -> Any:
    """Runs the action when all forms are valid; None when a form or the action refuses, told on the forms."""
    faulty = [form for form in shown if not form.is_valid()]  # each is asked, so that all faults are told
    if faulty:
        return None
    try:
        return act()
    except ValidationError as refusal:
        _onto(shown, refusal)
    except Refused as refused:
        shown[-1].add_error(None, refused.message)
    return None


def _onto(shown: tuple[forms.BaseForm, ...], refusal: ValidationError) -> None:
    told = refusal.message_dict if hasattr(refusal, "error_dict") else {"__all__": refusal.messages}
    for field, sentences in told.items():
        holder = next((form for form in shown if field in form.fields), None)
        for sentence in sentences:
            (holder or shown[0]).add_error(field if holder else None, sentence)


def told(request: HttpRequest, act: Callable[[], Any], done: str | Promise = "") -> bool:
    """Runs the action of a lone button; what was done, or why not, is a message on the next page."""
    try:
        act()
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        if done:
            messages.success(request, force_str(done))
        return True
    return False


def frame(own: Any, here: str) -> dict[str, Any]:
    """What every page of a campaign needs: the person's place there, the campaign and its game, the tab."""
    return {"own": own, "campaign": own.campaign, "here": here, "game": own.campaign.system}
