"""The page of a prepared encounter: its participants, the forms that add more, and how hard it is."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from campaigns.encounters import queries
from campaigns.encounters.access import visible_notes
from campaigns.encounters.forms import CharactersForm, MonstersForm
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds
from campaigns.encounters.preparing import group_changes
from campaigns.encounters.preparing.queries import can_be_simulated, usual_party_ids
from common.form_responses import campaign_context
from people.idempotency.buttons import new_key
from people.models import Member
from people.requests import SignedRequest
from rules.play import SYSTEMS


def preparation_page(request: SignedRequest, encounter: Encounter, membership: Member, **forms: Any) -> HttpResponse:
    """Shows the preparation; `forms` are refused forms by their names in the template (422)."""
    characters = queries.available_characters(membership, encounter)
    groups = queries.named_groups(encounter)
    for group, _names in groups:
        group.is_named_by_adventure = group_changes.is_named_by_adventure(group)  # type: ignore[attr-defined]
        group.revision = group_changes.group_revision(group)  # type: ignore[attr-defined]
        group.shown = group_changes.shown_texts(group)  # type: ignore[attr-defined]
    with_characters = any(group.character_id for group, _names in groups)
    # Ticked in advance, as on the page that prepares a new encounter: an imported one has no characters yet.
    ticked = [] if with_characters else usual_party_ids(characters)
    context = {
        "encounter": encounter,
        "notes": visible_notes(membership, encounter),
        "groups": groups,
        # What can be added to participants of the same kind is folded, so that the start stands close by on a phone.
        "with_characters": with_characters,
        "with_monsters": any(group.monster_id for group, _names in groups),
        "monsters_form": monsters_form(membership, encounter),
        "characters_form": characters_form(membership, encounter, initial={"characters": ticked}),
        "nobody_left": not characters.exists(),
        "key": new_key(),
    }
    return render(
        request,
        "campaigns/encounters/preparing/prepare.html",
        campaign_context(membership, "campaign-encounters")
        | context
        | _game_facts(encounter, membership)
        | _readiness(encounter, membership, simulates="trial" in request.GET)
        | forms,
        status=422 if forms else 200,
    )


def _game_facts(encounter: Encounter, membership: Member) -> dict[str, Any]:
    """What the game allows in a preparation, and the players' words for its deal."""
    return {
        "monsters": queries.has_monsters(membership),
        "game_groups": queries.has_initiative_groups(membership.campaign.system),
        "adds_monsters": queries.adds_monsters(membership),
        "words": {"asked": seeds.asks_for_words(encounter), "given": seeds.word_seals(encounter)},
    }


def _readiness(encounter: Encounter, membership: Member, *, simulates: bool) -> dict[str, Any]:
    """Whether the encounter can start: what is missing, the engine's warnings, and on request the difficulty."""
    game = SYSTEMS[membership.campaign.system]
    missing = queries.missing_sides_sentence(encounter)
    trial = not missing and can_be_simulated(membership)
    return {
        "missing": missing,
        "warnings": [] if missing else queries.setup_warnings(encounter),
        "trial": trial,
        "chance": game["chance"],
        "verdict": queries.simulate_difficulty(encounter) if trial and simulates else None,
    }


def monsters_form(membership: Member, encounter: Encounter, data: Any = None) -> MonstersForm:
    """The form that adds copies of a monster to a preparation."""
    return MonstersForm(
        data,
        system=membership.campaign.system,
        monsters=queries.available_monsters(membership),
        has_dealer=not encounter.dealerless,
        auto_id="monsters_%s",
    )


def characters_form(
    membership: Member, encounter: Encounter, data: Any = None, *, initial: dict[str, Any] | None = None
) -> CharactersForm:
    """The form that adds characters to a preparation."""
    return CharactersForm(
        data,
        characters=queries.available_characters(membership, encounter),
        sides=queries.has_monsters(membership),
        has_dealer=not encounter.dealerless,
        auto_id="characters_%s",
        initial=initial,
    )
