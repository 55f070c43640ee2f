"""A campaign with a row of everything: of each game, with an encounter that has ended and one that runs."""

import hashlib
import io
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from campaigns.archive import writing
from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterSecret, Participant
from campaigns.encounters.play import storage
from campaigns.log import actions as log_actions
from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar import dates, events
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.modules import actions as module_actions
from campaigns.modules.models import ConversionRow, ModuleFile, ObjectState
from campaigns.overview import actions as overview_actions
from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.planning import actions as planning_actions
from campaigns.sessions.stand_ins import actions as stand_in_actions
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.blocks import actions as block_actions
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import area_actions, pin_actions
from campaigns.world.models import WorldEntry
from campaigns.world.page_templates import actions as template_actions
from campaigns.world.quests import actions as quest_actions
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.ties import actions as tie_actions
from characters.experience import actions as experience_actions
from characters.experience import step_actions
from characters.models import Character, Monster, StepRequest
from characters.sheets import actions as sheet_actions
from characters.sheets.portraits import actions as portrait_actions
from operations.demo import campaign as demo_campaign
from operations.demo.other_games import GAMES
from people.credentials import invitation_links
from people.models import Campaign, Member
from rules import play as rules
from rules.models import CatalogueRow
from tests import factories

SYSTEMS = ("fifty-two-fates", "game-of-bastards", "fortune-and-power", "fortune-system")
MOST = 60


def played(encounter: Encounter, gm: Member, most: int) -> None:
    """Plays simply, everyone in their own seat, for so many commands."""
    for _turn in range(most):
        view = play.view(encounter, gm, "gm")
        if view["phase"] == "over" or view.get("proposed_outcome"):
            return
        command, member = choice(encounter, gm)
        if command is None:
            return
        play.submit(encounter=encounter, by=member.user, command=command)
        encounter.refresh_from_db()


def choice(encounter, gm):
    """What someone who is asked would simply do, and who gives it."""
    state = EncounterSecret.sealed.get(encounter=encounter).state
    for row in Participant.objects.filter(encounter=encounter, present=True).select_related("controller__user"):
        command = rules.policy(encounter.campaign.system, state, row.key)
        if command is not None:
            return command, row.controller or gm
    return rules.policy(encounter.campaign.system, state, "gm"), gm


def seeded(system: str, gm, players) -> Campaign:
    """The campaign, with its GM, its players and everything in it."""
    campaign = overview_actions.create_campaign(by=gm, name=f"Years of {system}", system=system, summary="*A story.*")
    for user in players:
        Member.objects.create(campaign=campaign, user=user, role="player")
    gone = factories.MemberFactory(campaign=campaign, user=factories.UserFactory(), role="player")
    gone.left = timezone.now()
    gone.save()
    membership = Member.objects.select_related("campaign", "user").get(campaign=campaign, user=gm)
    party = _party(membership, players)
    _story(membership, players, party)
    _world(membership, players, party)
    _calendar(membership, party)
    _module(membership)
    _catalogue(membership)
    for title, most, end in (("The ford", MOST, True), ("The bell", 3, False)):
        row = _encounter(membership, title, party)
        row = encounter_actions.start(membership=membership, encounter=row, seed=title)
        played(row, membership, most)
        if end and row.status == "running":
            play.submit(encounter=row, by=gm, command={"type": "end", "actor": "gm", "outcome": "victory"})
        row.refresh_from_db()
    _encounter(membership, "Not yet", party)
    return campaign


def _party(membership: Member, players) -> list[Character]:
    system, party = membership.campaign.system, []
    told = next((game for game in GAMES if game["system"] == system), None)
    told = (
        told["party"]
        if told
        else [{"name": hero["name"], "sheet": hero["sheet"]} for hero in demo_campaign.STORY["party"]]
    )
    for user, hero in zip(players, told, strict=False):
        row = sheet_actions.create_character(
            campaign=membership.campaign, by=membership.user, owner=user, name=hero["name"], sheet=hero["sheet"]
        )
        if "xp" in hero:
            row = step_actions.take_step(character=row, by=user, step={"type": "finish"}).character
        party.append(row)
    sheet_actions.create_character(
        campaign=membership.campaign,
        by=membership.user,
        owner=None,
        kind="npc",
        name="Otto",
        visible=False,
        sheet=told[0]["sheet"],
        gm_notes="The traitor.",
    )
    first = experience_actions.award_experience(character=party[0], amount=30, reason="the caravan", by=membership.user)
    experience_actions.award_experience(character=party[1], amount=3, reason="the caravan", by=membership.user)
    experience_actions.take_back(entry=first, by=membership.user, reason="a mistake")
    sheet_actions.save_next_revision(party[0], membership.user, "renamed, and back")
    StepRequest.objects.create(
        character=party[0],
        step={"type": "gift"},
        label="A gift",
        unit="xp",
        price=3,
        explanation="It grew.",
        by=players[0],
    )
    return party


def _story(membership: Member, players, party) -> None:
    session = session_actions.plan_session(
        membership=membership, title="One", starts=timezone.now() - timedelta(hours=1), notes="*n*\n:::secret\nx\n:::"
    )
    session_actions.change_session(membership=membership, session=session, gm_notes="The end is near.")
    session_actions.record_attendance(
        membership=membership, session=session, attendance=list(Member.objects.filter(campaign=membership.campaign)[:2])
    )
    seat = Member.objects.select_related("campaign", "user").get(campaign=membership.campaign, user=players[0])
    _coming_session(membership, seat, party)
    line = log_actions.add_note(membership=seat, text="We met Otto.", session=session, character=party[0])
    log_actions.correct_entry(membership=membership, entry=line, text="We met Olga.")
    kept = add_note_picture(membership=membership, data=picture())
    log_actions.add_note(membership=membership, text=f"Otto lies. {kept.markdown}", audience="gm")
    Recap.objects.create(
        session=session, audience="character", character=party[0], text="You saw it.", by=membership.user
    )


def _coming_session(membership: Member, seat: Member, party) -> None:
    """A planned session with proposed dates, an answer, and a stand-in for a hero of whom no fight knows."""
    coming, now = session_actions.plan_session(membership=membership, title="Two", remind_hours=48), timezone.now()
    poll = planning_actions.propose_dates(
        membership=membership, session=coming, dates=[now + timedelta(days=9)], until=now + timedelta(days=8)
    )
    planning_actions.answer_date(member=seat, date=poll.dates.get(), answer="maybe")
    squire = factories.CharacterFactory(
        campaign=membership.campaign, owner=seat.user, name="A squire", sheet=party[0].sheet
    )
    stand_in_actions.choose_stand_in(membership=membership, session=coming, character=squire, member=membership)
    session_actions.change_session(membership=membership, session=coming, starts=now + timedelta(days=9))
    link = member_actions.create_invitation(membership=membership, session=coming)
    member_actions.join_by_link(user=factories.UserFactory(), token=invitation_links.link_token(link))


def _world(membership: Member, players, party) -> None:
    place = reveals.create_shown_entry(
        membership=membership, kind="location", name="The mill", text="Here lies [[Otto]].\n:::secret\nA trap.\n:::"
    )
    inside = reveals.create_shown_entry(
        membership=membership, kind="location", name="The cellar", text="Below [[The mill]].", parent=place
    )
    seat = Member.objects.get(campaign=membership.campaign, user=players[1])
    reveals.show_entry(membership=membership, entry=inside, members=[seat], how="by candlelight")
    told = reveals.create_shown_entry(
        membership=membership,
        kind="note",
        name="Rumours",
        text=":::secret\nOld.\n:::\n:::secret\nNew.\n:::",
        shown=True,
    )
    told = block_actions.open_block(membership=membership, entry=told, place=1, revision=None, members=[seat])
    told = block_actions.open_block(membership=membership, entry=told, place=0, revision=None)
    kept = add_text_picture(membership=membership, entry=told, data=picture())
    world_actions.change_entry(membership=membership, entry=told, revision=None, text=f"{told.text}\n\n{kept.markdown}")
    npc = Character.objects.get(campaign=membership.campaign, kind="npc", name="Otto")
    reveals.set_npc_known(membership=membership, npc=npc, known=True)
    portrait_actions.set_portrait(character=npc, by=membership.user, data=picture())
    unknown = sheet_actions.create_character(
        campaign=membership.campaign, by=membership.user, name="Ada", kind="npc", visible=False
    )
    reveals.set_npc_known(membership=membership, npc=unknown, known=True, members=[seat], how="a whisper")
    world_actions.set_picture(membership=membership, entry=place, data=picture(), described="A mill")
    writer = Member.objects.select_related("campaign", "user").get(campaign=membership.campaign, user=players[0])
    world_actions.create_entry(
        membership=writer, kind="note", name="Diary", text="We lay at [[the ford]].", parent=place
    )
    world_actions.create_entry(
        membership=writer, kind="note", name="Clues", text="All of us.", tags=["clue", "salt road"], shared=True
    )
    template_actions.create_template(membership=membership, name="Inn", kind="location", text="## Drinks", tags=["inn"])
    tie_actions.create_tie(
        membership=membership, start=npc, end=inside, kind="lives", visibility="chosen", players=[seat], until="312"
    )
    tie_actions.create_tie(membership=writer, start=party[0], end=npc, words="brother of", back="sister of")
    world_actions.change_entry(membership=membership, entry=inside, revision=None, here=True)
    assert WorldEntry.objects.filter(campaign=membership.campaign).count() == 5
    thread = reveals.create_shown_entry(membership=membership, kind="thread", name="The toll", shown=True)
    step = quest_actions.add_line(membership=membership, thread=thread, text="Find the ferryman")
    quest_actions.add_line(membership=membership, thread=thread, text="Ten crowns", kind="reward", gm_only=True)
    quest_actions.change_line(membership=membership, line=step, done=True)
    _map(membership, seat)


def _map(membership: Member, seat: Member) -> None:
    place = WorldEntry.objects.get(campaign=membership.campaign, name="The mill")
    row = map_actions.create_map_with_picture(
        membership=membership, picture=picture(), title="The valley", place=place, wide=12.5, unit="miles",
        visibility="party",
    )  # fmt: skip
    row = map_actions.set_picture(membership=membership, row=row, data=factories.picture(9, 9))
    inner = map_actions.create_map(membership=membership, title="The cellars", visibility="chosen", players=[seat])
    pin = pin_actions.create_pin(membership=membership, row=row, x=0.25, y=0.5, page=place)
    pin_actions.create_pin(membership=membership, row=row, x=0.75, y=0.5, leads_to=inner, label="Down")
    area_actions.create_area(membership=membership, row=row, name="East", points=[[0.5, 0], [1, 1]])
    shown = area_actions.create_area(membership=membership, row=row, name="North", points=[[0, 0], [0.2, 0.1]])
    area_actions.change_area(membership=membership, area=shown, revision=None, revealed=True)
    session = Session.objects.filter(campaign=membership.campaign).first()
    pin_actions.add_visit(membership=membership, pin=pin, session_id=session.pk)


def _calendar(membership: Member, party) -> None:
    calendar_actions.save_calendar(
        membership=membership, definition=write_definition(PRESETS["two-moons"][1]), date="3 Rust 312 AL"
    )
    session = Session.objects.filter(campaign=membership.campaign).first()
    place = WorldEntry.objects.filter(campaign=membership.campaign, kind="location").first()
    dates.set_date(membership=membership, kind="session", thing=session, date="1 Rust 312 AL – 2 Rust 312 AL")
    dates.set_date(membership=membership, kind="page", thing=place, date="44 BL", label="built", gm_only=True)
    dates.set_date(membership=membership, kind="birth", thing=party[0], date="spring 290 AL")
    with transaction.atomic():
        dates.date_entry(LogEntry.objects.filter(campaign=membership.campaign).earliest("pk"))
    events.plan_event(membership=membership, title="The flood", date="5 Rust 312 AL", text="All is wet.")
    calendar_actions.advance_days(membership=membership, days=2)


def picture() -> bytes:
    """A small PNG."""
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (8, 5), "teal").save(out, "PNG")
    return out.getvalue()


def _module(membership: Member) -> None:
    if membership.campaign.system != "fifty-two-fates":
        return
    file = sorted(demo_campaign.SHIPPED.glob("*.satchel.json"))[0]
    version, _new = module_actions.upload(by=membership.user, document=module_actions.read(data=file.read_bytes()))
    module_actions.apply_import(membership=membership, version=version)
    ModuleFile.objects.create(
        version=version,
        key="map",
        path="assets/map.png",
        media_type="image/png",
        sent_sha256="0" * 64,
        width=8,
        height=5,
        data=picture(),
        sha256=hashlib.sha256(picture()).hexdigest(),
    )
    one = membership.campaign.imported.first()
    ObjectState.objects.create(
        campaign=membership.campaign, module_key=one.module_key, collection=one.collection, key=one.key, notes="Mine."
    )


def _catalogue(membership: Member) -> None:
    system = membership.campaign.system
    row = CatalogueRow(
        campaign=membership.campaign, system=system, kind="note", key="oar", name="Oar", text="Wet wood."
    )
    row.save()
    row.text = "Wet, heavy wood."
    row.save()
    ConversionRow.objects.create(campaign=membership.campaign, system=system, key="levels", figures={"1": 2})


def _encounter(membership: Member, title: str, party) -> Encounter:
    row = encounter_actions.create(
        membership=membership,
        title=title,
        notes="Nobody knows.",
        session=Session.objects.filter(campaign=membership.campaign).first(),
    )
    encounter_actions.add_characters(membership=membership, encounter=row, characters=party)
    foe = (
        Monster.objects.filter(system=membership.campaign.system, campaign=None).exclude(key="").order_by("key").first()
    )
    if foe is not None:  # the Fortune System plays scenes without monsters
        encounter_actions.add_monsters(membership=membership, encounter=row, monster=foe, count=2)
    return row


def exported(campaign: Campaign) -> io.BytesIO:
    """The campaign's archive."""
    file = io.BytesIO()
    writing.write_archive(campaign, file)
    file.seek(0)
    return file


def wiped(campaign: Campaign) -> None:
    """As an operator takes a campaign away: every row of it, history too, and its members stay people."""
    from operations.demo.visitor_actions import delete_campaign

    StepRequest.objects.filter(character__campaign=campaign).delete()
    storage.run_in_transaction(partial(delete_campaign, campaign))
