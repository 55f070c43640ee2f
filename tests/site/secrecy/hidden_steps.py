"""What may happen in a campaign without a viewer's knowledge, as requests to the site where it has an address for it.

A step is named after what it does, and `STEPS` says from whom each is hidden. To extend the comparison, write a
function and add it to `STEPS`.
"""

import json
import random
from collections.abc import Callable
from typing import Any

from campaigns.encounters import actions as encounter_actions
from campaigns.log import actions as log_actions
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps.area_actions import create_area
from campaigns.world.maps.pin_actions import create_pin
from campaigns.world.shared_worlds import moving
from campaigns.world.shared_worlds import npc_actions as npc_sharing
from campaigns.world.shared_worlds import page_actions as page_sharing
from campaigns.world.shared_worlds.maps import actions as map_sharing
from campaigns.world.shared_worlds.models import SharedPage
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.ties.actions import create_tie
from characters.models import Character
from characters.sheets.portraits import actions as portrait_actions
from tests import factories
from tests.site import roles
from tests.site.secrecy.campaign_channels import STRANGERS
from tests.site.secrecy.campaign_world import (
    SEARCHED,
    SECRET,
    TEXT,
    award,
    draw_map,
    gm_of,
    hidden_pages,
    pick,
    seat_of,
)

Step = Callable[[roles.World, random.Random], None]
WORDS = ("zephyr", "king", "bell", "sunken", "ember", "hollow")


def send(made: roles.World, role: str, method: str, path: str, body: dict[str, Any]) -> None:
    """A request of someone that must succeed; a change without a revision overwrites what is there."""
    headers = {} if "revision" in body else {"If-Match": "*"}
    client = made.client(role)
    answer = client.generic(
        method, f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers
    )
    assert answer.status_code < 300, (path, answer.status_code, answer.content[:300])


def words(rng: random.Random) -> str:
    """A few words, now and then many."""
    return " ".join(rng.choices(WORDS, k=rng.choice((1, 3, 40))))


def write_hidden_page(made: roles.World, rng: random.Random) -> None:
    body = {"kind": rng.choice(("location", "handout", "note", "thread")), "name": f"{words(rng)[:60]} {rng.random()}"}
    body |= {"text": f"{words(rng)} [[News]] [[Otto]]", "tags": [rng.choice(WORDS), "clue"]}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/world/", body)


def rename_hidden_page(made: roles.World, rng: random.Random) -> None:
    row = pick(rng, hidden_pages(made))
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"name": f"{words(rng)[:60]} {rng.random()}"})


def change_hidden_page(made: roles.World, rng: random.Random) -> None:
    send(made, "gm", "PATCH", f"world/{pick(rng, hidden_pages(made)).pk}/", {"text": f"{words(rng)} [[The ford]]"})


def archive_hidden_page(made: roles.World, rng: random.Random) -> None:
    write_hidden_page(made, rng)  # so that there are always some left
    send(made, "gm", "PATCH", f"world/{pick(rng, hidden_pages(made)).pk}/", {"archived": True})


def change_secret_of_page(made: roles.World, rng: random.Random) -> None:
    row = made.campaign.world.get(name="News")
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"text": SECRET.replace("sleeps", words(rng))})


def change_closed_blocks(made: roles.World, rng: random.Random) -> None:
    """Other words and links in the blocks that neither everyone nor the other player may read."""
    row = made.campaign.world.get(pk=made.ids["ledger_page"])
    text = row.text.replace("Inner zephyr", f"Inner {words(rng)}").replace("zephyr.", f"{words(rng)} [[News]].")
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"text": text})


def remove_closed_block(made: roles.World, rng: random.Random) -> None:
    """Removes a block that stands between two paragraphs that everyone reads."""
    row = made.campaign.world.get(pk=made.ids["ledger_page"])
    text = row.text.replace(":::secret\nOf the king.\n:::\n\n", "")
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"text": text})


def change_hidden_picture(made: roles.World, rng: random.Random) -> None:
    """Other pixels under the key of a picture in a closed block, and another picture beside it."""
    page = made.campaign.world.get(pk=made.ids["ledger_page"])
    colour = (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))
    other = add_text_picture(membership=gm_of(made), entry=page, data=draw_map(colour))
    changed = {"data": bytes(other.data), "sha256": other.sha256}
    page.text_pictures.filter(key=made.ids["hidden_picture"]).update(**changed)
    send(made, "gm", "PATCH", f"world/{page.pk}/", {"text": page.text.replace("zephyr.", f"zephyr. {other.markdown}")})


def change_hidden_note_picture(made: roles.World, rng: random.Random) -> None:
    """Other pixels under the key of a picture in secret notes, and another picture beside it and in a line for GMs."""
    colour = (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))
    other = add_note_picture(membership=gm_of(made), data=draw_map(colour))
    changed = {"data": bytes(other.data), "sha256": other.sha256}
    made.campaign.note_pictures.filter(key=made.ids["hidden_note_picture"]).update(**changed)
    session = made.campaign.sessions.get(pk=made.ids["sessions"])
    notes = f"{session.notes}\n\n:::secret\n{other.markdown}\n:::"
    send(made, "gm", "PATCH", f"sessions/{session.pk}/", {"notes": notes})
    at = f"campaigns/{made.campaign.pk}/log/"
    send(made, "gm", "POST", at, {"text": f"Seen: {other.markdown}", "audience": "gm"})


def open_block_to_other(made: roles.World, rng: random.Random) -> None:
    """Shows the last block to the other player, after its words changed and gained a link."""
    row = made.campaign.world.get(pk=made.ids["ledger_page"])
    text = row.text.replace("For Oskar: a hollow", f"For Oskar: {words(rng)} [[News]]")
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"text": text})
    row.refresh_from_db()
    body = {"members": [seat_of(made, "other-player").pk], "how": words(rng)[:60], "revision": row.revision}
    send(made, "gm", "POST", f"world/{row.pk}/blocks/3/show/", body)


def change_target_of_link(made: roles.World, rng: random.Random) -> None:
    row = made.campaign.world.get(name="News")
    other = rng.choice([page for page in hidden_pages(made) if page.name != "The sunken bell"])
    text = TEXT.replace("[[The sunken bell|", f"[[{other.name}|")
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"text": text})


def change_secret_of_evening(made: roles.World, rng: random.Random) -> None:
    body = {"notes": SECRET, "gm_notes": words(rng), "agenda": f"{words(rng)} [[News]]"}
    send(made, "gm", "PATCH", f"sessions/{made.ids['sessions']}/", body)


def write_only_secrets_of_evening(made: roles.World, rng: random.Random) -> None:
    """Notes that are one secret block: for others the session has no notes."""
    body = {"notes": f":::secret\n{words(rng)}\n:::"}
    send(made, "gm", "PATCH", f"sessions/{made.ids['silent_evening']}/", body)


def change_secret_of_recap(made: roles.World, rng: random.Random) -> None:
    body = {"audience": rng.choice(("party", "gm")), "text": SECRET.replace("sleeps", words(rng))}
    send(made, "gm", "POST", f"sessions/{made.ids['sessions']}/recaps/", body)


def change_secret_of_summary(made: roles.World, rng: random.Random) -> None:
    summary = made.campaign.summary
    made.campaign.refresh_from_db()
    summary = made.campaign.summary.partition(":::secret")[0]
    send(made, "gm", "PATCH", f"campaigns/{made.campaign.pk}/", {"summary": f"{summary}:::secret {words(rng)}"})


def change_npc(made: roles.World, rng: random.Random) -> None:
    row = Character.objects.get(pk=made.ids["npcs"])
    body = {"about": SECRET.replace("sleeps", words(rng)), "gm_notes": words(rng), "revision": row.revision}
    send(made, "gm", "PATCH", f"characters/{row.pk}/", body)


def change_gm_notes_of_hero(made: roles.World, rng: random.Random) -> None:
    row = Character.objects.get(pk=made.ids["characters"])
    send(made, "gm", "PATCH", f"characters/{row.pk}/", {"gm_notes": words(rng), "revision": row.revision})


def make_hidden_npc(made: roles.World, rng: random.Random) -> None:
    body = {"name": words(rng)[:100], "kind": "npc", "visible": False, "gm_notes": words(rng)}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/characters/", body)


def award_hidden_npc(made: roles.World, rng: random.Random) -> None:
    made.rows.setdefault("awards", 0)
    row = factories.CharacterFactory(campaign=made.campaign, kind="npc", name="The king's hand", visible=False)
    row.experience.create(kind="award", amount=rng.randint(1, 9), unit="encounters", reason=words(rng)[:100])


def write_gm_line(made: roles.World, rng: random.Random) -> None:
    body = {"text": words(rng), "audience": "gm", "session": rng.choice((None, made.ids["sessions"]))}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/log/", body)


def date_hidden_things(made: roles.World, rng: random.Random) -> None:
    """Dates a hidden page, an NPC whom nobody knows, and a line for GMs."""
    at, date = f"campaigns/{made.campaign.pk}/dates/", f"{rng.randint(1, 28)} Harvestmoon {rng.randint(300, 320)}"
    unknown = factories.CharacterFactory(campaign=made.campaign, kind="npc", name=words(rng)[:60], visible=False)
    line = log_actions.add_note(membership=gm_of(made), text=f"{words(rng)} [[The ford]]", audience="gm")
    send(made, "gm", "POST", at, {"page": pick(rng, hidden_pages(made)).pk, "date": date, "label": words(rng)[:60]})
    send(made, "gm", "POST", at, {"character": unknown.pk, "kind": rng.choice(("birth", "death")), "date": date})
    send(made, "gm", "POST", at, {"entry": line.pk, "date": date})


def date_known_things_for_gms(made: roles.World, rng: random.Random) -> None:
    """Gives what players know dates that only GMs see."""
    at, date = f"campaigns/{made.campaign.pk}/dates/", f"{rng.randint(1, 28)} Seedmoon {rng.randint(300, 320)}"
    things: tuple[dict[str, Any], ...] = (
        {"page": made.ids["world"], "label": words(rng)[:60]},
        {"session": made.ids["sessions"]},
        {"character": made.ids["npcs"], "kind": "death"},
        {"entry": made.ids["log"]},
    )
    for thing in things:
        send(made, "gm", "POST", at, {**thing, "date": date, "gm_only": True})


def tie_hidden_things(made: roles.World, rng: random.Random) -> None:
    """Ties what players know to what they do not, as if everyone might know of the ties."""
    at = f"campaigns/{made.campaign.pk}/ties/"
    unknown = factories.CharacterFactory(campaign=made.campaign, kind="npc", name=words(rng)[:60], visible=False)
    ends: tuple[dict[str, Any], ...] = (
        {"from_person": made.ids["npcs"], "to_page": pick(rng, hidden_pages(made)).pk},
        {"from_page": made.ids["world"], "to_person": unknown.pk},
        {"from_person": made.ids["characters"], "to_person": unknown.pk, "kind": "other"},
    )
    for end in ends:
        send(made, "gm", "POST", at, {"words": words(rng)[:60], "visibility": "party", **end})


def tie_known_things_secretly(made: roles.World, rng: random.Random) -> None:
    """Ties what players know in secret."""
    at = f"campaigns/{made.campaign.pk}/ties/"
    ends = {"from_person": made.ids["npcs"], "to_page": made.ids["world"]}
    send(made, "gm", "POST", at, {**ends, "words": words(rng)[:60], "until": rng.choice(("", "312"))})
    send(made, "gm", "POST", at, {**ends, "kind": rng.choice(("holds", "member", "lives"))})


def move_party_in_secret(made: roles.World, rng: random.Random) -> None:
    """The party comes to a location of which players do not know."""
    body = {"kind": "location", "name": f"{words(rng)[:60]} {rng.random()}"}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/world/", body)
    hidden = made.campaign.world.filter(kind="location", visibility="gm").order_by("-pk").first()
    send(made, "gm", "PATCH", f"world/{hidden.pk}/", {"here": True})


def write_hidden_quest_lines(made: roles.World, rng: random.Random) -> None:
    """A step and a reward that only GMs see, and steps of a hidden thread."""
    known = made.campaign.world.get(name="The toll")
    hidden = world_actions.create_entry(membership=gm_of(made), kind="thread", name=f"{words(rng)[:60]} {rng.random()}")
    for page, kind, gm_only in ((known, "step", True), (known, "reward", True), (hidden, "step", False)):
        body = {"kind": kind, "text": words(rng)[:90], "gm_only": gm_only}
        send(made, "gm", "POST", f"threads/{page.pk}/quest/", body)


def change_hidden_half_of_map(made: roles.World, rng: random.Random) -> None:
    """Other pixels, names, areas and pins where players see only paint."""
    row = made.campaign.maps.get(pk=made.ids["estuary"])
    colour = (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))
    map_actions.set_picture(membership=gm_of(made), row=row, data=draw_map(colour))
    area = row.areas.order_by("pk").first()
    send(made, "gm", "PATCH", f"map-areas/{area.pk}/", {"name": words(rng)[:80]})
    inner = [[0.6, 0.2], [rng.uniform(0.7, 0.95), rng.uniform(0.4, 0.9)]]
    send(made, "gm", "POST", f"maps/{row.pk}/areas/", {"name": words(rng)[:80], "points": inner})
    place = {"x": rng.uniform(0.5, 1), "y": rng.uniform(0, 1), "label": words(rng)[:60]}
    send(made, "gm", "POST", f"maps/{row.pk}/pins/", place)
    pin = row.pins.filter(covered=True).order_by("-pk").first()
    send(made, "gm", "POST", f"maps/{row.pk}/visits/", {"pin": pin.pk, "session": made.ids["sessions"]})


def change_hidden_pins_of_map(made: roles.World, rng: random.Random) -> None:
    """Pins for GMs, to hidden pages and to hidden maps, where players see the picture; and a hidden map."""
    at = f"maps/{made.ids['estuary']}/pins/"
    title = words(rng)[:60]
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/maps/", {"title": title})
    other = made.campaign.maps.filter(visibility="gm").order_by("-pk").first()
    targets: tuple[dict[str, Any], ...] = (
        {"label": words(rng)[:60], "visibility": "gm"},
        {"page": pick(rng, hidden_pages(made)).pk},
        {"leads_to": other.pk},
    )
    for target in targets:
        send(made, "gm", "POST", at, {"x": rng.uniform(0, 0.4), "y": rng.uniform(0, 1), **target})
    pin = made.campaign.maps.get(pk=made.ids["estuary"]).pins.filter(visibility="gm").order_by("-pk").first()
    send(made, "gm", "POST", at.replace("pins", "visits"), {"pin": pin.pk, "session": made.ids["sessions"]})


def plan_hidden_event(made: roles.World, rng: random.Random) -> None:
    """Plans events of which players do not know, before and behind the current date."""
    at = f"campaigns/{made.campaign.pk}/planned-events/"
    for year, audience in ((rng.randint(1, 300), "gm"), (rng.randint(320, 400), "gm"), (330, "due")):
        body = {"title": words(rng)[:60], "text": words(rng), "date": str(year), "audience": audience}
        send(made, "gm", "POST", at, body)
    for year, audience in ((rng.randint(1, 300), "gm"), (rng.randint(320, 400), "due")):
        body = {"title": words(rng)[:60], "date": f"{year}-1-{rng.randint(1, 20)}", "audience": audience}
        send(made, "gm", "POST", at, body | {"repeats": rng.choice(["days", "year"]), "every": rng.randint(1, 9)})


def change_hidden_events(made: roles.World, rng: random.Random) -> None:
    """Other words and dates of events of which players do not know, before one that they know."""
    plan_hidden_event(made, rng)
    for row in made.campaign.planned_events.exclude(audience="all").filter(due__isnull=True):
        body = {"title": words(rng)[:60], "text": words(rng), "date": f"{rng.randint(320, 400)}-1-2"}
        send(made, "gm", "PATCH", f"planned-events/{row.pk}/", body)


def change_hidden_quest_lines(made: roles.World, rng: random.Random) -> None:
    """Other words of a hidden step, which is done and stands before a step that players see."""
    write_hidden_quest_lines(made, rng)
    thread = made.campaign.world.get(name="The toll")
    row = thread.quest_lines.filter(gm_only=True).latest("pk")
    send(made, "gm", "PATCH", f"quest-lines/{row.pk}/", {"text": words(rng)[:90], "done": True, "earlier": True})


def change_target_of_step(made: roles.World, rng: random.Random) -> None:
    """Another hidden page behind the words of a link in a step that everyone reads."""
    text = f"Find [[{rng.choice(WORDS)} {rng.random()}|a tower]]"
    send(made, "gm", "PATCH", f"quest-lines/{made.ids['linked_step']}/", {"text": text})


def edit_unseen(made: roles.World, rng: random.Random) -> None:
    """The GM has pages open for editing that players cannot edit, and the other player a private note."""
    note = made.campaign.world.filter(author=seat_of(made, "other-player"), shared=False).first()
    for role, row in (("gm", made.campaign.world.get(name="News")), ("gm", pick(rng, hidden_pages(made)))):
        assert made.client(role).post(f"/world/{row.pk}/editing/").status_code == 200
    assert made.client("other-player").get(f"/world/{note.pk}/edit/").status_code == 200


def change_private_version(made: roles.World, rng: random.Random) -> None:
    """What the diary said while only its author could read it."""
    page = made.campaign.world.get(pk=made.ids["diary"])
    text = f"I saw a rock.\n\n{words(rng)} [[News]]"
    changed = page.history.filter(history_id=made.ids["private_version"]).update(text=text, name=words(rng)[:60])
    assert changed == 1


def award_unseen_at_table(made: roles.World, rng: random.Random) -> None:
    """Awards for an ended encounter: to a hidden ally at the table, and to an NPC who was not at it."""
    row = made.campaign.encounters.get(pk=made.ids["ended"])
    hidden = [factories.CharacterFactory(campaign=made.campaign, kind="npc", name=words(rng)[:60], visible=False)]
    hidden.append(factories.CharacterFactory(campaign=made.campaign, kind="npc", name="The king", visible=False))
    row.participants.create(key="c99", side="players", character=hidden[0], name=hidden[0].name, hidden=True)
    for character in hidden:
        character.experience.create(
            kind="award", amount=rng.randint(1, 9), unit="encounters", reason="x", encounter=row
        )


def cover_hidden_hero(made: roles.World, rng: random.Random) -> None:
    """Someone plays a hero of the other player whom the others do not know."""
    owner = made.people["other-player"]
    hero = factories.CharacterFactory(campaign=made.campaign, owner=owner, name=words(rng)[:60], visible=False)
    body = {"character": hero.pk, "member": seat_of(made, rng.choice(("gm", "co-gm"))).pk}
    send(made, "gm", "POST", f"sessions/{made.ids['sessions']}/stand-ins/", body)


def prepare_encounter(made: roles.World, rng: random.Random) -> None:
    row = encounter_actions.create(membership=gm_of(made), title=words(rng)[:100])
    encounter_actions.add_monsters(
        membership=gm_of(made), encounter=row, monster=factories.MonsterFactory(), count=rng.randint(1, 5)
    )


def write_about_prepared_encounter(made: roles.World, rng: random.Random) -> None:
    row = made.campaign.encounters.filter(status="prepared").first()
    made.campaign.log.create(text=words(rng), audience="gm", kind="encounter", encounter=row, by=made.people["gm"])


def make_monster(made: roles.World, rng: random.Random) -> None:
    factories.MonsterFactory(campaign=made.campaign, name=words(rng)[:100])


def make_webhook(made: roles.World, rng: random.Random) -> None:
    body = {"url": f"https://example.com/{rng.random()}", "topics": ["log"]}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/webhooks/", body)


def invite(made: roles.World, rng: random.Random) -> None:
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/invitations/", {"role": "player", "note": words(rng)[:100]})


def rename_page_of_other(made: roles.World, rng: random.Random) -> None:
    """Renames a page that only the other player sees and that the party notebook links to."""
    theirs = made.campaign.world.filter(visibility="chosen", author=None, players=seat_of(made, "other-player"))
    row = theirs.get(pk=made.ids["letter"])
    send(made, "gm", "PATCH", f"world/{row.pk}/", {"name": f"{words(rng)[:60]} {rng.random()}"})


def write_template(made: roles.World, rng: random.Random) -> None:
    body = {"name": f"{words(rng)[:40]} {rng.random()}"[:60], "text": words(rng)}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/page-templates/", body)


def share_page_of_other_campaign(made: roles.World, rng: random.Random) -> None:
    """The GM of the other campaign of the world writes a page, with a secret, and shares it."""
    other = made.people["other-gm"].memberships.select_related("campaign").get()
    name, text = f"{words(rng)[:60]} {rng.random()}", f"{words(rng)}\n\n:::secret\n{words(rng)}\n:::"
    row = world_actions.create_entry(membership=other, kind="location", name=name, text=text, tags=["clue"])
    page_sharing.share_entry(membership=other, entry=row, revision=None, gm_part=rng.random() < 0.5)


def share_npc_of_other_campaign(made: roles.World, rng: random.Random) -> None:
    """The GM of the other campaign makes an NPC, with a secret, and shares it; the GM here may take it."""
    other = made.people["other-gm"].memberships.select_related("campaign").get()
    about, name = f"{words(rng)}\n\n:::secret\n{words(rng)}\n:::", f"{words(rng)[:60]} {rng.random()}"
    row = factories.CharacterFactory(campaign=other.campaign, kind="npc", name=name, about=about, visible=False)
    page = npc_sharing.share_npc(membership=other, npc=row, revision=None, gm_part=rng.random() < 0.5)
    if rng.random() < 0.7:
        send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/shared-world/npcs/{page.pk}/take/", {})


def share_hidden_npc(made: roles.World, rng: random.Random) -> None:
    """The GM shares an NPC that no player knows."""
    name = f"{words(rng)[:60]} {rng.random()}"
    row = factories.CharacterFactory(campaign=made.campaign, kind="npc", name=name, about=words(rng), visible=False)
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/npcs/{row.pk}/shared-world/", {})


def take_page_of_other_campaign(made: roles.World, rng: random.Random) -> None:
    share_page_of_other_campaign(made, rng)
    page = SharedPage.objects.latest("pk")
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/shared-world/pages/{page.pk}/take/", {})


def take_tied_pages_of_other_campaign(made: roles.World, rng: random.Random) -> None:
    """The GM of the other campaign shares two pages with a tie, and the GM takes both."""
    other = made.people["other-gm"].memberships.select_related("campaign").get()
    names = [f"{words(rng)[:60]} {rng.random()}" for _ in range(2)]
    start, end = (world_actions.create_entry(membership=other, kind="faction", name=name) for name in names)
    create_tie(membership=other, start=start, end=end, words=words(rng)[:60], visibility="party")
    for row in (start, end):
        page = page_sharing.share_entry(membership=other, entry=row, revision=None)
        send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/shared-world/pages/{page.pk}/take/", {})


def take_map_of_other_campaign(made: roles.World, rng: random.Random) -> None:
    """The GM of the other campaign shares a map with what it hides, and the GM takes it."""
    other = made.people["other-gm"].memberships.select_related("campaign").get()
    row = map_actions.create_map(membership=other, title=f"{words(rng)[:60]} {rng.random()}")
    create_area(membership=other, row=row, name=words(rng)[:80], points=[[0.5, 0], [1, 1]])
    create_pin(membership=other, row=row, x=0.2, y=rng.random(), label=words(rng)[:60])
    create_pin(membership=other, row=row, x=0.7, y=rng.random(), label=words(rng)[:60], visibility="gm")
    page = map_sharing.share_map(membership=other, row=row, revision=None, gm_part=rng.random() < 0.5)
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/shared-world/maps/{page.pk}/take/", {})


def share_hidden_map(made: roles.World, rng: random.Random) -> None:
    """The GM shares a map that no player knows."""
    row = map_actions.create_map(membership=gm_of(made), title=f"{words(rng)[:60]} {rng.random()}")
    send(made, "gm", "POST", f"maps/{row.pk}/shared-world/", {})


def invite_other_campaign(made: roles.World, rng: random.Random) -> None:
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/shared-world/invite/", {})


def change_hidden_hero_of_other_campaign(made: roles.World, rng: random.Random) -> None:
    other = made.people["other-gm"].memberships.get()
    factories.CharacterFactory(campaign=other.campaign, name=words(rng)[:60], visible=False)


def move_hidden_npc(made: roles.World, rng: random.Random) -> None:
    """The GM, who also runs the other campaign of the world, moves an NPC there that nobody knows."""
    other = made.people["other-gm"].memberships.get().campaign
    other.members.get_or_create(user=made.people["gm"], defaults={"role": "co-gm"})
    row = factories.CharacterFactory(campaign=made.campaign, kind="npc", name=words(rng)[:60], visible=False)
    moving.move_character(membership=gm_of(made), character=row, campaign=other)


def offer_hidden_npc(made: roles.World, rng: random.Random) -> None:
    """The GM offers an NPC that nobody knows to the other campaign; its GM may decline or accept."""
    other = made.people["other-gm"].memberships.get()
    row = factories.CharacterFactory(campaign=made.campaign, kind="npc", name=words(rng)[:60], visible=False)
    body = {"character": row.pk, "campaign": other.campaign_id, "message": words(rng), "gm_part": rng.random() < 0.5}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/shared-world/offers/", body)
    answer = rng.choice(("accept", "decline", ""))
    if answer:
        send(made, "other-gm", "POST", f"character-offers/{row.offers.get().pk}/{answer}/", {})


def offer_from_other_campaign(made: roles.World, rng: random.Random) -> None:
    """The GM of the other campaign offers a character to this one that nobody here has seen in its party."""
    other = made.people["other-gm"].memberships.get()
    row = factories.CharacterFactory(campaign=other.campaign, name=words(rng)[:60], visible=False)
    body = {"character": row.pk, "campaign": made.campaign.pk, "message": words(rng)}
    send(made, "other-gm", "POST", f"campaigns/{other.campaign_id}/shared-world/offers/", body)


def show_to_other(made: roles.World, rng: random.Random) -> None:
    write_hidden_page(made, rng)
    row = pick(rng, hidden_pages(made))
    reveals.show_entry(membership=gm_of(made), entry=row, members=[seat_of(made, "other-player")])


def show_npc_to_other(made: roles.World, rng: random.Random) -> None:
    """Makes an NPC known to one player only, with a link, a tie, a date and a portrait."""
    name = f"{rng.choice(SEARCHED)} {rng.random()}"
    row = factories.CharacterFactory(campaign=made.campaign, kind="npc", name=name, visible=False, about=words(rng))
    body = {"known": True, "members": [seat_of(made, "other-player").pk], "how": words(rng)[:60]}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/npcs/{row.pk}/know/", body)
    ends = {"from_person": row.pk, "to_page": made.ids["world"], "kind": "lives", "visibility": "party"}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/ties/", ends)
    row.refresh_from_db()
    portrait_actions.set_portrait(character=row, by=made.people["gm"], data=draw_map(rng.choice(("red", "blue"))))
    date = {"character": row.pk, "kind": "birth", "date": f"{rng.randint(1, 28)} Seedmoon {rng.randint(300, 320)}"}
    send(made, "gm", "POST", f"campaigns/{made.campaign.pk}/dates/", date)


def write_note_of_other(made: roles.World, rng: random.Random) -> None:
    body = {"kind": "note", "name": f"{words(rng)[:60]} {rng.random()}", "text": f"{words(rng)} [[News]]"}
    body |= {"tags": [rng.choice(WORDS)]}
    send(made, "other-player", "POST", f"campaigns/{made.campaign.pk}/world/", body)


def rename_note_of_other(made: roles.World, rng: random.Random) -> None:
    row = made.campaign.world.filter(author=seat_of(made, "other-player"), shared=False).first()
    send(made, "other-player", "PATCH", f"world/{row.pk}/", {"name": f"{words(rng)[:60]} {rng.random()}"})


def change_notes_of_other(made: roles.World, rng: random.Random) -> None:
    row = Character.objects.get(campaign=made.campaign, name="Oskar")
    body = {"notes": words(rng), "revision": row.revision_for(is_gm=False)}
    send(made, "other-player", "PATCH", f"characters/{row.pk}/", body)


def change_everything_of_campaign(made: roles.World, rng: random.Random) -> None:
    """What members read, and strangers do not."""
    membership = gm_of(made)
    log_actions.add_note(membership=membership, text=words(rng))
    reveals.create_shown_entry(membership=membership, kind="note", name=f"{rng.random()}", text=words(rng), shown=True)
    world_actions.change_entry(
        membership=membership, entry=made.campaign.world.get(name="News"), revision=None, text=words(rng)
    )


def award_offered_hero(made: roles.World, rng: random.Random) -> None:
    """Experience of the hero who is offered to the other campaign: its GM sees the figures until the answer."""
    award(made, Character.objects.get(pk=made.ids["characters"]), rng.randint(1, 9))


def answer_date_of_other(made: roles.World, rng: random.Random) -> None:
    answer = {"answer": rng.choice(("yes", "maybe", "no"))}
    send(made, "other-player", "PUT", f"proposed-dates/{made.ids['proposed-dates']}/answer/", answer)


def renew_link_of_other(made: roles.World, rng: random.Random) -> None:
    body = {"member": seat_of(made, "other-player").pk}
    send(made, "gm", "POST", f"sessions/{made.ids['sessions']}/date-links/", body)


PLAYERS = ("player", "observer")
EVERYONE = (*PLAYERS, "other-player", *STRANGERS)
NOT_HERS = (*PLAYERS, *STRANGERS)
STEPS: dict[Step, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            write_hidden_page,
            rename_hidden_page,
            change_hidden_page,
            archive_hidden_page,
            change_secret_of_page,
            change_closed_blocks,
            remove_closed_block,
            change_hidden_picture,
            change_hidden_note_picture,
            change_target_of_link,
            change_secret_of_evening,
            write_only_secrets_of_evening,
            change_secret_of_recap,
            change_secret_of_summary,
            change_npc,
            change_gm_notes_of_hero,
            make_hidden_npc,
            award_hidden_npc,
            write_gm_line,
            date_hidden_things,
            date_known_things_for_gms,
            plan_hidden_event,
            change_hidden_events,
            award_unseen_at_table,
            move_party_in_secret,
            write_hidden_quest_lines,
            change_hidden_quest_lines,
            change_target_of_step,
            change_hidden_half_of_map,
            change_hidden_pins_of_map,
            tie_hidden_things,
            tie_known_things_secretly,
            prepare_encounter,
            write_about_prepared_encounter,
            make_monster,
            make_webhook,
            invite,
            write_template,
            share_page_of_other_campaign,
            take_page_of_other_campaign,
            share_npc_of_other_campaign,
            share_hidden_npc,
            take_tied_pages_of_other_campaign,
            take_map_of_other_campaign,
            share_hidden_map,
            invite_other_campaign,
            change_hidden_hero_of_other_campaign,
        ),
        EVERYONE,
    ),
    **dict.fromkeys(
        (
            show_to_other,
            show_npc_to_other,
            edit_unseen,
            change_private_version,
            cover_hidden_hero,
            rename_page_of_other,
            open_block_to_other,
            write_note_of_other,
            rename_note_of_other,
            change_notes_of_other,
            answer_date_of_other,
            renew_link_of_other,
        ),
        NOT_HERS,
    ),
    **dict.fromkeys(
        (move_hidden_npc, offer_hidden_npc, offer_from_other_campaign),
        tuple(role for role in EVERYONE if role != "other-gm"),
    ),
    award_offered_hero: tuple(role for role in STRANGERS if role != "other-gm"),
    change_everything_of_campaign: STRANGERS,
}


def steps_hidden_from(role: str) -> list[Step]:
    """What may happen without that person's knowledge."""
    return [step for step, whom in STEPS.items() if role in whom]
