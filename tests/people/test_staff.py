"""Staff who are not superusers: every permission but one, and still no more power and no secret."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.models import LogEntry as AdminLine
from django.contrib.auth.models import Group, Permission
from django.urls import reverse
from django.utils import timezone
from simple_history.admin import SimpleHistoryAdmin

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.modules.models import ImportedObject, Module, ObjectState
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.stand_ins.models import StandIn
from campaigns.webhooks.models import Webhook
from campaigns.world import reveals
from campaigns.world.models import WorldEntry
from campaigns.world.page_templates.models import PageTemplate
from campaigns.world.shared_worlds import actions as world_sharing
from campaigns.world.shared_worlds import page_actions as page_sharing
from campaigns.world.shared_worlds.models import SharedPageCopy, SharedPortrait
from campaigns.world.shared_worlds.npc_actions import share_npc
from campaigns.world.shared_worlds.offers.actions import offer_character
from characters.models import ExperienceEntry, Monster, StepRequest
from common.staff_admin import ReadHistory
from people.models import Invitation, Member, User
from rules.models import CatalogueRow
from tests import factories

pytestmark = pytest.mark.django_db
MARK = "Xyzzy"
SECRETS = "read_secrets"


@pytest.fixture
def clerk():
    """Staff with every permission but the one to read secrets."""
    person = factories.UserFactory(username="clerk", is_staff=True)
    person.user_permissions.set(Permission.objects.exclude(codename=SECRETS))
    return person


@pytest.fixture
def desk(client, clerk):
    """The clerk's browser."""
    client.force_login(clerk)
    return client


@pytest.fixture
def keeper():
    """A superuser."""
    return factories.UserFactory(username="keeper", is_staff=True, is_superuser=True)


def let_read_secrets(person):
    """Gives the one permission that was missing."""
    person.user_permissions.add(Permission.objects.get(codename=SECRETS))


def page(row, what="change"):
    """The address of a row in the admin."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{what}", args=[row.pk])


def listing(model):
    """The address of a list in the admin."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


NO_PLACES = {f"memberships-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}


def test_a_superusers_account_is_out_of_reach(desk, keeper):
    address = f"/admin/people/user/{keeper.pk}/password/"
    assert desk.get(address).status_code == 403
    assert desk.post(address, {"password1": "a salt road 7", "password2": "a salt road 7"}).status_code == 403
    assert desk.post(page(keeper), {"username": "gone", **NO_PLACES}).status_code == 403
    keeper.refresh_from_db()
    assert (keeper.username, keeper.check_password("open sesame")) == ("keeper", True)


def test_another_member_of_staff_is_out_of_reach_as_well(desk):
    other = factories.UserFactory(username="other", is_staff=True)
    assert desk.get(f"/admin/people/user/{other.pk}/password/").status_code == 403
    assert desk.post(page(other), {"username": "gone", **NO_PLACES}).status_code == 403


def test_an_action_that_changes_rows_needs_the_permission_to_change(desk, clerk, keeper, client, ana):
    address = EmailAddress.objects.create(user=ana, email="ana@example.org")
    EmailAddress.objects.filter(pk=address.pk).update(verified=False)
    monster = factories.MonsterFactory()
    Monster.objects.filter(pk=monster.pk).update(active=False)
    posts = [(EmailAddress, "make_verified", address), (Monster, "offer", monster)]

    def changed():
        for model, action, row in posts:
            client.post(listing(model), {"action": action, "_selected_action": [row.pk]})
            row.refresh_from_db()
        return address.verified, monster.active

    clerk.user_permissions.remove(Permission.objects.get(codename="change_monster"))
    assert changed() == (False, False)
    clerk.user_permissions.add(Permission.objects.get(codename="change_monster"))
    assert changed() == (False, True)
    client.force_login(keeper)
    assert changed() == (True, True)


def test_every_action_of_the_admin_names_the_permission_that_it_needs():
    known = [
        (model.__name__, name, getattr(action, "allowed_permissions", ()))
        for model, model_admin in admin.site._registry.items()
        for action, name, _description in model_admin._get_base_actions()
    ]
    assert len(known) > 20
    assert [(model, name) for model, name, needed in known if not {"change", "delete"} & set(needed)] == []


def test_nobody_sees_or_changes_privileges_but_superusers(desk, client, clerk, ana, keeper):
    for person in (clerk, ana):
        shown = desk.get(page(person)).content.decode()
        assert not [field for field in ("is_superuser", "is_staff", "user_permissions", "id_groups") if field in shown]
        posted = {"username": person.username, "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
        power = {"is_superuser": "on", "is_staff": "on", "is_active": "on"}
        assert desk.post(page(person), posted | power | NO_PLACES).status_code == 302
    clerk.refresh_from_db()
    ana.refresh_from_db()
    assert (clerk.is_superuser, clerk.is_staff, ana.is_superuser, ana.is_staff) == (False, True, False, False)
    assert "is_superuser" not in desk.get(listing(User)).content.decode()
    assert desk.get(f"{listing(User)}?is_superuser__exact=1").status_code in {302, 400}
    client.force_login(keeper)
    assert "is_superuser" in client.get(page(ana)).content.decode()


def test_only_superusers_may_do_what_opens_another_account(desk, ana, keeper):
    address = EmailAddress.objects.create(user=keeper, email="keeper@example.org", verified=True)
    factor = Authenticator.objects.create(user=keeper, type="totp", data={})
    group = Group.objects.create(name="helpers")
    assert desk.get(listing(EmailAddress) + "add/").status_code == 403
    assert desk.post(page(address), {"email": "clerk@example.org"}).status_code == 403
    assert desk.post(page(factor, "delete"), {"post": "yes"}).status_code == 403
    assert (
        desk.post(
            listing(Authenticator), {"action": "delete_selected", "_selected_action": [factor.pk], "post": "yes"}
        ).status_code
        == 403
    )
    assert desk.post(page(group), {"name": "helpers", "permissions": []}).status_code == 403
    assert Authenticator.objects.exists()
    device = Authenticator.objects.create(user=ana, type="totp", data={})
    assert desk.post(page(device, "delete"), {"post": "yes"}).status_code == 302


def test_a_players_password_is_set_only_by_staff_who_may_read_what_the_player_reads(desk, clerk, ana):
    address, words = f"/admin/people/user/{ana.pk}/password/", {"password1": "a salt road 7"}
    words |= {"password2": "a salt road 7", "usable_password": "true"}
    assert desk.post(address, words).status_code == 403
    assert 'name="email"' not in desk.get(page(ana)).content.decode()
    let_read_secrets(clerk)
    assert desk.post(address, words).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password("a salt road 7")


def test_staff_do_not_make_themselves_gm(desk, campaign, clerk):
    posted = {"campaign": campaign.pk, "user": clerk.pk, "role": "gm"}
    assert desk.post("/admin/people/member/add/", posted).status_code == 403
    membership = factories.MemberFactory(campaign=campaign, user=clerk, role="player")
    assert desk.post(page(membership), {"role": "gm"}).status_code == 403
    membership.refresh_from_db()
    assert membership.role == "player"
    inline = {f"members-{name}": "1" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    desk.post(
        page(campaign),
        {
            "name": "The Salt Road",
            "options": "{}",
            "zone": "UTC",
            "members-0-id": membership.pk,
            "members-0-role": "gm",
            **inline,
        },
    )
    membership.refresh_from_db()
    assert membership.role == "player"


def lines(campaign):
    """What players read of the administration in the log."""
    rows = LogEntry.objects.filter(campaign=campaign, audience="all", text__startswith="In the administration")
    return list(rows.order_by("pk").values_list("text", flat=True))


def test_a_place_changed_in_the_admin_is_told_to_every_member(desk, campaign, ana, outsider):
    member = Member.objects.get(campaign=campaign, user=ana)
    desk.post(page(member), {"role": "co-gm"})
    now = timezone.now()
    desk.post(page(member), {"role": "co-gm", "left_0": f"{now:%Y-%m-%d}", "left_1": f"{now:%H:%M:%S}"})
    desk.post(page(member), {"role": "co-gm"})
    desk.post("/admin/people/member/add/", {"campaign": campaign.pk, "user": outsider.pk, "role": "gm"})
    assert lines(campaign) == [
        "In the administration, clerk changed the role of ana from player to co-GM.",
        "In the administration, clerk ended the membership of ana.",
        "In the administration, clerk made ana a member again, as co-GM.",
        "In the administration, clerk made outsider a member, as GM.",
    ]
    assert AdminLine.objects.filter(user__username="clerk").count() == 4


def test_a_secret_part_of_the_summary_changed_in_the_admin_is_told_to_gms(desk, clerk, campaign):
    let_read_secrets(clerk)
    inline = {f"members-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    about = {"zone": "UTC", "open_sheets": "", "created_by": campaign.created_by_id, **inline}

    def change(name, summary):
        answer = desk.post(
            page(campaign), {"name": name, "summary": summary, "options": json.dumps(campaign.options)} | about
        )
        assert answer.status_code == 302, answer.context["errors"]
        campaign.refresh_from_db()
        return lines(campaign)

    change("The Salt Road", "A road.\n\n:::secret\nIt ends.\n:::")
    told = change("The Salt Road", "A road.\n\n:::secret\nIt does not end.\n:::")
    assert "does not end" in campaign.summary
    assert "summary" not in told[-1]
    hidden = LogEntry.objects.filter(campaign=campaign, audience="gm").order_by("pk").last()
    assert hidden.text == "In the administration, clerk changed the campaign: summary."
    told = change("The Long Road", "A road.\n\n:::secret\nIt ends after all.\n:::")
    assert "name" in told[-1]
    assert "summary" not in told[-1]
    assert "summary" in change("The Long Road", "A long road.")[-1]


def test_a_campaign_changed_in_the_admin_is_told_to_every_member(desk, campaign):
    inline = {f"members-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    answer = desk.post(
        page(campaign),
        {
            "name": campaign.name,
            "options": "{}",
            "zone": "UTC",
            "open_sheets": "",
            "created_by": campaign.created_by_id,
            **inline,
        },
    )
    assert answer.status_code == 302
    (line,) = lines(campaign)
    assert "open sheets" in line


def test_a_dead_link_is_not_opened_again(desk, campaign):
    row = Invitation.objects.create(campaign=campaign, expires=timezone.now(), revoked=timezone.now(), uses_left=0)
    later = timezone.now() + timedelta(days=9)
    desk.post(page(row), {"note": "x", "uses_left": 9, "expires_0": f"{later:%Y-%m-%d}", "expires_1": "00:00:00"})
    row.refresh_from_db()
    assert row.revoked
    assert row.uses_left == 0
    other = Invitation.objects.create(campaign=campaign, expires=later)
    desk.post(listing(Invitation), {"action": "revoke", "_selected_action": [other.pk]})
    other.refresh_from_db()
    assert other.revoked


def test_a_character_keeps_its_player_in_the_admin(desk, client, campaign, ana, clerk, keeper):
    row = factories.CharacterFactory(campaign=campaign, owner=ana)
    management = {
        f"experience-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
    }
    posted = {"name": row.name, "kind": "pc", "status": "active", "owner": clerk.pk, **management}
    assert desk.post(page(row), posted).status_code == 302
    row.refresh_from_db()
    assert row.owner == ana
    assert desk.post(page(row, "delete"), {"post": "yes"}).status_code == 403


def test_rows_of_a_campaign_are_not_moved_to_another_one(desk, clerk, campaign):
    """Staff who are GM of another campaign would read there what they may not read here."""
    own = factories.MemberFactory(user=clerk, role="gm").campaign
    elsewhere = Session.objects.create(campaign=own, number=1)
    session = Session.objects.create(campaign=campaign, number=1, gm_notes=MARK)
    fight = Encounter.objects.create(campaign=campaign, title="The ford", notes=MARK, status="ended")
    none = dict.fromkeys(("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS"), "0")
    inlines = {f"{prefix}-{name}": value for prefix in ("groups", "participants") for name, value in none.items()}
    posted = {"campaign": own.pk, "title": "Changed", "options": "{}", "session": session.pk, **inlines}
    for row in (session, fight):
        answer = desk.post(page(row), posted | {"number": 1, "status": "held", "remind_hours": 24})
        assert answer.status_code == 302, answer.context["errors"]
        row.refresh_from_db()
        assert (row.title, row.campaign) == ("Changed", campaign)
    answer = desk.post(page(fight), posted | {"session": elsewhere.pk})
    assert "session" in answer.context["adminform"].form.errors
    fight.refresh_from_db()
    assert fight.session == session


def test_staff_give_no_encounter_a_dealer_and_take_none_away(desk, campaign):
    """Otherwise they could open folded hands; a new encounter begins as its campaign says."""
    row = Encounter.objects.create(campaign=campaign, title="The ford", status="ended", dealerless=True)
    none = dict.fromkeys(("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS"), "0")
    inlines = {f"{prefix}-{name}": value for prefix in ("groups", "participants") for name, value in none.items()}
    posted = {"campaign": campaign.pk, "title": "Changed", "options": "{}", **inlines}
    assert desk.post(page(row), posted | {"dealerless": ""}).status_code == 302
    row.refresh_from_db()
    assert (row.title, row.dealerless) == ("Changed", True)
    for dealerless in (True, False):
        type(campaign).objects.filter(pk=campaign.pk).update(dealerless=dealerless)
        answer = desk.post("/admin/campaigns/encounter/add/", posted | {"title": "New", "dealerless": "on"})
        assert answer.status_code == 302, answer.context["errors"]
        assert Encounter.objects.get(title="New").dealerless == dealerless
        Encounter.objects.filter(title="New").delete()


def test_a_session_with_the_number_of_another_one_is_refused(desk, campaign):
    Session.objects.create(campaign=campaign, number=1)
    second = Session.objects.create(campaign=campaign, number=2)
    posted = {"title": "", "status": "held", "remind_hours": 24}
    answer = desk.post(page(second), posted | {"number": 1})
    assert "number" in answer.context["adminform"].form.errors
    assert desk.post(page(second), posted | {"number": 3}).status_code == 302
    assert desk.post(listing(Session) + "add/", posted | {"campaign": campaign.pk, "number": 3}).status_code == 200


def shared(membership, row):
    """The rows of a hidden page that GMs of other campaigns may take."""
    world_sharing.start_world(membership=membership, name="The Marches")
    found = page_sharing.share_entry(membership=membership, entry=row, revision=None)
    other = factories.MemberFactory(role="gm", campaign__system=membership.campaign.system)
    world_sharing.join_world(membership=other, code=world_sharing.invite(membership=membership))
    npc = factories.CharacterFactory(campaign=membership.campaign, kind="npc", name=f"{MARK} the spy", visible=False)
    factories.portrait_of(npc)
    person = share_npc(membership=membership, npc=npc, revision=None)
    rows = [person, SharedPortrait.objects.get(edition__page=person), SharedPageCopy.objects.get(page=person)]
    hero = factories.CharacterFactory(campaign=membership.campaign, name=MARK, visible=False)
    offer = offer_character(membership=membership, character=hero, campaign=other.campaign, message=MARK)
    return [found, found.editions.get(), SharedPageCopy.objects.get(page=found), offer, offer.notices.get(), *rows]


@pytest.fixture
def hidden(campaign, gm, ana):
    """A secret with the mark in everything that only GMs or one player read."""
    said = f"{MARK} waits behind the door"
    secret = f"Seen.\n\n:::secret\n{said}\n:::"
    campaign.summary = secret
    campaign.save()
    membership = Member.objects.get(campaign=campaign, user=gm)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, notes=said, about=secret, gm_notes=said)
    session = Session.objects.create(campaign=campaign, number=1, notes=secret, gm_notes=said, agenda=said)
    shown = reveals.create_shown_entry(membership=membership, kind="location", name="The ford", shown=True)
    WorldEntry.objects.filter(pk=shown.pk).update(text=secret)
    shown.refresh_from_db()
    rows = [
        campaign,
        hero,
        session,
        shown,
        factories.CharacterFactory(campaign=campaign, kind="npc", visible=False, name=f"{MARK} the spy"),
        factories.MonsterFactory(campaign=campaign, name=MARK, text=said),
        Encounter.objects.create(campaign=campaign, title=f"{MARK} strikes", notes=said),
        Encounter.objects.create(campaign=campaign, title="The ford", notes=said, status="ended"),
        reveals.create_shown_entry(membership=membership, kind="note", name=MARK, text=said),
        LogEntry.objects.create(campaign=campaign, text=said, audience="gm", by=gm),
        Recap.objects.create(session=session, audience="gm", text=said, by=gm),
        Recap.objects.create(session=session, audience="party", text=secret, by=gm),
        CatalogueRow.objects.create(
            campaign=campaign, system=campaign.system, kind="weapon", key="x", name=MARK, gm_only=True
        ),
        ImportedObject.objects.create(
            campaign=campaign,
            module_key="m",
            collection="npcs",
            key="k",
            title=MARK,
            base={},
            base_version="1",
            current={"name": MARK},
        ),
        ObjectState.objects.create(campaign=campaign, module_key="m", collection="npcs", key=MARK.lower(), notes=said),
        ExperienceEntry.objects.create(character=hero, kind="award", amount=1, reason=said),
        StepRequest.objects.create(character=hero, step={}, label=MARK, unit="xp", price=1, explanation=said, by=ana),
        Webhook.objects.create(campaign=campaign, url=f"https://example.com/{MARK}", topics=["log"], secret="x"),
    ]
    rows += [PageTemplate.objects.create(campaign=campaign, name=MARK, text=said), *shared(membership, rows[8])]
    spy = rows[4]
    rows.append(StandIn.objects.create(session=session, character=spy, member=membership))
    for row in rows:
        if hasattr(row, "history"):
            row.save()
    return rows


def leaks(browser, rows):
    """Every address of the admin whose answer holds the mark."""
    found = set()
    addresses = (
        {listing(type(row)) for row in rows} | {page(row) for row in rows} | {page(row, "history") for row in rows}
    )
    for row in rows:
        if hasattr(row, "history"):
            version = row.history.first()
            name = f"admin:{row._meta.app_label}_{row._meta.model_name}_simple_history"
            addresses.add(reverse(name, args=[row.pk, version.pk]))
        addresses.add(page(row, "delete"))
    for address in sorted(addresses):
        answer = browser.get(address)
        if answer.status_code == 200 and MARK.lower() in answer.content.decode().lower():
            found.add(address)
    return found


def test_no_page_of_the_admin_tells_a_secret_and_with_the_permission_they_do(desk, clerk, hidden):
    assert leaks(desk, hidden) == set()
    let_read_secrets(clerk)
    told = leaks(desk, hidden)
    assert {listing(type(row)) for row in hidden[4:7]} <= told
    assert {page(row) for row in hidden[:4]} <= told, "the crawl must be able to find what is shown"


def test_no_search_and_no_filter_answers_questions_about_a_secret(desk, clerk, hidden):
    asked = 0
    for row in hidden:
        desk_of = admin.site._registry[type(row)]
        if desk.get(listing(type(row))).status_code != 200:
            continue
        found = desk.get(listing(type(row)), {"q": MARK}).context["cl"]
        assert found.result_count == 0, row
        for field in getattr(desk_of, "secret_fields", ()):
            assert desk.get(f"{listing(type(row))}?{field}__icontains={MARK}").status_code in {302, 400}, field
            asked += 1
        for path in ("campaign__summary__icontains", "members__campaign__summary__icontains"):
            assert desk.get(f"{listing(type(row))}?{path}={MARK}").status_code in {302, 400}
    assert asked > 8


def test_the_library_keeps_its_owners_from_staff(desk, clerk, gm):
    row = Module.objects.create(key="mine", title="Mine", owner=gm)
    management = {
        f"versions-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
    }
    desk.post(page(row), {"title": "Mine", "owner": clerk.pk, **management})
    row.refresh_from_db()
    assert row.owner == gm


def test_an_old_version_of_a_row_is_not_brought_back_here(client, keeper, campaign):
    client.force_login(keeper)
    member = campaign.members.get(user__username="ana")
    member.role = "observer"
    member.save()
    name = reverse("admin:people_member_simple_history", args=[member.pk, member.history.last().pk])
    assert client.post(name, {"role": "gm"}).status_code == 403
    assert client.get(name).status_code == 200
    member.refresh_from_db()
    assert member.role == "observer"


def test_every_history_in_the_admin_is_only_read():
    kept = [model_admin for model_admin in admin.site._registry.values() if isinstance(model_admin, SimpleHistoryAdmin)]
    assert len(kept) > 5
    assert [type(model_admin).__name__ for model_admin in kept if not isinstance(model_admin, ReadHistory)] == []
