"""Forms of the members page: an invitation, a role."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.actions.members import BY_LINK, LONGEST_DAYS, MOST_USES
from campaigns.models.people import Role


class InvitationForm(forms.Form):
    """Whom a link is for, what it makes of them, and how long it works."""

    role = forms.ChoiceField(
        label=_("Joins as"), choices=[(role.value, role.label) for role in BY_LINK], initial=Role.PLAYER
    )
    days = forms.TypedChoiceField(
        label=_("Works for"), coerce=int, initial=7,
        choices=[(1, _("one day")), (7, _("a week")), (30, _("a month")), (LONGEST_DAYS, _("three months"))],
    )  # fmt: skip
    uses = forms.IntegerField(
        label=_("How many people"), min_value=1, max_value=MOST_USES, initial=6,
        help_text=_("One link serves the whole group: send it to everybody."),
    )  # fmt: skip
    note = forms.CharField(label=_("For whom"), max_length=120, required=False, help_text=_("Only GMs see it."))


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
