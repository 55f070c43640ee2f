"""Forms to create and change a campaign."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from people.forms import zone_choices
from people.models import Campaign
from rules import play

OPTION = "option-"


def option_text(value: Any, about: dict[str, Any]) -> str:
    """The value of an option as text: the game's label, or yes, no or none."""
    if isinstance(value, str):
        return str(about.get("words", {}).get(value, value))
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    return str(_("none") if value is None else value)


def option_field(about: dict[str, Any]) -> forms.Field:
    """The form field of one option of a game."""
    label, default = str(about.get("label", "")), about["default"]
    if about.get("choices") is not None:
        choices = about["choices"]
        return forms.TypedChoiceField(
            label=label,
            choices=[(str(choice), option_text(choice, about)) for choice in choices],
            initial=str(default),
            coerce=lambda text: next(choice for choice in choices if str(choice) == text),
            widget=forms.RadioSelect,
        )
    if isinstance(default, bool):
        return forms.BooleanField(label=label, required=False, initial=default)
    nullable = bool(about.get("nullable"))
    return forms.IntegerField(
        label=label,
        initial=default,
        min_value=about.get("min"),
        max_value=about.get("max"),
        required=not nullable,
        help_text=_("Leave it empty for no limit.") if nullable else "",
    )


class CampaignForm(forms.ModelForm):
    """Name, summary, settings, time zone, and the options of one game."""

    class Meta:
        model = Campaign
        fields = ["name", "summary", "zone", "open_sheets", "real_cards", "dealerless", "pass_after"]
        help_texts = {
            "dealerless": _(
                "Any player can run the opposition. Only the player who has taken its seat sees its hand. This is for "
                "new encounters: those that exist stay as they are. Before the start, you can change each of them."
            ),
            "pass_after": _(
                "For play by post: the site acts for a player who does not answer, and says so in the log."
            ),
        }
        widgets = {"summary": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, system: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.fields["zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=zone_choices(),
            initial=self.initial.get("zone", "UTC"),
            help_text=_("Where the group plays. Recaps use it for dates. Everyone sees times in their own time zone."),
        )
        # A form that leaves it out leaves it as it is.
        self.fields["pass_after"].required = False
        self.fields["pass_after"].empty_value = self.instance.pass_after  # type: ignore[attr-defined]
        if not play.SYSTEMS[system].get("dealerless"):
            del self.fields["dealerless"]
        if play.SYSTEMS[system]["chance"] == "dice":
            self.fields["real_cards"].label = _("Real dice")
            self.fields["real_cards"].help_text = _("The group rolls its own dice and enters the results.")
        stored = self.instance.options if self.instance.pk else {}
        for name, about in play.SYSTEMS[system]["options"].items():
            field = option_field(about)
            if name in stored:
                field.initial = stored[name]
            self.fields[OPTION + name] = field

    @property
    def options(self) -> dict[str, Any]:
        """The chosen options, once the form is valid."""
        return {name[len(OPTION) :]: value for name, value in self.cleaned_data.items() if name.startswith(OPTION)}

    @property
    def plain(self) -> dict[str, Any]:
        """The campaign's fields without the options, once the form is valid."""
        return {name: value for name, value in self.cleaned_data.items() if not name.startswith(OPTION)}

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """The bound fields without the options."""
        return [field for field in self if not field.name.startswith(OPTION)]

    @property
    def option_errors(self) -> bool:
        """Whether an option has an error."""
        return any(name.startswith(OPTION) for name in self.errors)

    def option(self, name: str) -> forms.BoundField:
        """The bound field of one option."""
        return self[OPTION + name]

    def _post_clean(self) -> None:
        """Does nothing: the action validates, saves and logs the change."""
