"""Importing: what it would do, what it does, that twice is once, and that a refusal leaves nothing behind."""

import datetime

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.log.models import LogEntry
from campaigns.modules import actions
from campaigns.modules.actions import ModuleConflict, ModuleInvalid
from campaigns.modules.format import counts
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from characters.models import Character, Monster
from people.models import Campaign, Member
from rules import play
from tests import factories
from tests.campaigns.modules import samples
from tests.campaigns.modules.dump import everything
from tests.campaigns.modules.samples import put

pytestmark = pytest.mark.django_db


def objects_of(document):
    return sum(len(document.get(name, [])) for name in SINGULAR)


# The library


def test_the_same_upload_twice_is_one_version(membership):
    first, new = actions.upload(by=membership.user, document=samples.small())
    second, again = actions.upload(by=membership.user, document=samples.small())
    assert (new, again) == (True, False)
    assert first == second
    assert ModuleVersion.objects.count() == 1


def test_the_order_of_keys_makes_no_other_version(membership, mill):
    shuffled = dict(reversed(samples.small().items()))
    assert actions.upload(by=membership.user, document=shuffled) == (mill, False)


def test_the_same_version_with_another_content_is_a_conflict(membership, mill):
    with pytest.raises(ModuleConflict) as refused:
        actions.upload(by=membership.user, document=put(samples.small(), "/monsters/0/name", "Big rat"))
    assert refused.value.code == "module.version_conflict"
    assert ModuleVersion.objects.get().document["monsters"][0]["name"] == "Rat"


def test_two_people_may_have_modules_of_the_same_key(membership, mill, ana):
    theirs, new = actions.upload(by=ana, document=put(samples.small(), "/module/title", "Ana's mill"))
    assert new
    assert theirs.module != mill.module


def test_an_unsound_module_is_refused_and_not_kept(membership):
    before = everything()
    with pytest.raises(ModuleInvalid) as refused:
        actions.upload(by=membership.user, document=put(samples.small(), "/locations/0/key", "Mill"))
    assert [(error.pointer, error.code) for error in refused.value.errors] == [("/locations/0/key", "schema.pattern")]
    assert everything() == before


def test_a_required_module_is_looked_up_in_the_library(membership, mill):
    follow = samples.small()
    follow["module"] |= {"key": "the-mill-2", "requires": [{"module": "the-mill"}]}
    put(follow, "/encounters/0/groups/0/who", "the-mill/monster:rat")
    assert actions.check(by=membership.user, document=follow).ok
    put(follow, "/encounters/0/groups/0/who", "the-mill/monster:cat")
    report = actions.check(by=membership.user, document=follow)
    assert [error.code for error in report.errors] == ["ref.unresolved"]


def test_a_required_module_in_somebody_elses_library_is_not_known(membership, mill, ana):
    follow = samples.small()
    follow["module"] |= {"key": "the-mill-2", "requires": [{"module": "the-mill"}]}
    put(follow, "/encounters/0/groups/0/who", "the-mill/monster:rat")
    assert [error.code for error in actions.check(by=ana, document=follow).errors] == ["ref.unresolved"]


# Preview and import


def test_the_preview_writes_nothing_and_the_import_does_what_it_says(membership, mill):
    before = everything()
    plan = actions.plan_import(membership=membership, version=mill)
    assert everything() == before
    assert plan.counts == {"create": objects_of(mill.document)}
    run = actions.apply_import(membership=membership, version=mill, plan_token=plan.token)
    assert run.result["counts"] == plan.counts
    assert sorted(run.result["created"]) == sorted(step.as_json()["ref"] for step in plan.steps)
    assert ImportedObject.objects.filter(campaign=membership.campaign).count() == objects_of(mill.document)


def test_monsters_npcs_and_encounters_become_rows_of_the_campaign(membership, mill):
    actions.apply_import(membership=membership, version=mill)
    rat = Monster.objects.get(campaign=membership.campaign)
    assert (rat.name, rat.system, rat.licence) == ("Rat", "fifty-two-fates", "CC-BY-4.0")
    assert rat.attribution == "The Mill by Ana."
    assert rat.stats["max_hp"] == 2
    assert not rat.converted
    miller = Character.objects.get(campaign=membership.campaign)
    assert (miller.kind, miller.visible, miller.owner) == ("npc", False, None)
    assert miller.gm_notes == "He knows."
    encounter = Encounter.objects.get(campaign=membership.campaign)
    assert (encounter.title, encounter.status, encounter.source.key) == ("Rats", "prepared", "rats")
    group = encounter.groups.get()
    assert (group.monster, group.count, group.side, group.group) == (rat, 3, "monsters", "pack")


def test_an_npc_known_to_the_players_is_visible_and_the_others_are_not(membership, bell):
    actions.apply_import(membership=membership, version=bell)
    seen = dict(Character.objects.filter(campaign=membership.campaign).values_list("name", "visible"))
    assert seen["Ishbel Crane"] is True
    assert seen["Corvin Hask"] is False


def test_an_npc_in_a_fight_brings_its_monster_and_its_name(membership, bell):
    actions.apply_import(membership=membership, version=bell)
    lines = EncounterGroup.objects.filter(encounter__title="The Lampers at home", group="hask")
    assert [(line.monster.name, line.names, line.count) for line in lines] == [("Corvin Hask", ["Corvin Hask"], 1)]


def test_the_import_is_noted_in_the_log_for_gms_only(membership, mill):
    actions.apply_import(membership=membership, version=mill)
    line = LogEntry.objects.get(kind="module")
    assert line.audience == "gm"
    assert "The Mill" in line.text


@pytest.mark.parametrize(("size", "drowned"), [(2, 2), (4, 4), (6, 6), (9, 9)])
def test_encounters_hold_as_many_foes_as_suit_the_party(membership, bell, size, drowned):
    actions.apply_import(membership=membership, version=bell, options={"party_size": size})
    group = EncounterGroup.objects.get(encounter__title="Hands on the steps", encounter__campaign=membership.campaign)
    assert group.count == drowned
    assert len(group.names) == min(drowned, 4)


def test_a_group_that_is_nobody_at_this_size_is_left_out(membership, bell):
    actions.apply_import(membership=membership, version=bell, options={"party_size": 1})
    groups = EncounterGroup.objects.filter(encounter__title="The Lampers at home")
    assert "hound" not in groups.values_list("group", flat=True)


def numbers(membership):
    rows = EncounterGroup.objects.filter(encounter__campaign=membership.campaign, encounter__source__isnull=False)
    return {(line.encounter.title, line.group): line.count for line in rows.select_related("encounter")}


def test_another_size_of_the_party_changes_what_nobody_touched_and_is_taken_back_as_a_whole(membership, bell):
    actions.apply_import(membership=membership, version=bell, options={"party_size": 1})
    EncounterGroup.objects.filter(encounter__title="The Lampers at home", group="hask").update(count=7)
    before = numbers(membership)
    run = actions.apply_import(membership=membership, version=bell, options={"party_size": 6})
    assert run.result["counts"]["update"] >= 2
    now = numbers(membership)
    assert (now["Hands on the steps", "drowned"], now["The Lampers at home", "hask"]) == (6, 7)
    assert ("The Lampers at home", "hound") not in before
    assert ("The Lampers at home", "hound") in now
    again = actions.apply_import(membership=membership, version=bell)
    assert "update" not in again.result["counts"], "without a size it is that of the import before"
    actions.rollback_import(membership=membership, run=again)
    actions.rollback_import(membership=membership, run=run)
    assert numbers(membership) == before


def test_an_object_that_an_import_between_left_out_gets_its_own_numbers_back(membership, bell):
    actions.apply_import(membership=membership, version=bell, options={"party_size": 4})
    before = numbers(membership)
    some = {"party_size": 6, "select": ["monster:eel-hound"]}
    actions.apply_import(membership=membership, version=bell, options=some)
    assert numbers(membership) == before
    run = actions.apply_import(membership=membership, version=bell, options={"party_size": 6})
    assert numbers(membership) != before
    actions.rollback_import(membership=membership, run=run)
    assert numbers(membership) == before


def test_another_size_of_the_party_changes_no_encounter_that_has_begun(membership, bell):
    actions.apply_import(membership=membership, version=bell, options={"party_size": 4})
    steps = Encounter.objects.filter(title="Hands on the steps", campaign=membership.campaign)
    steps.update(status=Encounter.Status.RUNNING)
    actions.apply_import(membership=membership, version=bell, options={"party_size": 6})
    assert numbers(membership)["Hands on the steps", "drowned"] == 4


@pytest.mark.parametrize(
    ("count", "size", "role", "foes"),
    [
        (3, 6, "", 3),
        ("2d4", 4, "", 5),
        ("2d6", 1, "", 7),
        ({"base": 6, "for_party": 4}, 2, "", 3),
        ({"base": 6, "for_party": 4}, 6, "", 9),
        ({"base": 1, "for_party": 4}, 1, "", 1),
        ({"base": 6, "for_party": 4, "by_party_size": {"4": 6, "6": 12}}, 10, "", 20),
        ({"base": 2, "for_party": 4}, 8, "solo", 2),
        ({"base": 2, "for_party": 4, "by_party_size": {"8": 4}}, 8, "leader", 2),
    ],
)
def test_a_count_is_scaled_from_the_nearest_listed_size_rounded_half_up(count, size, role, foes):
    assert counts.for_party(count, size, role) == foes


def test_a_second_import_changes_nothing(membership, night_blade):
    actions.apply_import(membership=membership, version=night_blade)
    run = ImportRun.objects.get()
    rows = {name: model.objects.count() for name, model in ROWS.items()}
    again = actions.apply_import(membership=membership, version=night_blade)
    assert again.result["counts"] == {"unchanged": run.result["counts"]["create"]}
    assert {name: model.objects.count() for name, model in ROWS.items()} == rows


ROWS = {"objects": ImportedObject, "monsters": Monster, "people": Character, "encounters": Encounter}


def test_changes_of_the_gm_are_kept(membership, mill):
    actions.apply_import(membership=membership, version=mill)
    row = ImportedObject.objects.get(key="mill")
    row.current = row.current | {"title": "Our mill"}
    row.save()
    plan = actions.plan_import(membership=membership, version=mill)
    assert {step.key: step.action for step in plan.steps}["mill"] == "keep"
    actions.apply_import(membership=membership, version=mill)
    row.refresh_from_db()
    assert row.current["title"] == "Our mill"


def test_objects_that_the_gm_deleted_stay_deleted(membership, mill):
    actions.apply_import(membership=membership, version=mill)
    ImportedObject.objects.filter(key="miller").update(tombstone=True)
    run = actions.apply_import(membership=membership, version=mill)
    assert run.result["counts"]["skipped_deleted"] == 1
    assert ImportedObject.objects.get(key="miller").tombstone


def test_a_selected_encounter_brings_what_it_needs_and_no_more(membership, bell):
    run = actions.apply_import(
        membership=membership, version=bell, options={"select": ["encounter:hands-on-the-steps"]}
    )
    assert set(run.result["created"]) == {
        "encounter:hands-on-the-steps",
        "monster:drowned-walker",
        "check:wake-a-sleeper",
        "award:survived",
    }
    rest = actions.apply_import(membership=membership, version=bell)
    assert rest.result["counts"]["unchanged"] == 4
    assert Encounter.objects.filter(title="Hands on the steps").count() == 1


# Refusals


def test_a_stale_preview_is_refused(membership, mill):
    plan = actions.plan_import(membership=membership, version=mill)
    actions.apply_import(membership=membership, version=mill)
    before = everything()
    with pytest.raises(ModuleConflict) as refused:
        actions.apply_import(membership=membership, version=mill, plan_token=plan.token)
    assert refused.value.code == "plan.stale"
    assert everything() == before


def test_a_preview_for_another_party_does_not_serve(membership, mill):
    plan = actions.plan_import(membership=membership, version=mill, options={"party_size": 3})
    with pytest.raises(ModuleConflict, match="preview"):
        actions.apply_import(membership=membership, version=mill, options={"party_size": 4}, plan_token=plan.token)


def test_an_older_version_is_refused_unless_it_is_asked_for(membership, mill):
    actions.apply_import(membership=membership, version=mill)
    older, _new = actions.upload(by=membership.user, document=put(samples.small(), "/module/version", "0.9.0"))
    with pytest.raises(ModuleConflict) as refused:
        actions.plan_import(membership=membership, version=older)
    assert refused.value.code == "module.downgrade"
    assert "Undo the newer import first" in str(refused.value.message)
    assert actions.plan_import(membership=membership, version=older, options={"allow_downgrade": True}).counts


def test_another_persons_module_of_the_same_key_is_refused(membership, mill, campaign, ana):
    actions.apply_import(membership=membership, version=mill)
    Member.objects.filter(campaign=campaign, user=ana).update(role="co-gm")
    theirs, _new = actions.upload(by=ana, document=put(samples.small(), "/module/title", "Ana's mill"))
    with pytest.raises(ModuleConflict) as refused:
        actions.apply_import(membership=Member.objects.get(campaign=campaign, user=ana), version=theirs)
    assert refused.value.code == "conflict.key_taken"


def test_a_key_is_free_again_when_the_other_module_was_taken_back_or_failed(membership, mill, campaign, ana):
    """As long as no object of the other module was kept, because play uses it."""
    Member.objects.filter(campaign=campaign, user=ana).update(role="co-gm")
    co_gm = Member.objects.get(campaign=campaign, user=ana)
    theirs, _new = actions.upload(by=ana, document=put(samples.small(), "/module/title", "Ana's mill"))
    ImportRun.objects.create(campaign=campaign, version=theirs, by=ana, status=ImportRun.Status.FAILED)
    run = actions.apply_import(membership=membership, version=mill)
    actions.apply_import(membership=membership, version=mill)
    with pytest.raises(ModuleConflict):
        actions.plan_import(membership=co_gm, version=theirs)
    actions.rollback_import(membership=membership, run=ImportRun.objects.latest("id"))
    actions.rollback_import(membership=membership, run=run)
    theirs_run = actions.apply_import(membership=co_gm, version=theirs)
    Character.objects.filter(kind="npc").update(notes="He lies.")
    with pytest.raises(ModuleConflict):
        actions.plan_import(membership=membership, version=mill)
    actions.rollback_import(membership=co_gm, run=theirs_run)
    with pytest.raises(ModuleConflict) as refused:
        actions.plan_import(membership=membership, version=mill)
    assert refused.value.code == "conflict.key_taken"
    assert actions.plan_import(membership=co_gm, version=theirs).counts["create"]


def test_foes_of_a_required_module_must_be_imported_first(membership, mill):
    follow = samples.small()
    follow["module"] |= {"key": "the-mill-2", "requires": [{"module": "the-mill"}]}
    put(follow, "/encounters/0/groups/0/who", "the-mill/monster:rat")
    version, _new = actions.upload(by=membership.user, document=follow)
    before = everything()
    for work in (actions.plan_import, actions.apply_import):
        with pytest.raises(ModuleInvalid) as refused:
            work(membership=membership, version=version)
        assert [(error.pointer, error.code) for error in refused.value.errors] == [
            ("/encounters/0/groups/0/who", "ref.unresolved")
        ]
    assert everything() == before
    actions.apply_import(membership=membership, version=mill)
    actions.apply_import(membership=membership, version=version)
    assert Encounter.objects.filter(groups__monster__name="Rat").count() == 2


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"party_size": 0}, "/party_size"),
        ({"party_size": 11}, "/party_size"),
        ({"party_size": "4"}, "/party_size"),
        ({"party_size": True}, "/party_size"),
        ({"policy": "overwrite"}, "/policy"),
        ({"decisions": ["monster:rat"]}, "/decisions"),
        ({"decisions": {"monster:rat#/name": "mine"}}, "/decisions/monster:rat#~1name"),
        ({"prune": "yes"}, "/prune"),
        ({"reconvert": 1}, "/reconvert"),
        ({"select": "monster:rat"}, "/select"),
        ({"select": ["monster:cat"]}, "/select/0"),
        ({"select": [3]}, "/select/0"),
        ({"select": []}, "/select"),
        ({"owner": 1}, "/owner"),
    ],
)
def test_an_option_that_does_not_fit_is_refused_with_its_place(membership, mill, options, pointer):
    with pytest.raises(ModuleInvalid) as refused:
        actions.plan_import(membership=membership, version=mill, options=options)
    assert [error.pointer for error in refused.value.errors] == [pointer]


def test_a_module_is_imported_for_the_campaigns_own_game_only(membership, mill):
    with pytest.raises(ModuleConflict) as refused:
        actions.plan_import(membership=membership, version=mill, options={"ruleset": "game-of-bastards"})
    assert refused.value.code == "import.ruleset"


def test_ten_imports_an_hour_are_enough(membership, mill):
    for _turn in range(10):
        actions.apply_import(membership=membership, version=mill)
    with pytest.raises(ModuleConflict) as refused:
        actions.apply_import(membership=membership, version=mill)
    assert refused.value.code == "import.rate"
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=2)):
        assert actions.apply_import(membership=membership, version=mill)


@pytest.mark.parametrize("who", ["ana", "watcher"])
def test_only_gms_preview_and_import(who, campaign, mill, request):
    user = request.getfixturevalue(who)
    other = Member.objects.get(campaign=campaign, user=user)
    for act in (actions.plan_import, actions.apply_import):
        with pytest.raises(PermissionDenied):
            act(membership=other, version=mill)
    assert not ImportRun.objects.exists()


def test_a_failure_in_the_middle_leaves_nothing(membership, mill, monkeypatch):
    before = everything()

    def lost(*args, **kwargs):
        raise ConnectionError("the line is cut")

    monkeypatch.setattr(EncounterGroup.objects, "bulk_create", lost)
    with pytest.raises(ConnectionError):
        actions.apply_import(membership=membership, version=mill)
    monkeypatch.undo()
    assert everything() == before


def test_an_import_touches_no_other_campaign(membership, mill, gm):
    other = factories.CampaignFactory(name="Elsewhere", created_by=gm)
    actions.apply_import(membership=membership, version=mill)
    assert not ImportedObject.objects.filter(campaign=other).exists()
    assert not Monster.objects.filter(campaign=other).exists()


def test_figures_are_converted_where_the_module_has_none_for_the_game(membership):
    document = samples.small()
    document["monsters"][0] = {
        "key": "rat",
        "name": "Ogre",
        "source_stats": {
            "system": "5e-2014",
            "data": {"cr": 2, "hp": 59, "speed": {"walk": 40}, "ab": {"strength": 19, "dexterity": 8}},
        },
    }
    version, _new = actions.upload(by=membership.user, document=document)
    plan = actions.plan_import(membership=membership, version=version)
    assert [(warning.pointer, warning.code) for warning in plan.warnings] == [("/monsters/0", "stats.converted")]
    actions.apply_import(membership=membership, version=version)
    ogre = Monster.objects.get(campaign=membership.campaign)
    assert ogre.converted
    assert {name: ogre.stats[name] for name in ("max_hp", "allowance", "speed")} == {
        "max_hp": 10,
        "allowance": 2,
        "speed": 40,
    }


# Laws


KEYS = st.from_regex(r"[a-z0-9](?:[a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)
LETTERS = st.characters(min_codepoint=32, max_codepoint=0x24F, exclude_categories=["Cc", "Cf"])
TITLES = st.text(LETTERS, min_size=1, max_size=40).filter(lambda text: text.strip())


@st.composite
def a_module(draw):
    """The small module with other monsters, numbers and texts."""
    document = samples.small()
    keys = draw(st.lists(KEYS, min_size=1, max_size=5, unique=True))
    document["monsters"] = [
        {
            "key": key,
            "name": draw(TITLES),
            "stats": {"fifty-two-fates": {"max_hp": draw(st.integers(1, 999))}},
        }
        for key in keys
    ]
    document["encounters"][0]["groups"] = [
        {"key": f"g{n}", "who": f"monster:{draw(st.sampled_from(keys))}", "count": draw(st.integers(1, 9))}
        for n in range(draw(st.integers(1, 3)))
    ]
    document["chapters"][0]["blocks"][0]["md"] = draw(
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=80)
    )
    return document


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(a_module(), st.integers(1, 10))
def test_an_import_done_twice_is_an_import_done_once(membership, document, size):
    report = actions.check(by=membership.user, document=document)
    if not report.ok:
        return
    ImportRun.objects.all().delete()
    ModuleVersion.objects.all().delete()
    ImportedObject.objects.all().delete()
    Encounter.objects.all().delete()
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version, options={"party_size": size})
    rows = {name: model.objects.count() for name, model in ROWS.items()}
    second = actions.plan_import(membership=membership, version=version, options={"party_size": size})
    assert second.counts == {"unchanged": objects_of(report.document)}
    actions.apply_import(membership=membership, version=version, options={"party_size": size})
    assert {name: model.objects.count() for name, model in ROWS.items()} == rows
    assert actions.upload(by=membership.user, document=version.document) == (version, False)


def test_a_campaign_that_vanished_is_not_imported_into(membership, mill):
    Campaign.objects.filter(pk=membership.campaign_id).delete()
    with pytest.raises(Campaign.DoesNotExist):
        actions.apply_import(membership=membership, version=mill)


def test_an_npc_without_figures_that_fights_gets_the_usual_ones(membership):
    document = put(samples.small(), "/encounters/0/groups/0", {"key": "pack", "who": "npc:miller", "count": 1})
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version)
    line = EncounterGroup.objects.get(encounter__campaign=membership.campaign)
    assert (line.monster.name, line.names, line.monster.converted) == ("The miller", ["The miller"], True)


def test_a_bystander_stands_in_the_notes_and_not_in_the_fight(membership):
    document = samples.small()
    document["encounters"][0]["groups"].append(
        {"key": "watching", "who": "npc:miller", "count": 1, "role": "bystander"}
    )
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version)
    encounter = Encounter.objects.get(campaign=membership.campaign)
    assert encounter.groups.count() == 1
    assert "not fighting: The miller" in encounter.notes


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_foes_without_figures_get_the_usual_ones_in_every_game(membership, system):
    membership.campaign.system = system
    membership.campaign.save()
    document = samples.small()
    del document["monsters"][0]["stats"]
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version)
    rat = Monster.objects.get(campaign=membership.campaign)
    assert rat.converted
    assert play.monster(system, rat.stats) == rat.stats


def test_where_foes_have_no_seat_they_stand_in_the_notes_of_what_is_prepared(membership):
    membership.campaign.system = "fortune-system"
    membership.campaign.save()
    document = samples.small()
    document["monsters"][0] |= {"source_stats": {"system": "5e", "data": {"cr": 1, "ac": 12, "hp": 20}}}
    document["encounters"][0]["groups"][0]["names"] = ["Nib", "Gnaw*", "Tail"]
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version)
    prepared = Encounter.objects.get(campaign=membership.campaign)
    assert not prepared.groups.exists()
    assert "**3 × Rat**" in prepared.notes
    assert "Overcome" in prepared.notes
    assert r"Gnaw\*" in prepared.notes
    again = actions.apply_import(membership=membership, version=version)
    assert set(again.result["counts"]) == {"unchanged"}
