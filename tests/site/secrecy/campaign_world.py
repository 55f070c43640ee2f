"""A campaign for the two-worlds comparison: every kind of row, most of it with something that players may not know."""

import io
import random
from typing import Any

from PIL import Image, ImageDraw

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log import actions as log_actions
from campaigns.log.checks import actions as check_actions
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.overview import actions as overview_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Session
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks.models import Webhook
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.blocks import actions as block_actions
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions, pin_actions
from campaigns.world.models import WorldEntry
from campaigns.world.quests import actions as quest_actions
from campaigns.world.text_pictures.actions import add_text_picture
from characters.experience import actions as experience_actions
from characters.models import Character
from characters.sheets import actions as sheet_actions
from people.access import get_membership
from people.devices.push_key import get_push_key
from people.models import Member
from tests import factories
from tests.site import roles

# Links to hidden pages in every form, and a secret; what stands in no secret may be read.
TEXT = (
    "We met at [[The ford]]. Far off stood [[The sunken bell|a tower]], and `[[The sunken bell|a tower]]`.\n\n"
    ":::secret\nUnder it lies [[The drowned king]].\n:::\nThen it rained on [[Otto]]."
)
SECRET = TEXT.replace("lies", "sleeps")
SEARCHED = ("bell", "king", "tower", "rain", "zephyr", "ember", "hollow", "312")


def build() -> roles.World:
    """The world of the permission table, with hidden pages, people, lines, evenings and webhooks in it."""
    made = roles.build()
    get_push_key()  # one for both worlds, as on a site
    membership = gm_of(made)
    _pages(made, membership)
    session = made.campaign.sessions.get(pk=made.ids["sessions"])
    session_actions.change_session(
        membership=membership, session=session, notes=TEXT, gm_notes="The king wakes.", agenda="[[The drowned king]]"
    )
    for audience in ("party", "gm"):
        recap_actions.save_recap(membership=membership, session=session, audience=audience, text=TEXT)
    _note_picture(made, membership, session)
    silent = session_actions.plan_session(membership=membership, title="An evening")
    session_actions.record_attendance(membership=membership, session=silent, attendance=[])
    made.ids["silent_evening"] = silent.pk
    hero, other = made.campaign.characters.get(pk=made.ids["characters"]), seat_of(made, "other-player")
    theirs = factories.CharacterFactory(
        campaign=made.campaign, owner=other.user, name="Oskar", notes="Zephyr, he says."
    )
    for row in (hero, theirs):
        sheet_actions.edit_character(
            character=row, by=membership.user, revision=row.revision, changes={"gm_notes": "Doomed."}
        )
    check_actions.record_check(membership=seat_of(made, "player"), kind="skill-check", inputs=CHECK, character=hero)
    log_actions.add_note(membership=membership, text="Word of [[The sunken bell|a tower]].", session=session)
    log_actions.add_note(membership=membership, text="The king stirs.", audience="gm")
    overview_actions.change_campaign(
        membership=membership, summary=f"{TEXT[:60]} [[The sunken bell|a tower]] :::secret The king."
    )
    encounter_actions.create(membership=membership, title="The king's hall")
    webhook_actions.add_webhook(
        membership=membership, url="https://example.com/all", topics=[topic.value for topic in Webhook.Topic]
    )
    _step(made, membership)
    _map(made, membership)
    _blocks(made, membership)
    _diary(made)
    _ended_encounter(made, hero)
    made.ids["hidden"] = made.campaign.world.get(name="The sunken bell").pk
    return made


def _note_picture(made: roles.World, membership: Member, session: Session) -> None:
    """A picture that only GMs see: in a line and a recap for GMs, and in secrets of the notes and everybody's recap."""
    hidden = add_note_picture(membership=membership, data=draw_map("green"))
    secret = f"{TEXT}\n\n:::secret\n{hidden.markdown}\n:::"
    session_actions.change_session(membership=membership, session=session, notes=secret)
    recap_actions.save_recap(membership=membership, session=session, audience="party", text=secret)
    recap_actions.save_recap(membership=membership, session=session, audience="gm", text=f"{TEXT} {hidden.markdown}")
    line = log_actions.add_note(membership=membership, text=f"The king. {hidden.markdown}", audience="gm")
    made.ids |= {"hidden_note_picture": hidden.key, "hidden_line": line.pk}


CHECK = {"cards": ["9C"], "difficulty": 6}


def _pages(made: roles.World, membership: Member) -> None:
    reveals.create_shown_entry(membership=membership, kind="note", name="News", text=TEXT, shown=True)
    place = world_actions.create_entry(
        membership=membership, kind="location", name="The sunken bell", text="The king's bell."
    )
    world_actions.create_entry(
        membership=membership, kind="thread", name="The drowned king", text="[[The sunken bell]]", parent=place
    )
    shown = world_actions.create_entry(membership=membership, kind="handout", name="A letter", text=TEXT)
    reveals.show_entry(membership=membership, entry=shown, members=[seat_of(made, "other-player")])
    made.ids["letter"] = shown.pk
    page = reveals.create_shown_entry(
        membership=membership, kind="location", name="The old quay", text=TEXT, shown=True, parent=place
    )
    reveals.create_shown_entry(membership=membership, kind="location", name="The wharf", parent=page, shown=True)
    world_actions.create_entry(
        membership=seat_of(made, "other-player"),
        kind="note",
        name="My thoughts",
        text="Zephyr. [[The ford]]",
        tags=["ember"],
    )
    world_actions.create_entry(
        membership=seat_of(made, "other-player"),
        kind="note",
        name="Clues of the party",
        text="We saw [[A letter]], [[The sunken bell|a tower]] and [[News]].",
        shared=True,
        tags=["clue"],
    )
    npc = made.campaign.characters.get(pk=made.ids["npcs"])
    sheet_actions.edit_character(
        character=npc, by=membership.user, revision=1, changes={"about": TEXT, "gm_notes": "The traitor."}
    )
    factories.CharacterFactory(campaign=made.campaign, kind="npc", name="The king's hand", visible=False)


def _step(made: roles.World, membership: Member) -> None:
    """The next step of a thread that everyone reads, with a link to a hidden page."""
    line = quest_actions.add_line(
        membership=membership,
        thread=made.campaign.world.get(name="The toll"),
        text="Find [[The sunken bell|a tower]]",
    )
    quest_actions.change_line(membership=membership, line=line, earlier=True)
    made.ids["linked_step"] = line.pk


def _map(made: roles.World, membership: Member) -> None:
    """A map whose right half is hidden, with pins, names and stops of which players may not know."""
    row = map_actions.create_map_with_picture(
        membership=membership, picture=draw_map("red"), title="The estuary", visibility="party", wide=30, unit="miles"
    )
    row = map_actions.set_picture(membership=membership, row=row, data=draw_map("blue"))
    made.ids["estuary_earlier"] = row.earlier_pictures.get().pk
    hidden = made.campaign.world.get(name="The sunken bell")
    shown = pin_actions.create_pin(membership=membership, row=row, x=0.1, y=0.5, label="Landing")
    pin_actions.create_pin(membership=membership, row=row, x=0.2, y=0.5, page=made.campaign.world.get(name="The wharf"))
    secret = pin_actions.create_pin(membership=membership, row=row, x=0.3, y=0.5, page=hidden)
    covered = pin_actions.create_pin(membership=membership, row=row, x=0.9, y=0.5, label="Zephyr rock")
    area_actions.create_area(membership=membership, row=row, name="The king's isle", points=HIDDEN_HALF)
    for pin in (shown, secret, covered):
        pin_actions.add_visit(membership=membership, pin=pin, session_id=made.ids["sessions"])
    made.ids["estuary"] = row.pk


BLOCKS = (
    "All read this.\n\n"
    ":::secret\nOpen to all: [[The ford]].\n:::secret\nInner zephyr of [[The drowned king]].\n:::\n:::\n\n"
    ":::secret\nFor Oskar: a hollow ember at [[The wharf]].\n:::\n\n"
    ":::secret\nFor nobody: [[The old quay]] zephyr.\n:::\n\n"
    "Nothing else is between this\n\n:::secret\nOf the king.\n:::\n\nand this."
)


def _blocks(made: roles.World, membership: Member) -> None:
    """A page with a block for everyone, one inside it for GMs, one for the other player, and one for GMs."""
    row = reveals.create_shown_entry(
        membership=membership, kind="note", name="The ledger of salt", text=BLOCKS, shown=True
    )
    hidden = add_text_picture(membership=membership, entry=row, data=draw_map("green"))
    text = row.text.replace("[[The old quay]] zephyr.", f"[[The old quay]] zephyr. {hidden.markdown}")
    row = world_actions.change_entry(membership=membership, entry=row, revision=None, text=text)
    made.ids["hidden_picture"] = hidden.key
    row = block_actions.open_block(membership=membership, entry=row, place=0, revision=None)
    other = seat_of(made, "other-player")
    block_actions.open_block(
        membership=membership, entry=row, place=2, revision=None, members=[other], how="from a drowned hand"
    )
    made.ids["ledger_page"] = row.pk


PRIVATE_TEXT = "I saw a zephyr rock."


def _diary(made: roles.World) -> None:
    """A page of the party notebook that was private before, with what it said then among its versions."""
    other = seat_of(made, "other-player")
    row = world_actions.create_entry(membership=other, kind="note", name="A diary", text=PRIVATE_TEXT)
    made.ids["private_version"] = row.history.latest().history_id
    made.ids["private_revision"] = row.revision
    row = world_actions.change_entry(membership=other, entry=row, revision=None, text="We saw a rock.")
    row = reveals.set_notebook(membership=other, entry=row, shared=True)
    world_actions.change_entry(membership=other, entry=row, revision=None, text="We saw a rock.\n\nIt was salt.")
    made.ids["diary"] = row.pk


def _ended_encounter(made: roles.World, hero: Character) -> None:
    """An encounter that has ended, for which a hero earned something."""
    row = Encounter.objects.create(campaign=made.campaign, title="The toll gate", status="prepared")
    row.groups.create(side="players", character=factories.CharacterFactory(campaign=made.campaign, name="Ida"))
    row.groups.create(side="monsters", monster=factories.MonsterFactory(campaign=made.campaign), position=1)
    play.begin(encounter=row, by=made.people["gm"], seed="the gate")
    play.submit(encounter=row, by=made.people["gm"], command={"type": "end", "actor": "gm", "outcome": "victory"})
    hero.experience.create(kind="award", amount=2, unit="encounters", reason="The gate", encounter=row)
    made.ids["ended"] = row.pk


HIDDEN_HALF = [[0.5, 0.0], [1.0, 1.0]]


def draw_map(colour: Any) -> bytes:
    """A picture whose hidden half has a colour."""
    image = Image.new("RGB", (320, 200), "white")
    ImageDraw.Draw(image).rectangle((160, 0, 320, 200), fill=colour)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def seat_of(made: roles.World, role: str) -> Member:
    """The place of someone of the campaign."""
    return get_membership(made.people[role], made.campaign.pk)


def gm_of(made: roles.World) -> Member:
    """The GM's place."""
    return seat_of(made, "gm")


def hidden_pages(made: roles.World) -> list[WorldEntry]:
    """The pages that only GMs see."""
    return list(made.campaign.world.filter(author=None, visibility="gm", archived=None))


def pick(rng: random.Random, rows: Any) -> Any:
    """One of the rows."""
    return rng.choice(list(rows))


def award(made: roles.World, row: Any, amount: int) -> None:
    """Experience for someone."""
    experience_actions.award_party(
        characters=[row], amount=amount, unit="encounters", reason="The king's thanks", by=made.people["gm"]
    )
