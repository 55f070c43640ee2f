"""What the drawer of a running table holds for a member.

Notes and stat blocks for those who run the table, own sheets for players; without a dealer players get both.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.encounters import queries
from campaigns.encounters.access import visible_notes
from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.world.models import WorldEntry
from campaigns.world.queries import entries_with_words
from characters.models import Character, Monster
from characters.sheets.queries import matching_monsters, monster_figures
from characters.sheets.views import template_part
from people.models import Member, Role

MOST_PAGES: Final = 30
MOST_MONSTERS: Final = 12
FENCES: Final = ("```", "~~~")


@dataclass(frozen=True)
class Passage:
    """A part of the GM's notes as Markdown; `aloud` for a quotation, which is read to the players."""

    text: str
    aloud: bool


@dataclass(frozen=True)
class StatBlock:
    """A monster at the table: the names of its copies, and its figures as the engine reads them."""

    monster: Monster
    names: list[str]
    read: dict[str, Any]
    notes: list[str]


@dataclass(frozen=True)
class Drawer:
    """Everything in the drawer. For members who do not run the table, it only has pages and sheets."""

    runs_table: bool
    pages: list[WorldEntry]
    more_pages: bool
    passages: list[Passage] = field(default_factory=list)
    stat_blocks: list[StatBlock] = field(default_factory=list)
    stat_part: str = ""
    opposing: list[Character] = field(default_factory=list)
    # Whether the member may read the campaign's adventures beside the table.
    adventure: bool = False
    sheets: list[Character] = field(default_factory=list)
    # Whether the member may add monsters now.
    adds: bool = False
    # Whether monsters that can be added have levels.
    levels: bool = False
    # Whether the member may roll on the tables of the campaign's adventures.
    rolls: bool = False
    # The players to whom the GM may show a page.
    viewers: list[Member] = field(default_factory=list)


@dataclass(frozen=True)
class FoundMonsters:
    """The monsters that fit a search, and whether there are more of them than shown."""

    monsters: list[Monster]
    more: bool


def find_monsters(membership: Member, text: str, level: int | None, most: int = MOST_MONSTERS) -> FoundMonsters:
    """The first monsters with all words of `text`, of at most `level` (None: any; rows without a level count as 0)."""
    rows = matching_monsters(queries.available_monsters(membership), text=text)
    if level is not None:
        rows = rows.filter(Q(stats__level__lte=level) | Q(stats__level__isnull=True))
    monsters = list(rows[: most + 1])
    return FoundMonsters(monsters[:most], len(monsters) > most)


def get_drawer(encounter: Encounter, membership: Member, words: str = "") -> Drawer:
    """The drawer as the member may see it, with the pages that hold `words`, or without them the handouts and notes.

    The number of queries does not depend on what it holds.
    """
    rows = entries_with_words(membership, words).filter(archived__isnull=True).defer("text", "folded")
    if not words.strip():
        rows = rows.filter(kind__in=[WorldEntry.Kind.HANDOUT, WorldEntry.Kind.NOTE])
    pages = list(rows.order_by("-created", "-id")[: MOST_PAGES + 1])
    shared: dict[str, Any] = {"pages": pages[:MOST_PAGES], "more_pages": len(pages) > MOST_PAGES}
    addresses_player = not encounter.is_run_by(membership) or encounter.dealerless
    if addresses_player:
        shared["sheets"] = list(_own_characters(membership, encounter))
    if not encounter.is_run_by(membership):
        return Drawer(runs_table=False, **shared)
    adds = encounter.status == Encounter.Status.RUNNING and queries.adds_monsters(membership)
    return Drawer(
        runs_table=True,
        passages=list(split_notes(visible_notes(membership, encounter))),
        adds=adds,
        levels=adds and queries.has_levels(membership),
        stat_blocks=_stat_blocks(encounter),
        stat_part=template_part(membership.campaign.system, "monsters/monster.html"),
        opposing=_opposing_characters(encounter),
        rolls=membership.is_gm,
        viewers=list(players_to_show(membership)) if membership.is_gm else [],
        adventure=membership.is_gm and _has_adventure(encounter),
        **shared,
    )


def players_to_show(membership: Member) -> QuerySet[Member]:
    """The players of the campaign, to whom a page can be shown."""
    rows = Member.objects.present().filter(campaign=membership.campaign_id, role=Role.PLAYER)
    return rows.select_related("user").order_by("user__username")


def split_notes(notes: str) -> Iterator[Passage]:
    """The notes in their order, split at quotations: imported adventures quote what is read aloud."""
    held: list[str] = []
    quoted = fenced = False
    for line in notes.splitlines():
        fenced ^= line.lstrip().startswith(FENCES)
        quotes = line.startswith(">") and not fenced
        if quotes != quoted:
            yield from _passage(held, quoted)
            held, quoted = [], quotes
        held.append(line[1:].removeprefix(" ") if quotes else line)
    yield from _passage(held, quoted)


def _passage(lines: list[str], quoted: bool) -> Iterator[Passage]:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        yield Passage(text, quoted)


def _has_adventure(encounter: Encounter) -> bool:
    """Whether the encounter is part of an adventure, or its campaign has places of one."""
    places = encounter.campaign.imported.filter(collection__in=["scenes", "locations"], tombstone=False)
    return encounter.source_id is not None or places.exists()


def _own_characters(membership: Member, encounter: Encounter) -> QuerySet[Character]:
    """The member's active characters: first those who take part, then the others."""
    rows = Character.objects.filter(campaign=membership.campaign_id, owner=membership.user_id)
    takes_part = Exists(encounter.participants.filter(character=OuterRef("pk")))
    active = rows.filter(status=Character.Status.ACTIVE).only("pk", "name", "campaign")
    return active.annotate(takes_part=takes_part).order_by("-takes_part", "name", "id")


def _stat_blocks(encounter: Encounter) -> list[StatBlock]:
    """The monsters who are at the table, in its order; copies of one share a block."""
    rows = encounter.participants.filter(present=True, monster__isnull=False).select_related("monster")
    names: dict[int, list[str]] = {}
    monsters: dict[int, Monster] = {}
    for row in rows:
        assert row.monster is not None, "filtered above"
        names.setdefault(row.monster.pk, []).append(row.name)
        monsters[row.monster.pk] = row.monster
    noted = encounter.groups.filter(monster__in=monsters).exclude(note="").values_list("monster", "note")
    notes: dict[int, list[str]] = {}
    for monster, note in noted:
        notes.setdefault(monster, []).append(note)
    return [
        StatBlock(monsters[pk], named, monster_figures(monsters[pk]), notes.get(pk, [])) for pk, named in names.items()
    ]


def _opposing_characters(encounter: Encounter) -> list[Character]:
    """The characters at the table who are not on the players' side."""
    rows = encounter.participants.filter(present=True, side=EncounterGroup.Side.MONSTERS, character__isnull=False)
    return [row.character for row in rows.select_related("character") if row.character]
