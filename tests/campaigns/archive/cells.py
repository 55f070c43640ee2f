"""Spot checks of the permission table after a restore: who could do what still can, and nobody can do more."""

import math
import os

from campaigns.archive.entities import CURRENT_ENTITIES
from tests.site import roles
from tests.site.routes import METHODS, routes
from tests.site.test_permissions import answered, table

MANY = int(os.environ.get("RESTORED_CELLS", "200"))
# No archive has these, or they are not the campaign's.
ASIDE = (
    "calendars",
    "history",
    "earlier",
    "when",
    "places",
    "tokens",
    "join",
    "invitations",
    "transfers",
    "webhooks",
    "deliveries",
    "picture_key",
    "path",
    "shared-world",
    "character-offers",
)
OF = {
    "campaigns": "campaign",
    "characters": "characters",
    "sessions": "sessions",
    "proposed-dates": "proposed_dates",
    "date-links": "members",
    "stand-ins": "stand_ins",
    "encounters": "encounters",
    "monsters": "monsters",
    "log": "log",
    "members": "members",
    "experience": "experience",
    "ledger": "experience",
    "imports": "imports",
    "objects": "imported_objects",
    "world": "world",
    "npcs": "characters",
    "requests": "step_requests",
    "catalogue": "catalogue",
    "groups": "encounter_groups",
    "maps": "maps",
    "earlier-pictures": "earlier_map_pictures",
    "map-pins": "map_pins",
    "map-areas": "map_areas",
    "map-visits": "map_visits",
    "ties": "ties",
    "quest-lines": "quest_lines",
    "threads": "world",
    "page-templates": "page_templates",
    "dates": "in_world_dates",
    "planned-events": "planned_events",
    "lines": "encounter_groups",
    "participants": "participants",
}


def world():
    """The world of the permission table, without a picture that is none."""
    made = roles.build()
    for version in {run.version for run in made.campaign.imports.all()}:
        version.files.all().delete()
    made.campaign.imported.filter(collection="assets").delete()
    return made


def keys(campaign):
    """The ids of every entity, in the order in which a restore keeps them."""
    return {entity.name: list(entity.rows(campaign).values_list("pk", flat=True)) for entity in CURRENT_ENTITIES}


def moved(ids, before, after):
    """The ids of the same rows after a restore."""
    return ids | {word: after[name][before[name].index(ids[word])] for word, name in OF.items()}


def whole(ids, aside=()):
    """Every cell of the table that can be asked: (route, method, role, what it says)."""
    known = {word: value for word, value in ids.items() if word not in ASIDE}
    every = []
    for route in routes():
        if set(route.pattern.split("/")) & set(ASIDE):
            continue
        try:
            route.path(known)
        except LookupError:
            continue
        rows = [(method, table().get(f"{route.name} {method}", {})) for method in METHODS]
        every += [
            (route, method, role, word) for method, row in rows for role, word in row.items() if role not in aside
        ]
    return every


def sample(ids, aside=()):
    """So many cells, spread over the whole table."""
    every = whole(ids, aside)
    # With a step that has nothing in common with the number of roles every role has its turn.
    step = next(step for step in range(max(1, len(every) // MANY), 10_000) if math.gcd(step, len(roles.ROLES)) == 1)
    return every[::step]


def wrong(made, cells, aside=()):
    """The cells that come out otherwise."""
    made.rows = {role: made.client(role) for role in roles.ROLES if role not in aside}
    found = {}
    for route, method, role, word in cells:
        got = answered(made, role, method, route.path(made.ids))
        if got != word:
            found[f"{method} {route.path(made.ids)} as {role}"] = f"{word} expected, {got} got"
    return found
