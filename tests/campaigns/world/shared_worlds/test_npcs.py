"""NPCs that campaigns of a world share: as copies, without secrets, with changes of both sides."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from campaigns.log.calendar import dates
from campaigns.log.calendar.actions import save_calendar
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.world.reveals import set_npc_known
from campaigns.world.shared_worlds import actions, editions, npc_actions, page_actions
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from characters.access import known_characters
from characters.models import Character
from characters.sheets.actions import edit_character
from characters.sheets.portraits.actions import set_portrait
from common.edit_conflicts import EditConflict
from people.access import get_membership
from people.models import Campaign
from tests import factories
from tests.campaigns.world.shared_worlds.conftest import ABOUT
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def change(row, by, about):
    row.refresh_from_db()
    return edit_character(character=row, by=by, revision=row.revision, changes={"about": about})


def catch_up(member, row, **more):
    row.refresh_from_db()
    number = SharedPageCopy.objects.get(character=row).page.number
    seen = SeenEdition(revision=row.revision, number=number, **more)
    return npc_actions.take_npc_changes(membership=member, npc=row, seen=seen)


def test_a_copy_has_what_players_may_read_and_nothing_else(share_npc, take_npc, otto, coast, cleo, bea):
    taken = take_npc(share_npc(otto))
    assert (taken.campaign, taken.name, taken.kind, taken.owner) == (coast, "Otto", "npc", None)
    assert taken.about.split("\n\n") == ["A miller of a mill.", "He sings.", "He limps."]
    assert taken.gm_notes == ""
    assert not taken.visible
    assert taken.portrait == otto.portrait
    assert bytes(taken.portrait_picture.data) == bytes(otto.portrait_picture.data)
    edition = SharedEdition.objects.get()
    for secret in ("drowned", "heir", "dark mill"):
        assert secret not in str(vars(edition))
        assert secret not in str([vars(row) for row in taken.history.all()])
    assert edition.sheet is None
    assert not known_characters(get_membership(cleo, coast.pk)).filter(pk=taken.pk).exists()


def test_the_gm_part_is_shared_on_request_with_the_sheet_but_never_the_gm_notes(share_npc, take_npc, otto):
    page = share_npc(otto, gm_part=True)
    taken = take_npc(page)
    assert "He drowned the boy." in taken.about
    assert taken.gm_notes == ""
    assert otto.sheet.items() <= taken.sheet.items()
    with pytest.raises(ValidationError, match="have read"):
        share_npc(otto, gm_part=False)


def test_another_game_gets_a_blank_sheet(share_npc, take_npc, otto, coast):
    page = share_npc(otto, gm_part=True)
    Campaign.objects.filter(pk=coast.pk).update(system="fortune-and-power")
    taken = npc_actions.take_npc(membership=get_membership(coast.created_by, coast.pk), page=page)
    assert taken.sheet.keys() != otto.sheet.keys()


def test_a_second_take_gives_the_same_copy(share_npc, take_npc, otto, coast):
    page = share_npc(otto)
    assert take_npc(page) == take_npc(page)
    assert coast.characters.count() == 1


def test_each_campaign_decides_who_knows_its_copy(share_npc, take_npc, otto, there, coast, cleo, campaign, ana):
    taken = take_npc(share_npc(otto))
    set_npc_known(membership=there, npc=taken, known=True)
    assert known_characters(get_membership(cleo, coast.pk)).filter(pk=taken.pk).exists()
    assert not known_characters(get_membership(ana, campaign.pk)).filter(name="Otto").exists()


def test_changes_of_both_campaigns_are_kept(share_npc, take_npc, otto, membership, there, gm, bea):
    taken = take_npc(share_npc(otto))
    change(taken, bea, f"{taken.about}\n\n:::secret\nOurs: he owes us money.\n:::")
    change(otto, gm, ABOUT.replace("A miller", "The miller"))
    share_npc(otto)
    taken = catch_up(there, taken)
    assert "The miller" in taken.about
    assert "Ours: he owes us money." in taken.about
    change(taken, bea, taken.about.replace("He limps.", "He limps badly."))
    npc_actions.share_npc(membership=there, npc=taken, revision=None)
    otto = catch_up(membership, otto)
    assert "He limps badly." in otto.about
    assert "He drowned the boy." in otto.about
    assert "owes us" not in otto.about
    assert otto.gm_notes == "He is the heir."


def test_a_conflict_is_decided_and_a_stale_one_refused(share_npc, take_npc, otto, there, gm, bea):
    taken = take_npc(share_npc(otto))
    change(taken, bea, taken.about.replace("He sings.", "He hums."))
    change(otto, gm, ABOUT.replace("He sings.", "He shouts."))
    share_npc(otto)
    with pytest.raises(ValidationError, match="Compare it again"):
        catch_up(there, taken)
    copy = SharedPageCopy.objects.select_related("page", "edition", "character").get(character=taken)
    merge, _newest = npc_actions.sharing.merge_with_newest(copy)
    with pytest.raises(EditConflict):
        npc_actions.take_npc_changes(membership=there, npc=taken, seen=SeenEdition(revision=1, number=2))
    assert "He hums." in catch_up(there, taken, digest=merge.digest, choices=("mine",)).about
    with pytest.raises(ValidationError, match="already has"):
        catch_up(there, taken)


def test_a_portrait_that_a_campaign_chose_stays(share_npc, take_npc, otto, there, gm, bea):
    taken = take_npc(share_npc(otto))
    set_portrait(character=otto, by=gm, data=factories.picture(30, 30))
    share_npc(otto)
    taken = catch_up(there, taken)
    otto.refresh_from_db()
    assert taken.portrait == otto.portrait
    own = set_portrait(character=taken, by=bea, data=factories.picture(40, 40)).portrait
    set_portrait(character=otto, by=gm, data=factories.picture(50, 50))
    share_npc(otto)
    assert catch_up(there, taken).portrait == own


def test_birth_and_death_come_along_and_secret_dates_do_not(share_npc, take_npc, otto, membership, there):
    for member in (membership, there):
        definition = write_definition(PRESETS["twelve-moons"][1])
        save_calendar(membership=member, definition=definition, date="3 Leafmoon 300")
    dates.set_date(membership=membership, kind="birth", thing=otto, date="12 Harvestmoon 260")
    dates.set_date(membership=membership, kind="death", thing=otto, date="1 Leafmoon 290", gm_only=True)
    taken = take_npc(share_npc(otto))
    assert [row.kind for row in InWorldDate.objects.filter(character=taken)] == ["birth"]


def test_dates_that_came_before_the_calendar_arrive_with_it(
    share_npc, take_npc, share, take, write, otto, membership, there
):
    definition = write_definition(PRESETS["twelve-moons"][1])
    save_calendar(membership=membership, definition=definition, date="3 Leafmoon 300")
    ford = write("The ford")
    for kind, thing in (("birth", otto), ("page", ford)):
        dates.set_date(membership=membership, kind=kind, thing=thing, date="12 Harvestmoon 260")
    npc, page = take_npc(share_npc(otto)), take(share(ford))
    assert not InWorldDate.objects.filter(campaign=there.campaign).exists()
    actions.take_calendar(membership=there, table_id=membership.campaign.world_table.pk)
    assert InWorldDate.objects.filter(character=npc, kind="birth").count() == 1
    InWorldDate.objects.filter(page=page).delete()
    dates.set_date(membership=membership, kind="page", thing=ford, date="1 Harvestmoon 270", label="flooded")
    share(ford)
    seen = SeenEdition(revision=page.revision, number=2)
    page_actions.take_changes(membership=there, entry=page, seen=seen)
    assert [row.label for row in InWorldDate.objects.filter(page=page)] == ["flooded"], "the first was removed by hand"


def test_dates_that_came_before_a_calendar_of_the_campaigns_own_arrive_with_the_next_changes(
    share_npc, take_npc, otto, membership, there, gm
):
    definition = write_definition(PRESETS["twelve-moons"][1])
    save_calendar(membership=membership, definition=definition, date="3 Leafmoon 300")
    dates.set_date(membership=membership, kind="birth", thing=otto, date="12 Harvestmoon 260")
    npc = take_npc(share_npc(otto))
    save_calendar(membership=there, definition=definition, date="3 Leafmoon 300")
    change(otto, gm, "A miller.")
    share_npc(otto)
    catch_up(there, npc)
    assert [row.kind for row in InWorldDate.objects.filter(character=npc)] == ["birth"]


def test_names_of_npcs_are_unique_among_shared_npcs_and_not_among_pages(share, write, share_npc, otto, campaign):
    share(write("Otto", "A page of the same name."))
    share_npc(otto)
    twin = factories.CharacterFactory(campaign=campaign, kind="npc", name="otto")
    with pytest.raises(ValidationError, match="already has a shared page with this name"), transaction.atomic():
        share_npc(twin)
    assert SharedPage.objects.count() == 2


def test_only_gms_share_only_npcs_and_only_the_first_campaign_withdraws(
    share_npc, take_npc, otto, there, membership, ana, campaign
):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    with pytest.raises(PermissionDenied):
        share_npc(hero)
    with pytest.raises(PermissionDenied):
        npc_actions.share_npc(membership=get_membership(ana, campaign.pk), npc=otto, revision=None)
    taken = take_npc(share_npc(otto))
    with pytest.raises(PermissionDenied):
        npc_actions.withdraw_npc(membership=there, npc=taken)
    npc_actions.withdraw_npc(membership=membership, npc=otto)
    with pytest.raises(ValidationError, match="not shared"):
        npc_actions.withdraw_npc(membership=membership, npc=otto)
    assert Character.objects.filter(pk=taken.pk).exists()


def test_a_name_that_grows_when_it_is_compared_is_refused(share_npc, campaign):
    grown = factories.CharacterFactory(campaign=campaign, kind="npc", owner=None, name="\ufdfa" * 120)
    with pytest.raises(ValidationError, match="Choose a shorter name"):
        share_npc(grown)
    assert not SharedPage.objects.exists()
    assert (
        share_npc(factories.CharacterFactory(campaign=campaign, kind="npc", owner=None, name="\ufdfa" * 20)).number == 1
    )


def test_a_withdrawn_npc_is_shared_again_with_the_changes_of_the_others(
    share_npc, take_npc, otto, membership, there, bea
):
    taken = take_npc(share_npc(otto))
    change(taken, bea, taken.about.replace("He limps.", "He limps badly."))
    npc_actions.share_npc(membership=there, npc=taken, revision=None)
    npc_actions.withdraw_npc(membership=membership, npc=otto)
    with pytest.raises(ValidationError, match="Take over its changes first"):
        share_npc(otto)
    with pytest.raises(ValidationError, match="already has all"):
        catch_up(there, taken)
    assert "He limps badly." in catch_up(membership, otto).about
    page = share_npc(otto)
    assert page.withdrawn is None
    assert SharedPage.objects.get() == page


def test_a_campaign_that_left_keeps_its_copy(share_npc, take_npc, otto, membership):
    taken = take_npc(share_npc(otto))
    actions.leave_world(membership=membership)
    assert SharedPage.objects.get().withdrawn is not None
    assert Character.objects.filter(pk=taken.pk).exists()


def test_the_pages_share_take_and_catch_up(client, gm, bea, ana, otto, membership, world, coast):
    at = f"/campaigns/{membership.campaign_id}/world/npcs/{otto.pk}/"
    client.force_login(ana)
    assert client.get(f"{at}shared-world/").status_code == 404
    client.force_login(gm)
    assert f"{at}shared-world/" in client.get(at).content.decode()
    page = client.get(f"{at}shared-world/").content.decode()
    assert "GM notes are not shared" in page
    assert "The portrait is included." in page
    assert "drowned" not in page
    assert "drowned" in client.get(f"{at}shared-world/?gm_part=on").content.decode()
    assert client.post(f"{at}shared-world/", {"revision": otto.revision}).headers["Location"] == at
    shared = SharedPage.objects.get()
    client.force_login(bea)
    there = f"/campaigns/{coast.pk}/"
    assert f"{there}shared-world/pages/{shared.pk}/" in client.get(f"{there}shared-world/?kind=npc").content.decode()
    page = client.get(f"{there}shared-world/pages/{shared.pk}/").content.decode()
    assert "Take the NPC" in page
    assert "drowned" not in page
    answer = client.post(f"{there}shared-world/pages/{shared.pk}/take/")
    taken = coast.characters.get()
    assert answer.headers["Location"] == f"{there}world/npcs/{taken.pk}/"
    change(otto, gm, ABOUT.replace("He sings.", "He sings badly."))
    npc_actions.share_npc(membership=membership, npc=otto, revision=None)
    changes = f"{there}world/npcs/{taken.pk}/shared-world/changes/"
    assert changes in client.get(f"{there}shared-world/").content.decode()
    page = client.get(changes).content.decode()
    assert "He sings badly." in page
    assert "Players of your campaign see this." not in page
    set_npc_known(membership=get_membership(bea, coast.pk), npc=taken, known=True)
    assert "Players of your campaign see this." in client.get(changes).content.decode()
    taken.refresh_from_db()
    client.post(changes, {"revision": taken.revision, "number": 2})
    taken.refresh_from_db()
    assert "He sings badly." in taken.about
    client.force_login(gm)
    assert client.post(f"{at}shared-world/withdraw/").headers["Location"] == at


def test_the_api_shares_takes_and_refuses(gm, bea, ana, otto, membership, world, coast):
    at = f"campaigns/{membership.campaign_id}/npcs/{otto.pk}/shared-world/"
    assert Caller(ana).post(at, {}).status_code == 404
    shared = ok(Caller(gm).post(at, {"revision": otto.revision}))
    assert (shared["name"], shared["edition"], shared["sheet"]) == ("Otto", 1, None)
    there = f"campaigns/{coast.pk}/shared-world/"
    assert [row["id"] for row in ok(Caller(bea).get(f"{there}npcs/"))["results"]] == [shared["id"]]
    assert ok(Caller(bea).get(f"{there}pages/"))["results"] == []
    assert Caller(bea).get(f"{there}pages/{shared['id']}/").status_code == 404
    assert Caller(bea).post(f"{there}pages/{shared['id']}/take/", {}).status_code == 404
    taken = ok(Caller(bea).post(f"{there}npcs/{shared['id']}/take/", {}), 201)
    assert taken["visible"] is False
    mine = f"campaigns/{coast.pk}/npcs/{taken['id']}/shared-world/"
    assert ok(Caller(bea).get(f"{mine}changes/"))["edition"] == 1
    refused(Caller(bea).post(f"{mine}changes/", {"edition": 1, "revision": taken["revision"]}), 422)
    assert Caller(bea).post(f"{mine}withdraw/", {}).status_code == 403
    assert Caller(gm).post(f"{at}withdraw/", {}).status_code == 204


def receive(client, bea, there, membership, otto, about):
    """All that the other GM receives of an NPC with these public notes."""
    found = []
    with transaction.atomic():
        Character.objects.filter(pk=otto.pk).update(about=about, gm_notes=about)
        otto.refresh_from_db()
        page = npc_actions.share_npc(membership=membership, npc=otto, revision=None)
        taken = npc_actions.take_npc(membership=there, page=page)
        for address in (f"shared-world/npcs/{page.pk}/", f"npcs/{taken.pk}/shared-world/changes/"):
            found.append(ok(Caller(bea).get(f"campaigns/{there.campaign_id}/{address}")))
        found.append([taken.about, taken.gm_notes, [(row.about, row.gm_notes) for row in taken.history.all()]])
        transaction.set_rollback(True)
    return str(
        [
            {k: v for k, v in value.items() if k not in {"id", "character"}} if isinstance(value, dict) else value
            for value in found
        ]
    )


SECRETS = (
    "Open [[The spy|a man]].\n\n:::secret\nThe reeve is a traitor.\n:::",
    "Open [[The priest|a man]].\n\n:::secret\nNobody suspects the miller.\n:::\n:::secret\nMore.\n:::",
)


def test_a_secret_of_the_other_campaign_changes_nothing(client, bea, there, membership, world, otto):
    first, second = (receive(client, bea, there, membership, otto, about) for about in SECRETS)
    assert first == second


@pytest.mark.parametrize("fault", ["visible_text", "hide_targets"])
def test_a_planted_leak_is_found(client, bea, there, membership, world, otto, monkeypatch, fault):
    monkeypatch.setattr(editions.wiki_links, fault, lambda text, *sets, **more: text)
    first, second = (receive(client, bea, there, membership, otto, about) for about in SECRETS)
    assert first != second
