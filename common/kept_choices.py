"""Choices of a form to which a stored value does not belong, because it is archived or hidden from the person."""

from typing import Any

from django import forms
from django.db import models


def keep_unoffered_choice(form: forms.BaseForm, name: str, stored: Any) -> Any:
    """The chosen row of a field; the stored row if nothing is chosen and the stored row is not among the choices.

    Otherwise somebody who saves a form for another reason would clear a field whose value they were not shown.
    `stored` may be what a new form only proposes (an id or None), which is not kept."""
    chosen, offered = form.cleaned_data.get(name), form.fields[name].queryset  # type: ignore[attr-defined]
    if chosen is not None or not isinstance(stored, models.Model) or offered.filter(pk=stored.pk).exists():
        return chosen
    return stored
