"""Foes that are nowhere: refused with their place, or taken with a warning and a stub that stands for each."""

import json

import pytest

from campaigns.encounters.models import Encounter
from campaigns.modules import actions
from campaigns.modules.access import visible_module_versions
from campaigns.modules.actions import ModuleInvalid
from campaigns.modules.models import ImportedObject
from characters.models import Monster
from tests.campaigns.modules import samples
from tests.campaigns.modules.samples import codes, put
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
WHO = "/encounters/0/groups/0/who"
OWN = "monster:cave-bear"
FOREIGN = "bestiary/monster:cave-bear"


def lacking(who):
    """The small module with a foe that is nowhere."""
    document = put(samples.small(), "/module/requires", [{"module": "bestiary", "version": ">=1.0.0 <2"}])
    return put(document, WHO, who)


def bestiary(version="1.0.0"):
    """The module that has it."""
    document = put(put(samples.small(), "/module/key", "bestiary"), "/module/version", version)
    return put(
        document, "/monsters/0", {"key": "cave-bear", "name": "Cave bear", "stats": {"fifty-two-fates": {"max_hp": 9}}}
    ) | {"encounters": [], "locations": [], "chapters": []}


@pytest.mark.parametrize("who", [OWN, FOREIGN])
def test_a_missing_foe_is_an_error_unless_it_may_be_missing(membership, who):
    assert (WHO, "ref.unresolved") in codes(actions.check(by=membership.user, document=lacking(who)))
    report = actions.check(by=membership.user, document=lacking(who), allow_missing=True)
    assert report.ok
    assert (WHO, "ref.stub") in codes(report)
    with pytest.raises(ModuleInvalid):
        actions.upload(by=membership.user, document=lacking(who))


def test_nothing_but_foes_may_be_missing(membership):
    document = put(lacking(OWN), "/locations/0/checks/0", "check:nowhere")
    report = actions.check(by=membership.user, document=document, allow_missing=True)
    assert codes(report) == {("/locations/0/checks/0", "ref.unresolved"), (WHO, "ref.stub")}


@pytest.mark.parametrize("who", [OWN, FOREIGN])
@pytest.mark.parametrize("select", [None, ["encounter:rats"]])
def test_a_stub_stands_in_the_fight_and_twice_is_once(membership, who, select):
    version, _new = actions.upload(by=membership.user, document=lacking(who), allow_missing=True)
    assert version.document == lacking(who), "the library keeps what was sent"
    options = {"allow_missing": "monsters", "select": select}
    plan = actions.plan_import(membership=membership, version=version, options=options)
    assert [warning.code for warning in plan.warnings if warning.pointer == WHO] == ["ref.stub"]
    actions.apply_import(membership=membership, version=version, options=options)
    bear = Monster.objects.get(campaign=membership.campaign, name="Cave bear")
    assert Encounter.objects.get(campaign=membership.campaign).groups.get().monster == bear
    again = actions.apply_import(membership=membership, version=version, options={"select": select})
    assert set(again.result["counts"]) <= {"unchanged", "orphan"}
    exported = actions.export_content(membership=membership, key="the-mill")
    assert "Cave bear" in [monster["name"] for monster in exported["monsters"]]


def test_without_leave_nothing_is_imported(membership):
    own_lack, _new = actions.upload(by=membership.user, document=lacking(OWN), allow_missing=True)
    with pytest.raises(ModuleInvalid) as refusal:
        actions.apply_import(membership=membership, version=own_lack)
    assert (WHO, "ref.unresolved") in {(error.pointer, error.code) for error in refusal.value.errors}
    assert not ImportedObject.objects.exists()


def test_once_its_module_came_the_true_foe_takes_the_stubs_place(membership):
    version, _new = actions.upload(by=membership.user, document=lacking(FOREIGN), allow_missing=True)
    actions.apply_import(membership=membership, version=version, options={"allow_missing": "monsters"})
    beasts, _new = actions.upload(by=membership.user, document=bestiary())
    actions.apply_import(membership=membership, version=beasts)
    newer = put(put(lacking(FOREIGN), "/module/version", "1.1.0"), "/encounters/0/groups/0/count", 2)
    version, _new = actions.upload(by=membership.user, document=newer)
    actions.apply_import(membership=membership, version=version)
    line = Encounter.objects.get(source__module_key="the-mill").groups.get()
    assert (line.count, line.monster.stats["max_hp"]) == (2, 9)
    assert ImportedObject.objects.get(key="bestiary-cave-bear").orphan


def test_an_unchanged_encounter_gets_the_true_foe_once_its_module_came(membership):
    version, _new = actions.upload(by=membership.user, document=lacking(FOREIGN), allow_missing=True)
    actions.apply_import(membership=membership, version=version, options={"allow_missing": "monsters"})
    beasts, _new = actions.upload(by=membership.user, document=bestiary())
    actions.apply_import(membership=membership, version=beasts)
    plan = actions.plan_import(membership=membership, version=version)
    step = next(step for step in plan.steps if step.ref == "encounter:rats")
    assert (step.action, step.note) == ("update", "Its monsters are no longer missing.")
    actions.apply_import(membership=membership, version=version, plan_token=plan.token)
    assert Encounter.objects.get(source__module_key="the-mill").groups.get().monster.stats["max_hp"] == 9
    again = actions.plan_import(membership=membership, version=version)
    assert set(again.counts) <= {"unchanged", "orphan"}


def test_where_foes_are_notes_the_true_foe_takes_the_place_of_the_missing_one_once(membership):
    membership.campaign.system = "fortune-system"
    membership.campaign.save()
    version, _new = actions.upload(by=membership.user, document=lacking(FOREIGN), allow_missing=True)
    actions.apply_import(membership=membership, version=version, options={"allow_missing": "monsters"})
    beasts, _new = actions.upload(by=membership.user, document=bestiary())
    actions.apply_import(membership=membership, version=beasts)
    run = actions.apply_import(membership=membership, version=version)
    assert run.result["counts"]["update"] == 1
    notes = Encounter.objects.get(source__module_key="the-mill").notes
    assert "Cave bear" in notes
    assert "missing from the module" not in notes
    again = actions.plan_import(membership=membership, version=version)
    assert set(again.counts) <= {"unchanged", "orphan"}


def test_a_foe_that_the_gm_chose_instead_of_a_missing_one_stays(membership):
    version, _new = actions.upload(by=membership.user, document=lacking(FOREIGN), allow_missing=True)
    actions.apply_import(membership=membership, version=version, options={"allow_missing": "monsters"})
    own = Monster.objects.create(campaign=membership.campaign, system=membership.campaign.system, name="Own bear")
    Encounter.objects.get(source__module_key="the-mill").groups.update(monster=own)
    beasts, _new = actions.upload(by=membership.user, document=bestiary())
    actions.apply_import(membership=membership, version=beasts)
    actions.apply_import(membership=membership, version=version)
    assert Encounter.objects.get(source__module_key="the-mill").groups.get().monster == own


@pytest.mark.parametrize(("number", "fits"), [("0.9.0", False), ("1.0.0", True), ("1.9.3", True), ("2.0.0", False)])
def test_a_required_module_counts_in_a_fitting_version_only(membership, number, fits):
    actions.upload(by=membership.user, document=bestiary(number))
    assert actions.check(by=membership.user, document=lacking(FOREIGN)).ok is fits


def test_the_api_asks_the_same_way(gm):
    api = Caller(gm)
    campaign = ok(api.post("campaigns/", {"name": "Salt", "system": "fifty-two-fates"}), 201)["id"]
    refused(api.post("modules/validate/", lacking(OWN)), 422, "module-invalid")
    told = ok(api.post("modules/validate/?allow_missing=monsters", lacking(OWN)))
    assert [warning["code"] for warning in told["warnings"]] == ["ref.stub"]
    refused(api.post("modules/?allow_missing=people", lacking(OWN)), 400, "parameter.invalid")
    row = ok(api.post("modules/?allow_missing=monsters", lacking(OWN)), 201)
    body = {"module": row["key"], "version": row["version"]}
    refused(api.post(f"campaigns/{campaign}/imports/", body), 422, "module-invalid")
    run = ok(api.post(f"campaigns/{campaign}/imports/", {**body, "allow_missing": "monsters"}), 201)
    assert "monster:cave-bear" in run["result"]["created"]
    assert "ref.stub" in {warning["code"] for warning in run["result"]["warnings"]}


def test_pages_ask_the_same_way(client, membership):
    client.force_login(membership.user)
    text = json.dumps(lacking(OWN))
    at = f"/campaigns/{membership.campaign_id}/modules/upload/"
    assert client.post(at, {"text": text}).status_code == 422
    html = client.post(at, {"text": text, "allow_missing": "on"}, follow=True).content.decode()
    assert "a placeholder with default figures" in html
    version = visible_module_versions(membership.user).get()
    client.post(f"/campaigns/{membership.campaign_id}/modules/preview/{version.pk}/", {"party_size": 4})
    assert Monster.objects.filter(campaign=membership.campaign, name="Cave bear").exists()


def plan_of(membership, document, **options):
    """The plan for a document and the faults that refuse it; a refused plan is refused by the import alike."""
    version, _new = actions.upload(by=membership.user, document=document)
    try:
        return actions.plan_import(membership=membership, version=version, options=options), []
    except ModuleInvalid as refusal:
        planned = refusal.errors
    with pytest.raises(ModuleInvalid) as again:
        actions.apply_import(membership=membership, version=version, options=options)
    assert again.value.errors[0] in planned
    return None, [(error.pointer, error.code) for error in planned]


def test_a_plan_lists_every_foe_whose_module_was_not_imported(membership):
    actions.upload(by=membership.user, document=bestiary())
    document = lacking(FOREIGN)
    document["npcs"].append({"key": "tamer", "name": "Tamer", "monster": FOREIGN})
    group = document["encounters"][0]["groups"][0]
    document["encounters"][0]["groups"] += [
        group | {"key": "mill", "who": "monster:rat"},
        group | {"key": "tamers", "who": "npc:tamer"},
        group | {"key": "watchers", "role": "bystander"},
    ]
    plan, faults = plan_of(membership, document)
    assert (plan, faults) == (None, [(WHO, "ref.unresolved"), (WHO.replace("groups/0", "groups/2"), "ref.unresolved")])


def test_a_plan_needs_no_foes_of_encounters_that_it_does_not_write(membership):
    beasts, _new = actions.upload(by=membership.user, document=bestiary())
    plan, _faults = plan_of(membership, lacking(FOREIGN), select=["chapter:start"])
    assert plan.counts == {"create": len(plan.steps)}
    actions.apply_import(membership=membership, version=beasts)
    version, _new = actions.upload(by=membership.user, document=lacking(FOREIGN))
    actions.apply_import(membership=membership, version=version)
    Encounter.objects.filter(source__module_key="the-mill").update(status=Encounter.Status.ENDED)
    ImportedObject.objects.filter(module_key="bestiary").delete()
    newer = put(put(lacking(FOREIGN), "/module/version", "1.1.0"), "/encounters/0/title", "Many rats")
    plan, faults = plan_of(membership, newer)
    assert faults == []
    assert plan.counts["update"] == 1


def test_a_foe_that_was_deleted_here_is_no_missing_one(membership):
    beasts, _new = actions.upload(by=membership.user, document=bestiary())
    actions.apply_import(membership=membership, version=beasts)
    Monster.objects.filter(name="Cave bear").delete()
    plan, faults = plan_of(membership, lacking(FOREIGN))
    assert (faults, plan.counts["create"] > 0) == ([], True)


@pytest.mark.parametrize("is_deleted", [True, False])
@pytest.mark.parametrize("is_restored", [True, False])
def test_an_npc_that_was_deleted_here_needs_no_foe_of_another_module(membership, is_deleted, is_restored):
    actions.upload(by=membership.user, document=bestiary())
    document = put(lacking(FOREIGN), WHO, samples.small()["encounters"][0]["groups"][0]["who"])
    document["npcs"].append({"key": "tamer", "name": "Tamer", "monster": FOREIGN})
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version)
    if is_deleted:
        ImportedObject.objects.filter(collection="npcs", key="tamer").update(tombstone=True)
    rats = document["encounters"][0]["groups"][0]
    groups = [rats, rats | {"key": "tamers", "who": "npc:tamer"}]
    newer = put(put(document, "/module/version", "1.1.0"), "/encounters/0/groups", groups)
    _plan, faults = plan_of(membership, newer, restore_deleted=is_restored)
    if is_deleted and not is_restored:
        assert faults == []
        newest = visible_module_versions(membership.user).get(version="1.1.0")
        actions.apply_import(membership=membership, version=newest)
    else:
        assert faults == [(WHO.replace("groups/0", "groups/1"), "ref.unresolved")]
