"""The addresses to which the `[[links]]` of a text lead, as far as its reader may follow them."""

from collections.abc import Iterable

from django.urls import reverse

from campaigns.world import access as world_access
from campaigns.world import wiki_links
from campaigns.world.models import WorldEntry
from characters import access as character_access
from characters.models import Character
from people.models import Member


def link_targets(membership: Member, names: Iterable[str]) -> dict[str, str]:
    """The address of each folded name that the member may follow; to GMs also where a missing page is written."""
    wanted = set(names)
    if not wanted:
        return {}
    addresses = _npc_targets(membership, wanted)
    entries = world_access.visible_entries(membership).filter(archived__isnull=True, folded__in=wanted)
    # A GM's page or an NPC comes before a note with the same name, and the reader's own notes before other players':
    # otherwise anyone could redirect a link by writing a note.
    rows = sorted(entries.only("pk", "folded", "author"), key=lambda row: (row.author_id != membership.pk, row.pk))
    addresses |= {row.folded: _entry_address(row) for row in rows if row.author_id is None}
    for row in rows:
        addresses.setdefault(row.folded, _entry_address(row))
    if membership.is_gm:
        base = reverse("world-new", args=[membership.campaign_id])
        addresses |= {name: wiki_links.new_page_address(base, name) for name in wanted - set(addresses)}
    return addresses


def _entry_address(row: WorldEntry) -> str:
    return reverse("world-entry", args=[row.pk])


def _npc_targets(membership: Member, wanted: set[str]) -> dict[str, str]:
    addresses: dict[str, str] = {}
    readable = character_access.visible_characters(membership.user).filter(campaign=membership.campaign_id)
    open_to = set(readable.values_list("pk", flat=True))
    for pk, name, kind in (
        character_access.known_characters(membership).order_by("-pk").values_list("pk", "name", "kind")
    ):
        if wiki_links.fold_name(name) in wanted:
            if kind == Character.Kind.NPC:
                addresses[wiki_links.fold_name(name)] = reverse("world-npc", args=[membership.campaign_id, pk])
            elif pk in open_to:
                addresses[wiki_links.fold_name(name)] = reverse("character", args=[pk])
    return addresses
