"""After the deletion of an account nothing that the site wrote names the person; what people wrote stays."""

import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, DELETION
from django.contrib.admin.models import LogEntry as AdminEntry
from django.test import Client
from django.utils import timezone

from campaigns.archive import place_taking
from campaigns.archive.account import deletion
from campaigns.archive.account.names import IN_EVENTS, IN_LOG
from campaigns.archive.restoring import RESTORED
from campaigns.log import actions as log_actions
from campaigns.log.checks import actions as check_actions
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.guests.actions import end_overdue_visits
from campaigns.sessions.stand_ins import actions as stand_in_actions
from campaigns.webhooks.actions import add_webhook
from campaigns.webhooks.models import WebhookDelivery
from characters.sheets import status_actions
from people.actions import change_account
from people.credentials import invitation_links, naming_sentences
from people.models import Member, User
from tests import factories
from tests.people.helpers import place
from tests.stored_names import rows_with

pytestmark = pytest.mark.django_db
NAME = "quillon"
SENTENCES = [(kind, sentence) for kind, sentences in IN_LOG.items() for sentence in sentences]
ROLE = member_actions.ROLE_CHANGED
CHECK = {"difficulty": 7, "cards": ["9S"]}


@pytest.fixture
def quillon(ana):
    """A player of the campaign whose name is part of no other word."""
    User.objects.filter(pk=ana.pk).update(username=NAME)
    return User.objects.get(pk=ana.pk)


def delete(user):
    deletion.delete_account(user=User.objects.get(pk=user.pk))
    return User.objects.get(pk=user.pk).username


def texts(campaign):
    return list(LogEntry.objects.filter(campaign=campaign).order_by("pk").values_list("text", flat=True))


def join(user, invitation):
    return member_actions.join_by_link(user=user, token=invitation_links.link_token(invitation))[0]


@pytest.mark.parametrize(("kind", "sentence"), SENTENCES, ids=lambda value: str(getattr(value, "template", value)))
def test_every_sentence_of_the_log_loses_the_name_and_keeps_its_other_words(campaign, gm, quillon, kind, sentence):
    words = dict.fromkeys(["role", "before", "session", "game", "what", "character", "name", "title"], "Rose")
    words |= dict.fromkeys(["page", "world", "to", "start", "end", "place", "days"], "Rose")
    for person in sentence.people:
        named = words | dict.fromkeys(["by", "person", "who", "player"], gm) | {person: quillon}
        for audience in ("all", "gm"):
            text = sentence.write(**named)
            write_entry(campaign=campaign, kind=kind, text=text, by=quillon, audience=audience)
    before = texts(campaign)
    after = delete(quillon)
    renamed = texts(campaign)[: len(before)]
    assert renamed == [text.replace(NAME, after) for text in before]


def test_sentences_about_what_members_do_to_each_other_lose_the_name(campaign, gm, ben, quillon, outsider):
    running = place(campaign, gm)
    mara = factories.CharacterFactory(campaign=campaign, owner=ben, name="Mara")
    odo = factories.CharacterFactory(campaign=campaign, owner=ben, name="Odo")
    status_actions.hand_over_character(character=mara, by=gm, to=quillon)
    check_actions.record_check(membership=place(campaign, quillon), kind="skill-check", inputs=CHECK)
    session = session_actions.plan_session(membership=running, title="The mill", starts=timezone.now() + timedelta(2))
    stand_in_actions.choose_stand_in(
        membership=running, session=session, character=odo, member=place(campaign, quillon)
    )
    member_actions.change_role(membership=running, member=place(campaign, quillon), role="gm")
    promoted = place(campaign, quillon)
    visit = member_actions.create_invitation(membership=running, session=session, uses=5)
    member_actions.keep_guest(membership=promoted, member=join(outsider, visit))
    member_actions.remove_member(membership=promoted, member=place(campaign, outsider))
    member_actions.change_role(membership=running, member=promoted, role="player")
    member_actions.remove_member(membership=running, member=place(campaign, quillon))
    Member.objects.filter(user=quillon).update(left=timezone.now() - timedelta(hours=1))
    guest = join(quillon, member_actions.create_invitation(membership=running, session=session, uses=5))
    Member.objects.filter(pk=guest.pk).update(guest_until=timezone.now() - timedelta(seconds=1))
    assert end_overdue_visits() == 1
    written = " ".join(texts(campaign))
    for sentence in (
        "quillon now plays Mara",
        "quillon: skill check",
        "quillon plays Odo in",
        "quillon made the guest outsider a member.",
    ):
        assert sentence in written
    for sentence in ("gm removed quillon", "quillon is now GM", "The visit of quillon has ended."):
        assert sentence in written
    after = delete(quillon)
    assert rows_with(NAME) == {}
    assert f"gm removed {after} from the campaign." in texts(campaign)


def test_texts_of_people_stay_and_so_does_a_word_that_is_the_same_as_the_name(campaign, gm, ana):
    User.objects.filter(pk=ana.pk).update(username="Rose")
    mine, running = place(campaign, ana), place(campaign, gm)
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Rose")
    log_actions.add_note(membership=running, text="Rose left the campaign.")
    check_actions.record_check(membership=mine, kind="skill-check", inputs=CHECK, detail="with Rose")
    check_actions.record_check(membership=mine, kind="skill-check", inputs=CHECK, character=mara)
    status_actions.retire_character(character=mara, by=gm, reason="Rose now plays Odo.")
    other = factories.CharacterFactory(campaign=campaign, owner=gm, name="Rose")
    status_actions.hand_over_character(character=other, by=gm, to=User.objects.get(pk=ana.pk))
    after = delete(ana)
    assert texts(campaign)[:5] == [
        "Rose left the campaign.",
        f"{after}: skill check (with Rose), 9S, 9 against 7, success.",
        "Rose: skill check, 9S, 9 against 7, success.",
        "Rose retired: Rose now plays Odo.",
        f"{after} now plays Rose.",
    ]


def test_a_new_name_is_in_what_the_site_wrote_and_so_the_deletion_finds_it(campaign, gm, quillon):
    mara = factories.CharacterFactory(campaign=campaign, owner=gm, name="Mara")
    status_actions.hand_over_character(character=mara, by=gm, to=quillon)
    change_account(user=quillon, username="oriel", zone="")
    assert "oriel now plays Mara." in texts(campaign)
    delete(quillon)
    assert not rows_with(NAME)
    assert not rows_with("oriel")


def test_staff_who_change_a_name_change_it_in_the_log_too(campaign, gm, quillon, admin_client):
    mara = factories.CharacterFactory(campaign=campaign, owner=gm, name="Mara")
    status_actions.hand_over_character(character=mara, by=gm, to=quillon)
    page = admin_client.get(f"/admin/people/user/{quillon.pk}/change/")
    form = page.context["adminform"].form
    fields = {name: value for name, value in form.initial.items() if value and name != "password"}
    fields |= {"username": "oriel", "date_joined_0": "2026-01-02", "date_joined_1": "10:00:00"}
    for formset in page.context["inline_admin_formsets"]:
        for part in (formset.formset.management_form, *formset.formset.forms):
            fields |= {part.add_prefix(name): part[name].value() or "" for name in part.fields}
    answer = admin_client.post(f"/admin/people/user/{quillon.pk}/change/", fields)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert "oriel now plays Mara." in texts(campaign)


def test_the_log_of_staff_loses_the_name(campaign, quillon, gm):
    for row in (quillon, place(campaign, quillon)):
        AdminEntry.objects.log_actions(gm.pk, [row], CHANGE, single_object=True)
    delete(quillon)
    assert not rows_with(NAME)


def test_the_log_of_staff_loses_addresses_also_of_rows_that_were_deleted_before(quillon, gm):
    mail = EmailAddress.objects.create(user=quillon, email="old@quillon.example")
    sign_in = UserSession.objects.create(user=quillon, ip="192.0.2.77", session_key="k1", user_agent="Quillon's phone")
    for row in (mail, sign_in):
        AdminEntry.objects.log_actions(gm.pk, [row], DELETION, single_object=True)
    former, sign_in_id = mail.pk, sign_in.pk
    mail.delete()
    assert rows_with("old@quillon.example")
    delete(quillon)
    assert not rows_with("old@quillon.example")
    assert not rows_with("192.0.2.77")
    left = set(AdminEntry.objects.values_list("object_repr", flat=True))
    assert left == {f"emailaddress {former}", f"usersession {sign_in_id}"}


def test_the_log_of_staff_names_sign_ins_and_addresses_by_number(quillon, admin_client):
    mail = EmailAddress.objects.create(user=quillon, email="old@quillon.example")
    sign_in = UserSession.objects.create(user=quillon, ip="192.0.2.77", session_key="k1", user_agent="phone")
    changed = {"user": quillon.pk, "email": "new@quillon.example", "verified": "on"}
    assert admin_client.post(f"/admin/account/emailaddress/{mail.pk}/change/", changed).status_code == 302
    added = {"user": quillon.pk, "email": "other@quillon.example"}
    assert admin_client.post("/admin/account/emailaddress/add/", added).status_code == 302
    assert admin_client.post(f"/admin/account/emailaddress/{mail.pk}/delete/", {"post": "yes"}).status_code == 302
    chosen = {"action": "delete_selected", "_selected_action": [sign_in.pk], "post": "yes"}
    assert admin_client.post("/admin/usersessions/usersession/", chosen).status_code == 302
    texts_of_entries = list(AdminEntry.objects.order_by("pk").values_list("object_repr", flat=True))
    new = EmailAddress.objects.get(email="other@quillon.example")
    assert texts_of_entries == [
        f"emailaddress {mail.pk}",
        f"emailaddress {new.pk}",
        f"emailaddress {mail.pk}",
        f"usersession {sign_in.pk}",
    ]


def test_the_name_in_an_archive_goes_too_with_the_person_who_took_its_place(campaign, gm, outsider):
    absent = factories.UserFactory(username="quillon (absent 1)", first_name=NAME, kind="absent", is_active=False)
    row = factories.MemberFactory(campaign=campaign, user=absent, role="player")
    write_entry(campaign=campaign, kind="campaign", by=absent, text=f"{NAME} joined as player.")
    place_taking.take_place(outsider, row.pk)
    assert texts(campaign)[0] == "outsider joined as player."
    assert NAME in texts(campaign)[1], "the others read whose place it was"
    delete(outsider)
    assert not rows_with(NAME)


def test_stored_webhook_messages_lose_the_name(campaign, gm, quillon):
    add_webhook(membership=place(campaign, gm), url="https://example.org/hook", topics=["log"])
    mara = factories.CharacterFactory(campaign=campaign, owner=gm, name="Mara")
    status_actions.hand_over_character(character=mara, by=gm, to=quillon)
    log_actions.add_note(membership=place(campaign, quillon), text="We met the ferryman.")
    check_actions.record_check(membership=place(campaign, quillon), kind="skill-check", inputs=CHECK)
    assert "campaigns.WebhookDelivery.body" in rows_with(NAME)
    delete(quillon)
    assert not rows_with(NAME)
    bodies = [delivery.body["log"] for delivery in WebhookDelivery.objects.order_by("pk")]
    assert "We met the ferryman." in [body["text"] for body in bodies]


def test_no_page_shows_the_name(campaign, gm, quillon):
    member_actions.remove_member(membership=place(campaign, gm), member=place(campaign, quillon))
    delete(quillon)
    client = Client()
    client.force_login(gm)
    for page in ("", "members/", "log/", "statistics/"):
        assert NAME not in client.get(f"/campaigns/{campaign.pk}/{page}").content.decode(), page


def test_events_and_the_log_use_sentences_that_name_someone():
    every = [sentence for _kind, sentence in SENTENCES] + [
        sentence for listed in IN_EVENTS.values() for sentence in listed
    ]
    assert all(sentence.people for sentence in every)


def test_a_member_who_takes_the_name_of_an_absent_person_changes_nothing_about_that_person(campaign, gm, ana):
    absent = factories.UserFactory(username="quillon (absent 1)", first_name=NAME, kind="absent", is_active=False)
    place_of_absent = factories.MemberFactory(campaign=campaign, user=absent, role="player")
    texts_in_archive = [f"{NAME} joined as player.", f"gm removed {NAME} from the campaign."]
    for text in texts_in_archive:
        write_entry(campaign=campaign, kind="campaign", by=absent, text=text)
    restored = RESTORED.write(person=gm)
    write_entry(campaign=campaign, kind="campaign", by=gm, text=restored, data={"restored": "2026-01-02"})
    hostile = change_account(user=ana, username=NAME, zone="")
    write_entry(campaign=campaign, kind="campaign", by=hostile, text=ROLE.write(person=hostile, role="GM", before="x"))
    change_account(user=hostile, username="villain", zone="")
    assert texts(campaign) == [*texts_in_archive, restored, "villain is now GM (was x)."]
    newcomer = factories.UserFactory(username="newcomer")
    place_taking.take_place(newcomer, place_of_absent.pk)
    assert texts(campaign)[:2] == ["newcomer joined as player.", "gm removed newcomer from the campaign."]


def test_no_text_of_an_archive_makes_a_change_of_name_take_long(campaign, quillon):
    text = f"{NAME} moved x" + " from “" * 590 + "” to “" * 590 + " and more"
    write_entry(campaign=campaign, kind="character", by=quillon, text=text)
    begun = time.process_time()
    change_account(user=quillon, username="oriel", zone="")
    assert time.process_time() - begun < 1
    assert texts(campaign) == [text]


def test_the_patterns_of_sentences_are_made_once_for_all_entries(campaign, quillon, monkeypatch):
    for _entry in range(30):
        write_entry(campaign=campaign, kind="campaign", by=quillon, text=f"{NAME} left the campaign.")
    naming_sentences._naming_pattern.cache_clear()
    change_account(user=quillon, username="oriel", zone="")
    people = sum(len(sentence.people) for kind, sentence in SENTENCES if kind == "campaign")
    assert naming_sentences._naming_pattern.cache_info().misses <= people
    assert texts(campaign) == ["oriel left the campaign."] * 30
