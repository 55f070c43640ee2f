"""The world of the demo campaign: places, people and their ties, a handout, notes and threads; some known, some not."""

import io
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from campaigns.sessions.models import Session
from campaigns.world import actions, reveals
from campaigns.world.models import WorldEntry
from campaigns.world.quests import actions as quest_actions
from campaigns.world.ties import actions as tie_actions
from campaigns.world.ties.models import Tie
from characters.models import Character
from people.models import Member

PAPER, INK = (243, 236, 219), (58, 44, 38)
SIZE = (900, 620)


def create_demo_world(members: dict[str, Member], gm: str, pages: list[dict[str, Any]], npcs: list[str]) -> None:
    """Writes the missing pages and shows them to their audience; `shown` is "party" or names of players."""
    membership = members[gm]
    held = Session.objects.filter(campaign=membership.campaign, status="held").order_by("number").last()
    standing = {row.name: row for row in WorldEntry.objects.filter(campaign=membership.campaign)}
    for page in pages:
        if page["name"] not in standing:
            standing[page["name"]] = _create_page(members, membership, page, standing, held)
    for npc in Character.objects.filter(campaign=membership.campaign, kind="npc", name__in=npcs, visible=False):
        reveals.set_npc_known(membership=membership, npc=npc, known=True, how="met in Sallow Quay")


def _create_page(
    members: dict[str, Member],
    membership: Member,
    page: dict[str, Any],
    standing: dict[str, WorldEntry],
    held: Session | None,
) -> WorldEntry:
    parent = standing.get(page.get("in", ""))
    row = actions.create_entry(
        membership=membership, kind=page["kind"], name=page["name"], text=page["text"], parent=parent
    )
    if "poster" in page:
        actions.set_picture(
            membership=membership, entry=row, data=draw_poster(page["poster"]), described=" ".join(page["poster"])
        )
    shown = page.get("shown")
    if shown:
        to = None if shown == "party" else [members[name] for name in shown]
        row = reveals.show_entry(membership=membership, entry=row, members=to, how=page.get("how", ""), session=held)
    if page.get("closed"):
        row = actions.change_entry(membership=membership, entry=row, revision=None, closed=True)
    return row


def tie_world_together(membership: Member, story: dict[str, Any]) -> None:
    """Adds ties, the steps of a quest and the party's place to a demo world that has no ties yet."""
    campaign = membership.campaign
    if Tie.objects.filter(campaign=campaign).exists():
        return
    pages = {row.name: row for row in WorldEntry.objects.filter(campaign=campaign)}
    people = {row.name: row for row in Character.objects.filter(campaign=campaign)}
    things: dict[str, WorldEntry | Character] = {**pages, **people}
    for plan in story["ties"]:
        tie_actions.create_tie(
            membership=membership,
            start=things[plan["from"]],
            end=things[plan["to"]],
            kind=plan["kind"],
            visibility=plan["visibility"],
            **{name: plan[name] for name in tie_actions.TEXTS if name in plan},
        )
    _write_quest(membership, pages[story["quest"]["thread"]], story["quest"]["lines"])
    actions.change_entry(membership=membership, entry=pages[story["here"]], revision=None, here=True)


def _write_quest(membership: Member, thread: WorldEntry, lines: list[dict[str, Any]]) -> None:
    for plan in lines:
        fields = {name: plan[name] for name in ("text", "kind", "gm_only") if name in plan}
        line = quest_actions.add_line(membership=membership, thread=thread, **fields)
        if plan.get("done"):
            quest_actions.change_line(membership=membership, line=line, done=True)


def draw_poster(lines: list[str]) -> bytes:
    """Draws a notice on paper, as the bytes of a PNG file."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((24, 24, SIZE[0] - 24, SIZE[1] - 24), outline=INK, width=6)
    draw.rectangle((38, 38, SIZE[0] - 38, SIZE[1] - 38), outline=INK, width=2)
    for place, words in enumerate(lines):
        font = ImageFont.load_default(size=64 if place == 0 else 42)
        wide = draw.textlength(words, font=font)
        draw.text(((SIZE[0] - wide) / 2, 96 + place * 92), words, fill=INK, font=font)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
