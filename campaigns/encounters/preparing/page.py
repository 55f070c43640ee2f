"""The page of a prepared encounter: its participants, the forms that add more, and how hard it is."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from campaigns.encounters import queries
from campaigns.encounters.forms import CharactersForm, MonstersForm
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds
from campaigns.encounters.preparing.queries import usual_party_ids
from common.form_responses import campaign_context
from people.idempotency.buttons import new_key
from people.models import Member
from people.requests import SignedRequest
from rules.play import SYSTEMS


def preparation_page(request: SignedRequest, row: Encounter, membership: Member, **forms: Any) -> HttpResponse:
    """Shows the preparation; `forms` are refused forms by their names in the template (422)."""
    characters = queries.available_characters(membership, row)
    # Ticked in advance, as on the page that prepares a new encounter: an imported one has no characters yet.
    ticked = [] if queries.has_characters(row) else usual_party_ids(characters)
    context = {
        "encounter": row,
        "groups": queries.named_groups(row),
        "monsters": queries.has_monsters(membership),
        "monsters_form": monsters_form(membership),
        "characters_form": characters_form(membership, row, initial={"characters": ticked}),
        "words": {"asked": seeds.asks_for_words(row), "given": seeds.word_seals(row)},
        "nobody_left": not characters.exists(),
        "key": new_key(),
    }
    return render(
        request,
        "campaigns/encounters/preparing/prepare.html",
        campaign_context(membership, "campaign-encounters")
        | context
        | _readiness(row, membership, simulates="trial" in request.GET)
        | forms,
        status=422 if forms else 200,
    )


def _readiness(row: Encounter, membership: Member, *, simulates: bool) -> dict[str, Any]:
    """Whether the encounter can start: what is missing, the engine's warnings, and on request the difficulty."""
    game = SYSTEMS[membership.campaign.system]
    missing = queries.missing_sides_sentence(row)
    trial = not missing and game.get("simulates", False)
    return {
        "missing": missing,
        "warnings": [] if missing else queries.setup_warnings(row),
        "trial": trial,
        "chance": game["chance"],
        "verdict": queries.simulate_difficulty(row) if trial and simulates else None,
    }


def monsters_form(membership: Member, data: Any = None) -> MonstersForm:
    """The form that adds copies of a monster to a preparation."""
    return MonstersForm(
        data,
        system=membership.campaign.system,
        monsters=queries.available_monsters(membership),
        dealt=not membership.campaign.dealerless,
        auto_id="monsters_%s",
    )


def characters_form(
    membership: Member, row: Encounter, data: Any = None, *, initial: dict[str, Any] | None = None
) -> CharactersForm:
    """The form that adds characters to a preparation."""
    return CharactersForm(
        data,
        characters=queries.available_characters(membership, row),
        sides=queries.has_monsters(membership),
        dealt=not membership.campaign.dealerless,
        auto_id="characters_%s",
        initial=initial,
    )
