"""The pages of an adventure at the table of an encounter: in the GM's drawer, or a page without a script."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.encounters.models import Encounter
from campaigns.encounters.table.views import require_started
from campaigns.modules.objects.encounter_pages import AdventureTableReader, EncounterPages, Place, pages_of, source_of
from campaigns.modules.objects.queries import state_of
from common.form_responses import campaign_context
from people.access import require_gm
from people.models import Member
from people.requests import SignedRequest

PART = "campaigns/modules/objects/encounter_part.html"
PAGE = "campaigns/modules/objects/encounter_page.html"


@login_required
@require_safe
@require_started
def adventure(
    request: SignedRequest,
    encounter: Encounter,
    membership: Member,
    module_key: str = "",
    collection: str = "",
    key: str = "",
) -> HttpResponse:
    """A page of the campaign's adventures at the table; without a key the first page about the encounter."""
    pages = pages_of(require_gm(membership), source_of(encounter))
    place = (module_key, collection, key) if key else pages.about[0].place if pages.about else None
    shown = _read(membership, encounter, pages, place) if place else {"contents": pages.contents()}
    context = campaign_context(membership, "campaign-encounters") | {"encounter": encounter, "about": pages.about}
    return render(request, PART if request.htmx else PAGE, context | shown)


def _read(membership: Member, encounter: Encounter, pages: EncounterPages, place: Place) -> dict[str, Any]:
    """The context of one page; 404 if no adventure of the campaign has it."""
    module_key, collection, key = place
    book = AdventureTableReader(membership, module_key, encounter)
    row = book.object(collection, key)
    return {
        "reader": book,
        "row": row,
        "shown": book.present(row),
        "notes": state_of(row).notes,
        "contents": pages.contents(module_key),
    }
