"""Who takes part in a new encounter: characters that are ticked, and a count for each monster."""

from functools import cached_property
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.encounters.models import EncounterGroup
from campaigns.encounters.preparing.validation import MAX_PARTICIPANTS
from characters.models import Character, Monster
from common.parsing import parse_id

COUNT: Final = "count-"


class ParticipantsForm(forms.Form):
    """Characters on the players' side, monsters with counts, and what a GM searches for among the monsters."""

    characters = forms.ModelMultipleChoiceField(
        label=_("Characters"),
        queryset=Character._default_manager.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    q = forms.CharField(label=_("Name or kind"), max_length=100, required=False)
    level = forms.IntegerField(label=_("Level up to"), min_value=0, max_value=99, required=False)

    def __init__(
        self, *args: Any, characters: QuerySet[Character], monsters: QuerySet[Monster] | None, **kwargs: Any
    ) -> None:
        """`monsters` is None for a game whose scenes have no monsters."""
        super().__init__(*args, **kwargs)
        self.fields["characters"].queryset = characters  # type: ignore[attr-defined]
        self.monsters = monsters
        if monsters is None:
            del self.fields["q"], self.fields["level"]

    @property
    def posted_counts(self) -> dict[int, str]:
        """What was typed for each monster, by the monster's id; empty fields and zeros are left out."""
        named = {parse_id(name.removeprefix(COUNT)): name for name in self.data if name.startswith(COUNT)}
        typed = {pk: str(self.data[name]).strip() for pk, name in named.items() if pk is not None}
        return {pk: text for pk, text in typed.items() if text not in {"", "0"}}

    @property
    def chosen_characters(self) -> set[int]:
        """The ids of the characters that are ticked."""
        value = self["characters"].value() or []
        return {pk for pk in (parse_id(str(each)) for each in value) if pk is not None}

    @cached_property
    def chosen_monsters(self) -> list[Monster]:
        """The monsters with a count, in the order of the bestiary."""
        if self.monsters is None or not self.posted_counts:
            return []
        return list(self.monsters.filter(pk__in=self.posted_counts))

    @property
    def chosen_counts(self) -> list[tuple[str, Monster]]:
        """What was typed for each chosen monster, with the monster."""
        counts = self.posted_counts
        return [(counts[monster.pk], monster) for monster in self.chosen_monsters]

    def clean(self) -> dict[str, Any]:
        """Adds `groups` for `quick_preparation`: the characters, then the monsters with their counts."""
        cleaned = super().clean() or {}
        groups: list[dict[str, Any]] = [{"character": character} for character in cleaned.get("characters") or []]
        chosen = self.chosen_monsters
        if {monster.pk for monster in chosen} != set(self.posted_counts):
            raise forms.ValidationError(_("There is no such monster in this campaign."))
        for monster in chosen:
            count = parse_id(self.posted_counts[monster.pk])
            if count is None or not 1 <= count <= MAX_PARTICIPANTS:
                raise forms.ValidationError(
                    _("%(monster)s: choose a number from 0 to %(most)s.")
                    % {"monster": monster.name, "most": MAX_PARTICIPANTS}
                )
            groups.append({"monster": monster, "count": count})
        return {**cleaned, "groups": groups}


def unsaved_groups(groups: list[dict[str, Any]]) -> list[EncounterGroup]:
    """The groups as rows that are not stored, to simulate them."""
    side = EncounterGroup.Side
    return [
        EncounterGroup(side=side.MONSTERS, monster=group["monster"], count=group["count"])
        if "monster" in group
        else EncounterGroup(side=side.PLAYERS, character=group["character"])
        for group in groups
    ]
