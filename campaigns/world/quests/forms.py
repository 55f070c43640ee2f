"""The form of a new step or reward."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.world.quests.models import QuestLine


class QuestLineForm(forms.Form):
    """A step or a reward, and whether only GMs see it."""

    text = forms.CharField(label=_("Step or reward"), max_length=200)
    kind = forms.ChoiceField(label=_("Kind"), choices=QuestLine.Kind.choices)
    gm_only = forms.BooleanField(label=_("Only GMs see it"), required=False)
