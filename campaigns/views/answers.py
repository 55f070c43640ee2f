"""What views share: an action's refusal lands beside the field it speaks of."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.encoding import force_str

from rules.play import Refused


def accepted(form: forms.BaseForm, act: Callable[[], Any]) -> Any:
    """The action's answer; None when form or action refuses, with the reason on the form."""
    if not form.is_valid():
        return None
    try:
        return act()
    except ValidationError as refusal:
        _onto(form, refusal)
    except Refused as refused:
        form.add_error(None, refused.message)
    return None


def _onto(form: forms.BaseForm, refusal: ValidationError) -> None:
    told = refusal.message_dict if hasattr(refusal, "error_dict") else {"__all__": refusal.messages}
    for field, sentences in told.items():
        for sentence in sentences:
            form.add_error(field if field in form.fields else None, sentence)


def act_or_tell(
    request: HttpRequest, act: Callable[[], Any], done: str, to: str, **kwargs: Any
) -> HttpResponse:
    """Runs the action of a lone button and goes back to the page, with what was done or why not."""
    try:
        act()
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, force_str(done))
    return redirect(to, **kwargs)
