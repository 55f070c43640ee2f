"""One's own data: the privacy page, the export of the account, and its deletion."""

import io
import json
import zipfile
from importlib import import_module
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from simple_history.utils import get_history_manager_for_model

from campaigns.archive.account import deletion
from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.overview.deletion import models_with_history
from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Recap
from campaigns.sessions.models import Session as CampaignSession
from campaigns.world.models import WorldEntry
from characters.models import StepRequest
from people.actions import create_token
from people.credentials.models import ApiToken
from people.devices.models import CallPreferences
from people.models import Campaign, Member, User
from tests import factories
from tests.campaigns.archive.seeded import seeded
from tests.people.helpers import place, refused

pytestmark = pytest.mark.django_db
CONFIRMED = {"username": "ana", "password": "open sesame"}


@pytest.fixture
def whole(ana, campaign):
    """ana with everything that an account can have."""
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    SocialAccount.objects.create(user=ana, provider="guild", uid="42", extra_data={"name": "Ana Vane"})
    TOTP.activate(ana, "JBSWY3DPEHPK3PXP")
    create_token(user=ana, name="log reader")
    factories.CharacterFactory(campaign=campaign, owner=ana, name="Ilva")
    log_actions.add_note(membership=place(campaign, ana), text="We met the ferryman.")
    return ana


def unpack(answer):
    """{name: text} of a downloaded ZIP file."""
    data = b"".join(answer.streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_the_privacy_page_is_for_everybody_and_in_every_footer(client, settings, ana):
    settings.BACKUPS_KEPT = 9
    page = client.get("/privacy/").content.decode()
    assert "9 nights" in page
    assert "What stays after you delete your account" in page
    assert "/me/data/" not in page
    client.force_login(ana)
    assert "/me/data/" in client.get("/privacy/").content.decode()
    assert 'href="/privacy/"' in client.get("/").content.decode()


def test_the_export_has_the_account_and_what_the_person_wrote(client, whole):
    client.force_login(whole)
    answer = client.post("/me/data/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="fatekeeper-ana.zip"'
    files = unpack(answer)
    account = json.loads(files["account.json"])
    assert (account["username"], account["addresses"][0]["email"]) == ("ana", "ana@example.org")
    assert account["sign_in_providers"][0]["extra_data"] == {"name": "Ana Vane"}
    assert account["memberships"][0]["campaign__name"] == "The Salt Road"
    assert [json.loads(line)["name"] for line in files["data/characters.jsonl"].splitlines()] == ["Ilva"]
    assert "We met the ferryman." in files["data/log.jsonl"]


def test_the_export_has_every_preference_for_calls_except_secrets(client, whole):
    CallPreferences.objects.create(user=whole, session_push=False, webhook_secret="hush")
    client.force_login(whole)
    (calls,) = json.loads(unpack(client.post("/me/data/export/"))["account.json"])["calls"]
    columns = {field.name for field in CallPreferences._meta.concrete_fields}
    assert set(calls) == columns - {"user", "webhook_secret", "origin"}
    assert (calls["session_push"], calls["session_mail"]) == (False, True)


def test_the_export_has_no_secret_and_nothing_of_others(client, whole, gm, ben, campaign):
    log_actions.add_note(membership=place(campaign, gm), text="The ferryman lies.", audience="gm")
    log_actions.add_note(membership=place(campaign, ben), text="Ben's own words.")
    factories.CharacterFactory(campaign=campaign, owner=ben, name="Ben's hero")
    client.force_login(whole)
    text = "".join(unpack(client.post("/me/data/export/")).values())
    for secret in ("JBSWY3DPEHPK3PXP", whole.password, ApiToken.objects.get().digest, "lies", "Ben's"):
        assert secret not in text


def test_the_export_has_nothing_of_a_campaign_that_the_person_left(client, whole, campaign):
    member_actions.leave_campaign(membership=place(campaign, whole))
    client.force_login(whole)
    files = unpack(client.post("/me/data/export/"))
    assert "Ilva" not in "".join(files.values())
    assert json.loads(files["account.json"])["memberships"][0]["left"]


def test_deleting_takes_the_person_and_leaves_the_campaign_its_story(client, whole, campaign):
    client.force_login(whole)
    assert client.post("/me/data/delete/", CONFIRMED).headers["Location"] == "/"
    row = User.objects.get(pk=whole.pk)
    assert row.username.startswith("deleted-")
    assert (row.email, row.is_active, row.has_usable_password()) == ("", False, False)
    for model in (EmailAddress, SocialAccount, ApiToken):
        assert not model.objects.filter(user=row).exists(), model
    assert not Session.objects.exists()
    assert "_auth_user_id" not in client.session
    member = Member.objects.get(user=row)
    assert member.left is not None
    assert LogEntry.objects.filter(text="We met the ferryman.", by=row).exists()
    assert campaign.characters.get(name="Ilva").owner == row


def test_the_name_is_on_no_page_of_the_campaign_afterwards(client, whole, gm, campaign):
    member_actions.leave_campaign(membership=place(campaign, whole))
    link = member_actions.create_invitation(membership=place(campaign, gm))
    from people.credentials.invitation_links import link_token

    member_actions.join_by_link(user=whole, token=link_token(link))
    User.objects.filter(pk=whole.pk).update(username="anastasia")
    LogEntry.objects.filter(text__startswith="ana ").update(text="anastasia joined as player.")
    deletion.delete_account(user=User.objects.get(pk=whole.pk))
    client.force_login(gm)
    for page in ("", "members/", "log/", "characters/"):
        assert "anastasia" not in client.get(f"/campaigns/{campaign.pk}/{page}").content.decode(), page


@pytest.mark.parametrize("wrong", [{"username": "ben"}, {"password": "guessed"}, {"username": ""}])
def test_deleting_needs_the_name_and_the_password(client, whole, wrong):
    client.force_login(whole)
    assert client.post("/me/data/delete/", CONFIRMED | wrong).status_code == 200
    assert User.objects.filter(username="ana", is_active=True).exists()


def test_an_account_without_a_password_confirms_by_name(client, ana):
    ana.set_unusable_password()
    ana.save()
    client.force_login(ana)
    assert "password" not in client.get("/me/data/delete/").content.decode().partition("<form class")[2]
    client.post("/me/data/delete/", {"username": "ana"})
    assert not User.objects.filter(username="ana").exists()


def test_the_only_gm_of_others_hands_the_campaign_over_first(client, gm, ben, campaign):
    client.force_login(gm)
    assert "The Salt Road" in client.get("/me/data/delete/").content.decode()
    with refused("First make someone else GM"):
        deletion.delete_account(user=gm)
    member_actions.change_role(membership=place(campaign, gm), member=place(campaign, ben), role="gm")
    deletion.delete_account(user=gm)
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert place(campaign, ben).role == "gm"


def test_a_campaign_in_which_nobody_else_is_goes_along(client, gm):
    alone = factories.CampaignFactory(created_by=gm, name="Notes to myself")
    factories.MemberFactory(campaign=alone, user=gm, role="gm")
    client.force_login(gm)
    assert "Notes to myself" in client.get("/me/data/delete/").content.decode()
    deletion.delete_account(user=gm)
    assert not Campaign.objects.filter(pk=alone.pk).exists()


def test_the_only_administrator_stays():
    keeper = factories.UserFactory(is_superuser=True, is_staff=True)
    with refused("only administrator"):
        deletion.delete_account(user=keeper)
    factories.UserFactory(is_superuser=True)
    deletion.delete_account(user=keeper)
    assert not User.objects.get(pk=keeper.pk).is_superuser


def test_a_deleted_name_may_be_taken_again_and_sees_nothing_of_before(client, whole, campaign):
    deletion.delete_account(user=whole)
    client.force_login(factories.UserFactory(username="ana"))
    assert client.get(f"/campaigns/{campaign.pk}/").status_code == 404


def test_absent_people_of_a_restored_campaign_keep_nobody_from_deleting_the_account(gm, campaign, ana, ben, watcher):
    User.objects.filter(pk__in=[ana.pk, ben.pk, watcher.pk]).update(kind=User.Kind.ABSENT, is_active=False)
    deletion.delete_account(user=gm)
    assert not Campaign.objects.filter(pk=campaign.pk).exists()


def version_keys():
    """The keys of all earlier versions on the site, of each model."""
    return {
        model.__name__: set(get_history_manager_for_model(model).values_list("pk", flat=True))
        for model in models_with_history()
    }


def test_a_campaign_goes_along_with_every_earlier_version_of_its_rows_and_takes_no_other(catalogue, gm, ana, ben):
    factories.CharacterFactory()
    site = version_keys()
    campaign = seeded("fifty-two-fates", gm, [ana, ben])
    assert [name for name, keys in version_keys().items() if keys == site[name]] == []
    StepRequest.objects.filter(character__campaign=campaign).delete()
    Member.objects.filter(campaign=campaign).exclude(user=gm).update(left=timezone.now())
    deletion.delete_account(user=gm)
    assert version_keys() == site


def test_the_migration_deletes_what_deleted_campaigns_left_and_nothing_else(gm, campaign):
    world = place(campaign, gm)
    session = session_actions.plan_session(membership=world, title="One")
    Recap.objects.create(session=session, audience="party", text="We came.", by=gm)
    factories.MonsterFactory(campaign=None)
    kept, gone = version_keys(), factories.CampaignFactory()
    session = CampaignSession.objects.create(campaign=gone, number=1)
    Recap.objects.create(session=session, audience="party", text="They came.")
    WorldEntry.objects.create(campaign=gone, kind="note", name="Diary", text="My secret.")
    factories.CharacterFactory(campaign=gone)
    gone.delete()
    assert version_keys() != kept
    migration = import_module("campaigns.migrations.0032_history_of_deleted_campaigns")
    for _time in range(2):
        migration.delete_orphans(apps, SimpleNamespace(connection=connection))
        assert version_keys() == kept
