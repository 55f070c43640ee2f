"""The form of a portrait."""

from django import forms

from common.picture_requests import PictureField


class PortraitForm(forms.Form):
    """A picture."""

    picture = PictureField()
