"""Widgets of our own give the HTML that Django's give."""

import pytest
from django import forms
from django.test import SimpleTestCase

from common.form_widgets import PlainSelect

CHOICES = [("", "every kind"), ("note", "note & more"), (7, "seven")]


@pytest.mark.parametrize("value", [None, "", "note", 7, "7", "unknown"])
@pytest.mark.parametrize("required", [False, True])
def test_a_plain_select_gives_the_html_of_djangos(value, required):
    def form_with(widget):
        class Asked(forms.Form):
            kind = forms.ChoiceField(choices=CHOICES, required=required, widget=widget, help_text="Help")

        return str(Asked(initial={"kind": value})["kind"])

    SimpleTestCase().assertHTMLEqual(form_with(PlainSelect), form_with(forms.Select))
