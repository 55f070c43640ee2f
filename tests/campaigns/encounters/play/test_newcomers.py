"""Who joins a running encounter: each character once, and hidden only if the GM says so."""

import json

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.models import EncounterGroup, EncounterSecret
from campaigns.encounters.play.sheet_merging import aftermath_by_participant
from campaigns.encounters.table import endings, seating
from campaigns.log.models import LogEntry
from characters.models import Character
from characters.sheets import reverting
from people.access import get_membership
from rules import play as rules
from rules.play import Refused
from tests import factories
from tests.site.api.conftest import Caller, ok, refused
from tests.site.secrecy.test_hidden import FOES, sheets

pytestmark = pytest.mark.django_db
CALL = {"type": "call-check", "skill": "Stealth", "group": "Physical", "cos": 5, "on_failure": "damaged"}
# What harms Mara in each game, twice.
HARM = {
    "fifty-two-fates": [{"hp": 2}, {"hp": 1}],
    "game-of-bastards": [{"pool": "bp", "amount": -1}, {"pool": "mp", "amount": -1}],
    "fortune-and-power": [{"wounds": 2, "fortune": -1}, {"fortune": -1}],
    "fortune-system": [CALL, CALL],
}


def harm(scene, gm, ana, key, change):
    """Harms a participant: by an order, or by a check that fails."""
    if change is not CALL:
        order = {"type": "adjust", "actor": "gm", "target": key, "reason": "a trap", **change}
        play.submit(encounter=scene, by=gm, command=order)
        return
    task = f"The wall {key}"
    play.submit(encounter=scene, by=gm, command=CALL | {"actor": "gm", "participants": [key], "task": task})
    slot = 0 if key == "mara" else 1
    play.submit(encounter=scene, by=ana, command={"type": "attempt", "actor": key, "task": task, "dice": [slot]})


def state_of(scene):
    return EncounterSecret.sealed.get(encounter=scene).state


def at_table(scene, key):
    """The fields of the sheet as they are at the table; nobody redoes the slots of this test."""
    fields = aftermath_by_participant(scene.campaign.system, state_of(scene))[key]["sheet"]
    return {name: value for name, value in fields.items() if name != "played"}


def changes(before, after):
    """What differs, field by field."""
    found = {}
    for name, value in before.items():
        fields = value if isinstance(value, dict) else {"": value}
        now = after[name] if isinstance(value, dict) else {"": after[name]}
        found |= {
            (name, field): json.dumps(now[field], sort_keys=True) for field in fields if now[field] != fields[field]
        }
    return found


def answer_questions(scene, gm):
    """Answers what the game asks, until the GM may remove somebody."""
    system = scene.campaign.system
    while not any(offer["type"] == "leave" for offer in rules.offers(system, state_of(scene), "gm")):
        actor = rules.awaited(system, state_of(scene))["who"][0]
        seat = scene.participants.select_related("controller__user").get(key=actor)
        command = rules.policy(system, state_of(scene), actor)
        play.submit(encounter=scene, by=seat.controller.user if seat.controller else gm, command=command)


@pytest.fixture
def begin(gm, ana, ben):
    """Begins a scene of a game with Ana's Mara and Ben's Oskar."""

    def begun(system):
        campaign = factories.CampaignFactory(name="The Tin Mine", system=system, created_by=gm)
        for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
            factories.MemberFactory(campaign=campaign, user=user, role=role)
        membership = get_membership(gm, campaign.pk)
        row = actions.create(membership=membership, title="The wall")
        heroes = [
            factories.CharacterFactory(campaign=campaign, owner=user, name=name, sheet=sheets(system))
            for user, name in ((ana, "Mara"), (ben, "Oskar"))
        ]
        actions.add_characters(membership=membership, encounter=row, characters=heroes)
        if system in FOES:
            foe = factories.MonsterFactory(name="Bandit", system=system, stats=FOES[system])
            actions.add_monsters(membership=membership, encounter=row, monster=foe)
        return actions.start(membership=membership, encounter=row, seed=7), membership, heroes[0]

    return begun


@pytest.mark.parametrize("system", HARM)
def test_a_character_who_left_and_joins_again_goes_on_as_it_left_and_is_settled_once(begin, gm, ana, system):
    scene, membership, mara = begin(system)
    answer_questions(scene, gm)
    complete, unhurt = reverting.complete(mara), at_table(scene, "mara")
    harm(scene, gm, ana, "mara", HARM[system][0])
    answer_questions(scene, gm)
    hurt = at_table(scene, "mara")
    assert hurt != unhurt
    play.submit(encounter=scene, by=gm, command={"type": "leave", "actor": "gm", "target": "mara"})
    actions.join(membership=membership, encounter=scene, character=mara)
    assert at_table(scene, "mara-2") == hurt
    assert Character.objects.get(pk=mara.pk).sheet == mara.sheet
    harm(scene, gm, ana, "mara-2", HARM[system][1])
    answer_questions(scene, gm)
    more = at_table(scene, "mara-2")
    assert more != hurt
    play.submit(encounter=scene, by=gm, command={"type": "end", "actor": "gm", "outcome": "other"})
    assert changes(unhurt, more).items() <= changes(unhurt, Character.objects.get(pk=mara.pk).sheet).items()
    scene.refresh_from_db()
    line = LogEntry.objects.get(encounter=scene, kind="encounter", text__contains="Survived")
    assert line.text.count("Mara") == 1
    assert [name for name in endings.describe_end(scene).survivors if name == "Mara"] == ["Mara"]
    assert seating.characters_of_member(scene, get_membership(ana, scene.campaign_id)) == [mara]
    play.undo(encounter=scene, by=gm, to=scene.number - 1)
    assert reverting.complete(Character.objects.get(pk=mara.pk)) == complete


def test_a_character_is_seated_once(fight, mara, gm):
    with pytest.raises(Refused, match="Mara is at the table already"):
        play.join(encounter=fight, by=gm, group=EncounterGroup(character=mara))
    refused(Caller(gm).post(f"encounters/{fight.pk}/arrivals/", {"character": mara.pk}), 422)
    assert fight.participants.filter(character=mara).count() == 1
    late = factories.CharacterFactory(campaign=fight.campaign, name="Vane", sheet={"class": "wizard"})
    ok(Caller(gm).post(f"encounters/{fight.pk}/arrivals/", {"character": late.pk}))
    assert fight.participants.filter(character=late).count() == 1


def test_only_the_gm_brings_somebody_who_is_hidden(fight, campaign, gm, ana):
    hidden = EncounterGroup(
        character=factories.CharacterFactory(campaign=campaign, owner=ana, name="Vane"), hidden=True
    )
    with pytest.raises(Refused):
        play.join(encounter=fight, by=ana, group=hidden, actor="mara")
    assert not hidden.hidden
    wolf = EncounterGroup(side="monsters", monster=factories.MonsterFactory(name="Wolf"), hidden=True)
    play.join(encounter=fight, by=gm, group=wolf)
    assert fight.participants.get(name="Wolf").hidden
