"""The forms of the characters app."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from characters.experience import units
from characters.models import Character, Monster
from characters.sheets import queries
from common.form_widgets import PlainSelect
from people.models import Campaign, Member


class AboutForm(forms.ModelForm):
    """Name, player, notes and visibility of a character."""

    class Meta:
        model = Character
        fields = ["name", "owner", "kind", "visible", "notes", "about", "gm_notes"]
        widgets = {"kind": forms.RadioSelect}

    fields: dict[str, Any]

    def __init__(self, *args: Any, membership: Member, new: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["notes"].widget.attrs["rows"] = 4
        self.fields["about"].widget.attrs["rows"] = 4
        self.fields["gm_notes"].widget.attrs["rows"] = 4
        if not membership.is_gm:
            for name in ("owner", "kind", "visible", "about", "gm_notes"):
                del self.fields[name]
        elif new:
            self.fields["owner"].queryset = queries.possible_owners(membership.campaign)
        else:
            del self.fields["owner"], self.fields["kind"]
            if self.instance.kind != Character.Kind.NPC:
                del self.fields["about"]

    def _post_clean(self) -> None:
        """The action checks and writes; the row in hand stays as it was read."""


class StartForm(forms.Form):
    """The experience with which a character begins; GMs only."""

    credits = forms.IntegerField(
        min_value=0, initial=0, required=False, help_text=_("It is recorded in the experience ledger.")
    )
    fields: dict[str, Any]

    def __init__(self, *args: Any, system: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        unit = units.default_unit(system)
        _limit(self.fields["credits"], unit.most)
        self.fields["credits"].label = _("Starting %(units)s") % {"units": capfirst(unit.many)}


def _limit(field: forms.IntegerField, most: int) -> None:
    field.max_value = most
    field.validators.append(MaxValueValidator(most))
    field.widget.attrs["max"] = most


class ReasonForm(forms.Form):
    """The reason of a change, for the history."""

    reason = forms.CharField(label=_("Why"), max_length=400)


class StatusForm(ReasonForm):
    """The reason why a character retires, dies or returns. The log shows it."""

    reason = forms.CharField(
        label=_("Why"), max_length=400, help_text=_("Everyone who knows the character reads it in the log.")
    )


class TakeBackForm(ReasonForm):
    """The reason, and for a purchase whether the sheet stays as it is."""

    keep_sheet = forms.BooleanField(
        label=_("Refund only, and leave the sheet as it is"),
        required=False,
        help_text=_(
            "For a purchase that is no longer on the sheet, for example because an earlier sheet was restored. "
            "Otherwise the purchase is also removed from the sheet."
        ),
    )

    def __init__(self, *args: Any, refundable: bool, **kwargs: Any) -> None:
        """Without `refundable` (an award) there is no choice about the sheet."""
        super().__init__(*args, **kwargs)
        if not refundable:
            del self.fields["keep_sheet"]


class HandOverForm(ReasonForm):
    """The new player of the character."""

    to: Any = forms.ModelChoiceField(label=_("Player"), queryset=None, required=False, empty_label=_("nobody: the GM"))
    reason = forms.CharField(label=_("Why"), max_length=400, required=False)
    field_order = ["to", "reason"]
    fields: dict[str, Any]

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].queryset = queries.possible_owners(campaign)


class AwardForm(ReasonForm):
    """An award to one or all of the party."""

    characters: Any = forms.ModelMultipleChoiceField(
        label=_("Who"),
        queryset=None,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one character.")},
    )
    amount = forms.IntegerField(label=_("Amount"), min_value=1, initial=1)
    unit = forms.ChoiceField(label=_("Unit"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=400)
    session: Any = forms.ModelChoiceField(
        label=_("Session"), queryset=None, required=False, empty_label=_("none"), widget=PlainSelect
    )
    encounter: Any = forms.ModelChoiceField(queryset=None, required=False, widget=forms.HiddenInput)
    field_order = ["characters", "amount", "unit", "reason", "session", "encounter"]
    fields: dict[str, Any]

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        party, known = queries.characters_in_play(campaign), units.units_of(campaign.system)
        self.fields["characters"].queryset = party
        self.fields["characters"].initial = [row.pk for row in party if row.kind == "pc"]
        self.fields["session"].queryset = campaign.sessions.only("number", "title", "campaign")
        self.fields["encounter"].queryset = ended = campaign.encounters.filter(status="ended")
        if fought := self.initial.get("encounter"):
            self.fields["reason"].initial = ended.filter(pk=fought).values_list("title", flat=True).first()
        _limit(self.fields["amount"], max(unit.most for unit in known))
        self.fields["unit"].choices = [(unit.key, unit.many) for unit in known]
        if len(known) == 1:
            self.fields["amount"].label = capfirst(known[0].many)
            self.fields["unit"].widget = forms.HiddenInput()


class MonsterAboutForm(forms.ModelForm):
    """Name and description of a monster."""

    class Meta:
        model = Monster
        fields = ["name", "kind", "size", "text", "active"]

    def _post_clean(self) -> None:
        """The action checks and writes; the row in hand stays as it was read."""
