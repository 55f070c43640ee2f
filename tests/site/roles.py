"""The world of the permission table: a campaign with every role, another beside it, a row of everything."""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.test import Client
from django.utils import timezone

from campaigns.archive.models import Transfer
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar import dates, events
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.modules import actions as module_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.feed.access import feed_key
from campaigns.sessions.guests.models import SessionGuest
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.planning import actions as planning_actions
from campaigns.sessions.planning.links import link_key
from campaigns.sessions.recaps.actions import save_recap
from campaigns.sessions.stand_ins.models import StandIn
from campaigns.webhooks.models import Webhook
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions, pin_actions
from campaigns.world.maps.models import WorldMap
from campaigns.world.maps.renderings import get_or_make_rendering
from campaigns.world.models import WorldEntry
from campaigns.world.page_templates import actions as template_actions
from campaigns.world.quests import actions as quest_actions
from campaigns.world.shared_worlds import actions as world_sharing
from campaigns.world.shared_worlds import npc_actions as npc_sharing
from campaigns.world.shared_worlds import page_actions as page_sharing
from campaigns.world.shared_worlds.maps import actions as map_sharing
from campaigns.world.shared_worlds.offers import actions as offer_actions
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.ties import actions as tie_actions
from characters.models import Character, ExperienceEntry, StepRequest
from people import actions as people_actions
from people.credentials import invitation_links
from people.devices.models import PushDevice
from people.models import Campaign, Invitation, Member, User
from rules.models import CatalogueRow
from tests import factories

ROLES = (
    "anonymous",
    "outsider",
    "ex-member",
    "past-guest",
    "observer",
    "player",
    "other-player",
    "gm",
    "co-gm",
    "other-gm",
    "staff",
    "deactivated",
    "read-token",
)
GAME = "fifty-two-fates"
SHIPPED = Path(module_actions.__file__).parents[1] / "modules" / "shipped"


@dataclass
class World:
    """The people by role, the campaign, and the id of one row of each kind by the word before it."""

    campaign: Campaign
    people: dict[str, User]
    ids: dict[str, Any]
    token: str = ""
    rows: dict[str, Any] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """A browser, or a script with a read-only token, of the role."""
        client = Client(raise_request_exception=False)
        if role == "read-token":
            client.defaults["HTTP_AUTHORIZATION"] = f"Token {self.token}"
        elif role == "deactivated":
            # Signed in first, deactivated afterwards: the session must not outlive the account.
            client.force_login(self.people[role])
            User.objects.filter(pk=self.people[role].pk).update(is_active=False)
        elif role != "anonymous":
            client.force_login(self.people[role])
        return client


def build() -> World:
    """Makes the world; ids are taken from the rows that belong to `player` where rows have an owner."""
    people = {role: factories.UserFactory(username=role) for role in ROLES if role not in {"anonymous", "read-token"}}
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=people["gm"])
    seats = {
        "observer": "observer",
        "player": "player",
        "other-player": "player",
        "gm": "gm",
        "co-gm": "co-gm",
    }
    members = {
        role: factories.MemberFactory(campaign=campaign, user=people[role], role=seat) for role, seat in seats.items()
    }
    factories.MemberFactory(campaign=campaign, user=people["deactivated"], role="gm")
    factories.MemberFactory(campaign=campaign, user=people["ex-member"], role="gm", left=timezone.now())
    # No job has ended this visit yet. The role shows that nothing but the time keeps the guest out.
    factories.MemberFactory(campaign=campaign, user=people["past-guest"], role="co-gm", guest_until=timezone.now())
    other = factories.MemberFactory(user=people["other-gm"], role="gm")
    User.objects.filter(pk=people["staff"].pk).update(is_staff=True, is_superuser=True)
    _token, secret = people_actions.create_token(user=people["gm"], name="reader")
    ids = _ids(campaign, people, members)
    SessionGuest.objects.create(session_id=ids["sessions"], member=campaign.members.get(user=people["past-guest"]))
    return World(campaign, people, ids | _shared_world(members["gm"], other, ids), token=secret)


def _shared_world(membership: Member, other: Member, ids: dict[str, Any]) -> dict[str, Any]:
    """A world that the campaign shares with that of the other GM; each has shared a page, and both show themselves."""
    world_sharing.start_world(membership=membership, name="The Marches")
    code = world_sharing.invite(membership=membership)
    table = world_sharing.join_world(membership=other, code=code)
    world_sharing.change_world(membership=other, revision=None, open_to_players=True)
    calendar_actions.save_calendar(
        membership=other, definition=write_definition(PRESETS["twelve-moons"][1]), date="3 Leafmoon 300"
    )
    own = WorldEntry.objects.get(pk=ids["world"])
    page_sharing.share_entry(membership=membership, entry=own, revision=None)
    theirs = world_actions.create_entry(membership=other, kind="note", name="The coast")
    page = page_sharing.share_entry(membership=other, entry=theirs, revision=None)
    otto = Character.objects.get(campaign=membership.campaign_id, name="Otto")
    npc_sharing.share_npc(membership=membership, npc=otto, revision=None)
    captain = factories.CharacterFactory(campaign=other.campaign, kind="npc", name="The captain")
    npc = npc_sharing.share_npc(membership=other, npc=captain, revision=None)
    map_sharing.share_map(membership=membership, row=WorldMap.objects.get(pk=ids["maps"]), revision=None)
    reef = map_actions.create_map_with_picture(membership=other, picture=factories.picture(), title="The reef")
    shared_map = map_sharing.share_map(membership=other, row=reef, revision=None)
    hero = Character.objects.get(campaign=membership.campaign_id, name="Mara")
    offer = offer_actions.offer_character(membership=membership, character=hero, campaign=other.campaign)
    return {
        "tables": table.pk,
        "pages": page.pk,
        "shared-npcs": npc.pk,
        "shared-maps": shared_map.pk,
        "character-offers": offer.pk,
    }


def _ids(campaign: Campaign, people: dict[str, User], members: dict[str, Member]) -> dict[str, Any]:
    hero = factories.CharacterFactory(campaign=campaign, owner=people["player"], name="Mara")
    factories.portrait_of(hero)
    session = Session.objects.create(campaign=campaign, number=1)
    encounter = Encounter.objects.create(campaign=campaign, title="The ford", status="prepared")
    monster = factories.MonsterFactory(campaign=campaign)
    group = encounter.groups.create(side="players", character=hero)
    encounter.groups.create(side="monsters", monster=monster, position=1)
    play.begin(encounter=encounter, by=people["gm"], seed="the table")
    line = LogEntry.objects.create(campaign=campaign, text="We met Otto.", by=people["player"])
    invitation = Invitation.objects.create(
        campaign=campaign, role="player", uses_left=9, expires=timezone.now() + timedelta(days=1)
    )
    award = ExperienceEntry.objects.create(character=hero, kind="award", amount=1, reason="The ford")
    shipped = next(SHIPPED.glob("*.satchel.json")).read_bytes()
    version, _new = module_actions.upload(by=people["gm"], document=module_actions.read(data=shipped))
    run = module_actions.apply_import(membership=members["gm"], version=version)
    _picture(campaign, version)
    thing = campaign.imported.filter(collection="npcs").first()
    row = CatalogueRow.objects.create(
        campaign=campaign, system=GAME, kind="weapon", key="oar", name="Oar", text="Wet wood."
    )
    asked = StepRequest.objects.create(
        character=hero,
        step={"type": "gift"},
        label="Empathy",
        unit="xp",
        price=10,
        explanation="It grew.",
        by=people["player"],
    )
    page = reveals.create_shown_entry(membership=members["gm"], kind="location", name="The ford", shown=True)
    world_actions.set_picture(membership=members["gm"], entry=page, data=factories.picture())
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto")
    calendar_actions.save_calendar(
        membership=members["gm"], definition=write_definition(PRESETS["twelve-moons"][1]), date="12 Harvestmoon 312"
    )
    born = dates.set_date(membership=members["gm"], kind="birth", thing=hero, date="spring 290")
    festival = events.plan_event(membership=members["gm"], title="Fair", date="1 Leafmoon 312", audience="all")
    tie = tie_actions.create_tie(
        membership=members["gm"], start=npc, end=page, kind="lives", visibility="party", since="310"
    )
    removed = tie_actions.create_tie(membership=members["gm"], start=page, end=npc, words="was built by")
    tie_actions.remove_tie(membership=members["gm"], tie=removed)
    charted = _map(members["gm"], page, session)
    quest_step = quest_actions.add_line(
        membership=members["gm"],
        thread=reveals.create_shown_entry(membership=members["gm"], kind="thread", name="The toll", shown=True),
        text="Find the ferryman",
    )
    transfer = Transfer.objects.create(
        key="0123456789abcdef" * 2, kind="whole", status="done", by=people["gm"], campaign=campaign
    )
    hook = Webhook.objects.create(
        campaign=campaign, url="https://example.com/", topics=["log"], secret="x", active=False
    )
    told = hook.deliveries.create(topic="log", status="told")
    token, _secret = people_actions.create_token(user=people["gm"], name="old")
    absent = factories.UserFactory(username="gm (absent)", first_name="gm", kind=User.Kind.ABSENT, is_active=False)
    offer = factories.MemberFactory(user=absent).offers.create(user=people["gm"])
    return {
        **_proposed_dates(members, session),
        "stand-ins": _stand_in(members, session, hero),
        "picture_key": "map",
        "deleted_key": "gone",
        "places": offer.pk,
        "dates": born.pk,
        "planned-events": festival.pk,
        "ties": tie.pk,
        "removed-tie": removed.pk,
        **charted,
        "quest-lines": quest_step.pk,
        "page-templates": template_actions.create_template(membership=members["gm"], name="Inn").pk,
        "blocks": 0,
        "text-pictures": _text_picture(members["gm"], page),
        "note-pictures": _note_picture(members, session, line),
        "recaps": Recap.Audience.PARTY.value,
        "earlier": page.history.latest().history_id,
        "session-version": session.history.latest().history_id,
        "recap-version": session.recaps.get().history.latest().history_id,
        "tie-version": tie.history.latest().history_id,
        "quest-version": quest_step.history.latest().history_id,
        "history": hero.history.latest().history_id,
        "threads": quest_step.thread_id,
        "campaigns": campaign.pk,
        "characters": hero.pk,
        "sessions": session.pk,
        "encounters": encounter.pk,
        "monsters": monster.pk,
        "log": line.pk,
        "invitations": invitation.pk,
        "members": members["other-player"].pk,
        "experience": award.pk,
        "ledger": award.pk,
        "imports": run.pk,
        "versions": version.pk,
        "preview": version.pk,
        "modules": version.module.key,
        "version": version.version,
        "objects": thing.pk,
        "conversion": "equivalent-level",
        "module_key": thing.module_key,
        "collection": "npcs",
        "key": thing.key,
        "world": page.pk,
        "npcs": npc.pk,
        "pools": "hp",
        "requests": asked.pk,
        "transfers": transfer.key,
        "webhooks": hook.pk,
        "deliveries": told.pk,
        "catalogue": row.pk,
        "groups": group.pk,
        "lines": group.pk,
        "participants": encounter.participants.first().pk,
        "path": "nowhere/",
        "provider": "nowhere",
        "provider_id": "nowhere",
        "tokens": token.token_key,
        "devices": _device(people["gm"]).pk,
        "join": invitation_links.link_token(invitation),
        "calendars": feed_key(members["gm"]),
        "system": GAME,
        "file_type": "jsonl",
        "rule_id": "F52-03",
    }


def _text_picture(membership: Member, page: WorldEntry) -> str:
    """The key of a picture in the text of a page that everyone reads."""
    kept = add_text_picture(membership=membership, entry=page, data=factories.picture())
    world_actions.change_entry(membership=membership, entry=page, revision=None, text=kept.markdown)
    return kept.key


def _note_picture(members: dict[str, Member], session: Session, line: LogEntry) -> str:
    """The key of a picture in a log entry, in the notes of a session and in a recap that everybody reads."""
    kept = add_note_picture(membership=members["player"], data=factories.picture())
    LogEntry.objects.filter(pk=line.pk).update(text=f"{line.text} {kept.markdown}")
    session_actions.change_session(membership=members["gm"], session=session, notes=kept.markdown)
    save_recap(membership=members["gm"], session=session, audience="party", text=kept.markdown)
    return kept.key


def _proposed_dates(members: dict[str, Member], session: Session) -> dict[str, Any]:
    """A proposed date with an answer, and the link of a player."""
    now = timezone.now()
    poll = planning_actions.propose_dates(
        membership=members["gm"], session=session, dates=[now + timedelta(days=9)], until=now + timedelta(days=7)
    )
    date = poll.dates.get()
    planning_actions.answer_date(member=members["player"], date=date, answer="maybe")
    key = link_key(poll.links.get(member=members["player"]))
    return {"proposed-dates": date.pk, "when": key, "date-links": members["player"].pk}


def _stand_in(members: dict[str, Member], session: Session, hero: Character) -> int:
    """The co-GM plays the player's hero."""
    return StandIn.objects.create(session=session, character=hero, member=members["co-gm"]).pk


def _device(user: User) -> PushDevice:
    """A device of a person."""
    return PushDevice.objects.create(user=user, name="Phone", endpoint="https://push.example/1", digest="1" * 64)


def _map(membership: Member, page: WorldEntry, session: Session) -> dict[str, Any]:
    """The ids of a map that everyone sees, with a pin, a revealed area and a stop; nothing of it is hidden."""
    row = map_actions.create_map_with_picture(
        membership=membership,
        picture=factories.picture(400, 300),
        title="The river",
        visibility="party",
        wide=12.0,
        unit="miles",
    )
    row = map_actions.set_picture(membership=membership, row=row, data=factories.picture(400, 290))
    pin = pin_actions.create_pin(membership=membership, row=row, x=0.25, y=0.5, page=page)
    area = area_actions.create_area(membership=membership, row=row, name="The cave", points=[[0.6, 0.6], [0.9, 0.9]])
    area_actions.change_area(membership=membership, area=area, revision=None, revealed=True)
    visit = pin_actions.add_visit(membership=membership, pin=pin, session_id=session.pk)
    sent = get_or_make_rendering(membership, row)
    assert sent is not None
    ids = {"maps": row.pk, "map-pins": pin.pk, "map-areas": area.pk, "map-visits": visit.pk}
    return ids | {"rendering": sent.sha256, "earlier-pictures": row.earlier_pictures.get().pk}


def _picture(campaign: Campaign, version: Any) -> None:
    """A picture of the imported module, and someone who was deleted from it."""
    gone = {"key": "gone", "name": "Gone"}
    campaign.imported.create(
        module_key=version.module.key,
        collection="npcs",
        key="gone",
        title="Gone",
        base=gone,
        base_version="1.0.0",
        current=gone,
        tombstone=True,
    )
    version.files.create(
        key="map",
        path="assets/map.png",
        media_type="image/png",
        sent_sha256="0" * 64,
        sha256="1" * 64,
        width=1,
        height=1,
        data=b"a picture",
    )
    asset = {"key": "map", "path": "assets/map.png", "media_type": "image/png", "sha256": "1" * 64, "alt": "A map"}
    asset["licence"] = {"spdx": "CC0-1.0"}
    campaign.imported.create(
        module_key=version.module.key,
        collection="assets",
        key="map",
        title="Map",
        base=asset,
        base_version="1.0.0",
        current=asset,
    )
