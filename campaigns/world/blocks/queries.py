"""Reads of the secret blocks of a page: for GMs all of them with who may read them, for others the open ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from campaigns.world import wiki_links
from campaigns.world.access import visible_reveals
from campaigns.world.blocks.models import BlockReader
from campaigns.world.link_targets import link_targets
from campaigns.world.models import Reveal, WorldEntry
from campaigns.world.readable_text import Reader
from campaigns.world.rendering import render_readable
from campaigns.world.text_pictures.queries import picture_addresses
from common.secret_blocks import CLOSING, Block, split_blocks, visible_pieces
from people.access import members_of
from people.models import Member


@dataclass(frozen=True)
class BlockFacts:
    """A secret block as GMs see it: who may read it, and to whom it can still be opened."""

    place: int
    number: int | None
    text: str
    everyone: bool = False
    members: list[Member] = field(default_factory=list)
    others: list[Member] = field(default_factory=list)

    @property
    def closed(self) -> bool:
        """Whether only GMs may read it."""
        return not self.everyone and not self.members


@dataclass(frozen=True)
class PagePart:
    """A part of a page as HTML: whether not everyone reads it, and for GMs the secret block that begins with it."""

    html: SafeString
    secret: bool
    block: BlockFacts | None = None


def blocks_of(membership: Member, entry: WorldEntry) -> list[BlockFacts]:
    """The secret blocks of a page in their order, for GMs."""
    texts: dict[Block, list[str]] = {}
    for piece in split_blocks(entry.text):
        for block in piece.blocks:
            texts.setdefault(block, []).append(piece.text)
    if not texts:
        return []
    readers: dict[int, list[Member | None]] = {}
    for row in BlockReader.objects.filter(entry=entry).select_related("member__user").order_by("pk"):
        readers.setdefault(row.number, []).append(row.member)
    players = list(_readers_of_page(membership, entry))
    return [_facts(block, texts[block], readers, players) for block in sorted(texts, key=lambda block: block.index)]


def _facts(
    block: Block, texts: list[str], readers: dict[int, list[Member | None]], players: list[Member]
) -> BlockFacts:
    rows = readers.get(block.number, []) if block.number is not None else []
    members = [row for row in rows if row is not None]
    known = {member.pk for member in members}
    everyone = None in rows
    others = [] if everyone else [player for player in players if player.pk not in known]
    text = "\n\n".join(text_part.strip() for text_part in texts if text_part.strip())
    return BlockFacts(block.index, block.number, text, everyone, members, others)


def _readers_of_page(membership: Member, entry: WorldEntry) -> Iterator[Member]:
    """The members who may read the page and do not run the campaign."""
    if entry.visibility == WorldEntry.Visibility.GM:
        return
    chosen = set(entry.players.values_list("pk", flat=True))
    for member in members_of(membership):
        if not member.is_gm and (entry.visibility == WorldEntry.Visibility.PARTY or member.pk in chosen):
            yield member


def page_parts(membership: Member, entry: WorldEntry) -> list[PagePart]:
    """A page with secret blocks in parts, as far as the member may read it; empty if the page has none to read."""
    if CLOSING not in entry.text:
        return []
    return _parts_for_gm(membership, entry) if membership.is_gm else _parts_for_reader(membership, entry)


def _parts_for_gm(membership: Member, entry: WorldEntry) -> list[PagePart]:
    facts = {block.place: block for block in blocks_of(membership, entry)}
    links = link_targets(membership, wiki_links.linked_names(entry.text)) if facts else {}
    links |= picture_addresses(entry.pk, entry.text)
    parts, begun = list[PagePart](), set[int]()
    for piece in split_blocks(entry.text) if facts else ():
        inner = piece.blocks[-1].index if piece.blocks else None
        block = facts[inner] if inner is not None and inner not in begun else None
        if piece.text.strip() or block is not None:
            parts.append(PagePart(wiki_links.render_html(piece.text, links), inner is not None, block))
        if inner is not None:
            begun.add(inner)
    return parts


def _parts_for_reader(membership: Member, entry: WorldEntry) -> list[PagePart]:
    """The parts of the page for a member to whom blocks were opened; [] for others, who read what everyone reads."""
    rows = BlockReader.objects.filter(entry=entry, member=membership.pk).order_by()
    own_numbers = set(rows.values_list("number", flat=True))
    if not own_numbers:
        return []
    reader = Reader(membership)
    opened = reader.opened_in(entry.pk, entry.text)
    return [
        PagePart(
            render_readable(reader, piece.text.strip(), entry.author_id, entry.pk),
            any(block.number in own_numbers for block in piece.blocks),
        )
        for piece in visible_pieces(entry.text, opened)
    ]


def number_blocks(membership: Member, lines: Iterable[Reveal]) -> list[Reveal]:
    """Lines of the reveal journal with the numbers of blocks as the member may know them; one query.

    GMs get the numbers in the text. Others would learn from those that more blocks exist, so for them the blocks of a
    page count in the order in which they learned of each: 1, 2 and so on. Do not save the lines."""
    numbered = list(lines)
    pages = {line.entry_id for line in numbered if line.block is not None}
    if membership.is_gm or not pages:
        return numbered
    rows = visible_reveals(membership).filter(entry__in=pages, block__isnull=False).order_by("pk")
    ranks: dict[tuple[int | None, int | None], int] = {}
    counts: Counter[int | None] = Counter()
    for entry, block in rows.values_list("entry", "block"):
        if (entry, block) not in ranks:
            counts[entry] += 1
            ranks[entry, block] = counts[entry]
    for line in numbered:
        line.block = ranks.get((line.entry_id, line.block))
    return numbered
