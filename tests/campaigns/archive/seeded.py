"""A campaign with a row of everything: of each game, with an encounter that has ended and one that runs."""

import hashlib
import io
from datetime import timedelta

from django.utils import timezone

from campaigns import demo, play
from campaigns.actions import campaigns, encounters, log, modules, reveals, sessions, world
from campaigns.archive import writing
from campaigns.demo_games import GAMES
from campaigns.models import (
    Campaign,
    ConversionRow,
    Encounter,
    Member,
    ModuleFile,
    ObjectState,
    Participant,
    Recap,
    Session,
    WorldEntry,
)  # fmt: skip
from characters.actions import experience, sheets, steps
from characters.models import Character, Monster, StepRequest
from rules.models import CatalogueRow
from tests import factories

SYSTEMS = ("fifty-two-fates", "game-of-bastards", "fortune-and-power", "fortune-system")
MOST = 60


def played(encounter: Encounter, gm: Member, most: int) -> None:
    """Plays simply, everybody in their own seat, for so many commands."""
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
    """What somebody who is asked would simply do, and who gives it."""
    for row in Participant.objects.filter(encounter=encounter, present=True).select_related("controller__user"):
        member = row.controller or gm
        member = Member.objects.select_related("campaign", "user").get(pk=member.pk)
        command = play.look(encounter, member).policy(row.key)
        if command is not None:
            return command, member
    return play.look(encounter, gm).policy("gm"), gm


def seeded(system: str, gm, players) -> Campaign:
    """The campaign, with its GM, its players and everything in it."""
    campaign = campaigns.create(by=gm, name=f"Years of {system}", system=system, summary="*A story.*")
    for user in players:
        Member.objects.create(campaign=campaign, user=user, role="player")
    gone = factories.MemberFactory(campaign=campaign, user=factories.UserFactory(), role="player")
    gone.left = timezone.now()
    gone.save()
    own = Member.objects.select_related("campaign", "user").get(campaign=campaign, user=gm)
    party = _party(own, players)
    _story(own, players, party)
    _world(own, players, party)
    _module(own)
    _catalogue(own)
    for title, most, end in (("The ford", MOST, True), ("The bell", 3, False)):
        row = _encounter(own, title, party)
        row = encounters.start(own=own, encounter=row, seed=title)
        played(row, own, most)
        if end and row.status == "running":
            play.submit(encounter=row, by=gm, command={"type": "end", "actor": "gm", "outcome": "victory"})
        row.refresh_from_db()
    _encounter(own, "Not yet", party)
    return campaign


def _party(own: Member, players) -> list[Character]:
    system, party = own.campaign.system, []
    told = next((game for game in GAMES if game["system"] == system), None)
    told = told["party"] if told else [{"name": one["name"], "sheet": one["sheet"]} for one in demo.STORY["party"]]
    for user, one in zip(players, told, strict=False):
        row = sheets.create(campaign=own.campaign, by=own.user, owner=user, name=one["name"], sheet=one["sheet"])
        if "xp" in one:
            row = steps.take_step(character=row, by=user, step={"type": "finish"}).character
        party.append(row)
    sheets.create(
        campaign=own.campaign, by=own.user, owner=None, kind="npc", name="Otto", visible=False,
        sheet=told[0]["sheet"], gm_notes="The traitor.",
    )  # fmt: skip
    first = experience.award(character=party[0], amount=30, reason="the caravan", by=own.user)
    experience.award(character=party[1], amount=3, reason="the caravan", by=own.user)
    experience.take_back(entry=first, by=own.user, reason="a mistake")
    sheets.bump(party[0], own.user, "renamed, and back")
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


def _story(own: Member, players, party) -> None:
    evening = sessions.plan(
        own=own, title="One", starts=timezone.now() - timedelta(hours=1), notes="*n*\n:::secret\nx\n:::"
    )
    sessions.change(own=own, session=evening, gm_notes="The end is near.")
    sessions.hold(own=own, session=evening, attendance=list(Member.objects.filter(campaign=own.campaign)[:2]))
    seat = Member.objects.select_related("campaign", "user").get(campaign=own.campaign, user=players[0])
    line = log.add_note(own=seat, text="We met Otto.", session=evening, character=party[0])
    log.correct(own=own, entry=line, text="We met Olga.")
    log.add_note(own=own, text="Otto lies.", audience="gm")
    Recap.objects.create(session=evening, audience="character", character=party[0], text="You saw it.", by=own.user)


def _world(own: Member, players, party) -> None:
    place = reveals.make(own=own, kind="location", name="The mill", text="Here lies [[Otto]].\n:::secret\nA trap.\n:::")
    inside = reveals.make(own=own, kind="location", name="The cellar", text="Below [[The mill]].", parent=place)
    seat = Member.objects.get(campaign=own.campaign, user=players[1])
    reveals.show(own=own, entry=inside, members=[seat], how="by candlelight")
    npc = Character.objects.get(campaign=own.campaign, kind="npc", name="Otto")
    reveals.know(own=own, npc=npc, known=True)
    world.set_picture(own=own, entry=place, data=picture(), described="A mill")
    writer = Member.objects.select_related("campaign", "user").get(campaign=own.campaign, user=players[0])
    world.create(own=writer, kind="note", name="Diary", text="We lay at [[the ford]].", parent=place)
    assert WorldEntry.objects.filter(campaign=own.campaign).count() == 3


def picture() -> bytes:
    """A small PNG."""
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (8, 5), "teal").save(out, "PNG")
    return out.getvalue()


def _module(own: Member) -> None:
    if own.campaign.system != "fifty-two-fates":
        return
    file = sorted(demo.SHIPPED.glob("*.satchel.json"))[0]
    version, _new = modules.upload(by=own.user, document=modules.read(data=file.read_bytes()))
    modules.apply(own=own, version=version)
    ModuleFile.objects.create(
        version=version, key="map", path="assets/map.png", media_type="image/png", sent_sha256="0" * 64,
        width=8, height=5, data=picture(), sha256=hashlib.sha256(picture()).hexdigest(),
    )  # fmt: skip
    one = own.campaign.imported.first()
    ObjectState.objects.create(
        campaign=own.campaign, module_key=one.module_key, collection=one.collection, key=one.key, notes="Mine."
    )


def _catalogue(own: Member) -> None:
    system = own.campaign.system
    row = CatalogueRow(campaign=own.campaign, system=system, kind="note", key="oar", name="Oar", text="Wet wood.")
    row.save()
    row.text = "Wet, heavy wood."
    row.save()
    ConversionRow.objects.create(campaign=own.campaign, system=system, key="levels", figures={"1": 2})


def _encounter(own: Member, title: str, party) -> Encounter:
    row = encounters.create(
        own=own, title=title, notes="Nobody knows.", session=Session.objects.filter(campaign=own.campaign).first()
    )
    encounters.add_characters(own=own, encounter=row, characters=party)
    foe = Monster.objects.filter(system=own.campaign.system, campaign=None).exclude(key="").order_by("key").first()
    if foe is not None:  # the Fortune System plays scenes without monsters
        encounters.add_monsters(own=own, encounter=row, monster=foe, count=2)
    return row


def exported(campaign: Campaign) -> io.BytesIO:
    """The campaign's archive."""
    file = io.BytesIO()
    writing.write(campaign, file)
    file.seek(0)
    return file


def wiped(campaign: Campaign) -> None:
    """As an operator takes a campaign away: every row of it, history too, and its members stay people."""
    from campaigns.actions.guests import _forget
    from campaigns.archive.entities import ENTITIES

    past = [(one.model, list(one.rows(campaign).values_list("pk", flat=True))) for one in ENTITIES if one.past]
    StepRequest.objects.filter(character__campaign=campaign).delete()
    _forget(campaign)
    for model, keys in past:
        model._base_manager.filter(pk__in=keys).delete()
