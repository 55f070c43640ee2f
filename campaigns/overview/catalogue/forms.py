"""The form of a campaign's own catalogue row."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.catalogue.queries import KINDS


class CatalogueRowForm(forms.Form):
    """Name, kind and text of a row; the game's own form has its figures."""

    kind = forms.ChoiceField(label=_("Kind"), choices=list(KINDS.items()))
    name = forms.CharField(label=_("Name"), max_length=120)
    text = forms.CharField(
        label=_("What it does"), max_length=8000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    rule = forms.CharField(label=_("Rule"), max_length=10, required=False, help_text=_("The id of the rule."))
    active = forms.BooleanField(label=_("Offered"), required=False, initial=True)
    gm_only = forms.BooleanField(
        label=_("GMs only"),
        required=False,
        help_text=_(
            "Players cannot see it under “House rules”. This is possible for effects, conditions and your own kinds."
        ),
    )

    def __init__(self, *args: Any, row: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if row is not None:
            self.initial = dict(self.initial) | {name: getattr(row, name) for name in self.fields}
            if row.kind not in KINDS:
                self.fields["kind"].choices = [(row.kind, row.kind), *KINDS.items()]  # type: ignore[attr-defined]
