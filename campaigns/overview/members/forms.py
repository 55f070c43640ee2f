"""Forms of the members page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.overview.members.actions import BY_LINK
from campaigns.sessions.models import Session
from people.credentials.invitation_validity import DEFAULT_DAYS, MAX_USES, OFFERED_DAYS, days_label
from people.models import Role


class InvitationForm(forms.Form):
    """Role, validity, number of uses and note of an invitation link, and the session that it is for."""

    role = forms.ChoiceField(
        label=_("Joins as"), choices=[(role.value, role.label) for role in BY_LINK], initial=Role.PLAYER
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        initial=DEFAULT_DAYS,
        choices=lambda: [(days, days_label(days)) for days in OFFERED_DAYS],
    )
    uses = forms.IntegerField(
        label=_("Number of people"),
        min_value=1,
        max_value=MAX_USES,
        initial=6,
        help_text=_("One link is enough for the whole group. Send it to everyone."),
    )
    session = forms.ModelChoiceField(
        label=_("Guest of one session"),
        queryset=Session.objects.none(),
        required=False,
        empty_label=_("No, a member from now on"),
        help_text=_(
            "A guest sees what players see, until the session is marked as played, or a day after its start. The link "
            "works until then."
        ),
    )
    note = forms.CharField(label=_("For whom"), max_length=120, required=False, help_text=_("Only GMs see it."))

    def __init__(self, *args: Any, sessions: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["session"].queryset = sessions  # type: ignore[attr-defined]
        # A session that was chosen and can no longer be chosen is refused: the link would make a member for good.
        if not sessions and not self.data.get("session"):
            del self.fields["session"]


class RoleForm(forms.Form):
    """The new role of a member; only a GM can make someone else a GM."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)

    def __init__(self, *args: Any, by_gm: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not by_gm:
            choices = [(value, label) for value, label in Role.choices if value != Role.GM]
            self.fields["role"].choices = choices  # type: ignore[attr-defined]
