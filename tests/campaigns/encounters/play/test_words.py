"""Players take part in the deal: words, the site's promise, and the secret that is opened in the end."""

import json
import subprocess
import sys

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import EncounterSeed, Event
from campaigns.encounters.play import fairness as play_fairness
from campaigns.encounters.play import seeds
from campaigns.encounters.table.queries import get_table
from campaigns.encounters.words import actions as word_actions
from people.access import get_membership
from rules.engine import verify_fairness
from rules.pages import fairness as page_fairness
from tests import factories
from tests.helpers import assert_replays

pytestmark = pytest.mark.django_db
OUTCOMES = {"fifty-two-fates": "victory", "fortune-and-power": "over"}
THROWN = {"traits": {"Warrior": 5}, "fortune": 3}


def page(user, name, *args):
    client = Client()
    client.force_login(user)
    return client.get(reverse(name, args=args))


def post(user, name, pk, **fields):
    client = Client()
    client.force_login(user)
    return client.post(reverse(name, args=[pk]), fields)


def public(row, kind):
    rows = Event.objects.filter(encounter=row, public=True).order_by("number", "position")
    return [body for body in rows.values_list("body", flat=True) if body["type"] == kind]


def seat(user, row):
    return get_membership(user, row.campaign_id)


def end(row, gm):
    command = {"type": "end", "actor": "gm", "outcome": OUTCOMES[row.campaign.system]}
    return play.submit(encounter=row, by=gm, command=command)


def found_and_gone(row):
    """The faults of a forged encounter, which is taken away: every other one must verify after a test."""
    row.refresh_from_db()
    faults = play.verify(row)["faults"]
    row.delete()
    return " ".join(faults)


@pytest.fixture
def dice_campaign(gm, ana):
    """Begins a duel in a game of dice."""

    def begin():
        campaign = factories.CampaignFactory(system="fortune-and-power", created_by=gm)
        membership = factories.MemberFactory(campaign=campaign, user=gm, role="gm")
        factories.MemberFactory(campaign=campaign, user=ana, role="player")
        hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet=THROWN)
        row = encounter_actions.create(membership=membership, title="A duel")
        encounter_actions.add_characters(membership=membership, encounter=row, characters=[hero])
        return encounter_actions.start(membership=membership, encounter=row)

    return begin


@pytest.fixture
def dice_table(dice_campaign):
    return dice_campaign()


def test_words_are_sealed_before_the_deal_and_opened_with_it(prepared, membership, gm, ana, ben):
    word_actions.ask(membership=membership, encounter=prepared)
    first = word_actions.give(membership=seat(ana, prepared), encounter=prepared, word="herring")
    word_actions.give(membership=seat(ben, prepared), encounter=prepared, word="moon")
    kept = EncounterSeed.sealed.get().secret
    shown = page(ana, "encounter-words", prepared.pk).content.decode()
    assert page_fairness.promise_of(kept) in shown
    assert first["seal"] in shown
    assert "herring" in shown
    assert not [secret for secret in ("moon", kept, prepared.title) if secret in shown]
    row = encounter_actions.start(membership=membership, encounter=prepared)
    told = play.events(row, seat(ana, row))
    kinds = [event["type"] for event in told[:4]]
    assert kinds == ["promised", "word", "word", "shuffled"]
    assert [event["word"] for event in told[1:3]] == ["herring", "moon"]
    assert kept not in json.dumps(told)
    assert play.verify(row)["words"] == 2
    assert_replays(row)


def test_the_secret_and_every_word_decide_the_deal(prepared, membership, ana, ben):
    word_actions.give(membership=seat(ana, prepared), encounter=prepared, word="herring")
    row = EncounterSeed.sealed.get()
    one = page_fairness.seed_of(0, row.secret, [entry["seal"] for entry in row.words])
    word_actions.give(membership=seat(ben, prepared), encounter=prepared, word="moon")
    row.refresh_from_db()
    other = page_fairness.seed_of(0, row.secret, [entry["seal"] for entry in row.words])
    assert one != other
    begun = encounter_actions.start(membership=membership, encounter=prepared)
    assert begun.number == 0
    log = play_fairness.fairness_log(begun)
    first = next(event for event in log["events"] if event["type"] == "shuffled")
    assert verify_fairness.first_shuffle(verify_fairness.key_of(other), 0) == first["commitments"]


def test_a_word_may_be_changed_until_the_deal_and_not_after(prepared, membership, ana):
    mine = seat(ana, prepared)
    word_actions.give(membership=mine, encounter=prepared, word="herring")
    word_actions.give(membership=mine, encounter=prepared, word="moon")
    assert [kept["word"] for kept in EncounterSeed.sealed.get().words] == ["moon"]
    for word in ("", " ", "x" * 61):
        with pytest.raises(ValidationError):
            word_actions.give(membership=mine, encounter=prepared, word=word)
    encounter_actions.start(membership=membership, encounter=prepared)
    with pytest.raises(play.Refused):
        word_actions.give(membership=mine, encounter=prepared, word="late")
    with pytest.raises(play.Refused):
        word_actions.ask(membership=membership, encounter=prepared)


def test_only_gms_ask_and_players_see_nothing_until_they_are_asked(prepared, membership, gm, ana):
    assert page(ana, "encounter-words", prepared.pk).status_code == 404
    assert post(ana, "encounter-words", prepared.pk, word="x").status_code == 404
    assert post(ana, "encounter-words-ask", prepared.pk).status_code == 404
    with pytest.raises(PermissionDenied):
        word_actions.ask(membership=seat(ana, prepared), encounter=prepared)
    assert post(gm, "encounter-words-ask", prepared.pk).status_code == 302
    link = reverse("encounter-words", args=[prepared.pk])
    for name, args in (("home", ()), ("campaign", (prepared.campaign_id,))):
        assert link in page(ana, name, *args).content.decode()
        assert link not in page(gm, name, *args).content.decode()
    assert post(ana, "encounter-words", prepared.pk, word="herring").status_code == 302
    assert "ana" in page(gm, "encounter", prepared.pk).content.decode()
    assert page(ana, "encounter", prepared.pk).status_code == 404
    assert post(gm, "encounter-words-ask", prepared.pk, stop=1).status_code == 302
    assert page(ana, "encounter-words", prepared.pk).status_code == 404


def test_an_undo_deals_from_the_same_secret_and_counts(prepared, membership, gm, ana):
    word_actions.give(membership=seat(ana, prepared), encounter=prepared, word="herring")
    row = encounter_actions.start(membership=membership, encounter=prepared)
    command = {"type": "draw", "actor": "gm"}
    for seed in range(40):
        row.refresh_from_db()
        looked = play.read_encounter(row, membership)
        command = looked.policy("gm") or play.sample(row, membership, "gm", seed=seed)
        who = command["actor"]
        if command["type"] != "end":
            play.submit(encounter=row, by=gm if play.may_act(membership, row, who) else ana, command=command)
        if row.number and play.verify(row)["shuffles"] >= 1 and seed > 8:
            break
    play.undo(encounter=row, by=gm, to=0)
    report = play.verify(row)
    assert report["ok"], report["faults"]
    assert report["restarts"] == 1
    assert_replays(row)


def test_the_end_opens_the_secret_when_no_hand_is_folded(dice_table, gm):
    row = dice_table
    assert EncounterSeed.sealed.get(encounter=row).opened is False
    end(row, gm)
    row.refresh_from_db()
    assert len(public(row, "secret-opened")) == 1
    newest = get_table(row, get_membership(gm, row.campaign_id), "gm").lines[0].text
    assert "ends" in newest, "the event log begins with the end, not with what the verifier reads"
    report = play.verify(row)
    assert report["ok"], report["faults"]
    assert report["secret_opened"] is True
    play.undo(encounter=row, by=gm, to=0)
    row.refresh_from_db()
    assert play.verify(row)["ok"]
    assert len(public(row, "promised")) == 2, "a secret that everyone knows decides no die any more"
    end(row, gm)
    row.refresh_from_db()
    assert play.verify(row)["ok"], play.verify(row)["faults"]
    assert_replays(row)


def test_a_site_that_does_not_deal_from_its_secret_is_found_at_the_end(dice_campaign, gm, monkeypatch):
    monkeypatch.setattr(seeds, "_seed_of", lambda seed, number: "of its own choice")
    row = dice_campaign()
    assert play.verify(row)["ok"], "it cannot be seen before the secret is opened"
    end(row, gm)
    assert "from the secret and the words" in found_and_gone(row)


def test_a_site_that_exchanges_its_secret_is_found_at_the_end(dice_table, gm):
    EncounterSeed.sealed.filter(encounter=dice_table).update(secret="0" * 64)
    end(dice_table, gm)
    assert "does not match its commitment" in found_and_gone(dice_table)


def test_a_site_that_withholds_its_secret_at_the_end_is_found(dice_table, gm, monkeypatch):
    monkeypatch.setattr(seeds, "open_secret", lambda row, state: [])
    end(dice_table, gm)
    assert "secret was not opened" in found_and_gone(dice_table)


def test_folded_hands_keep_the_secret_closed(prepared, membership, gm):
    row = encounter_actions.start(membership=membership, encounter=prepared)
    end(row, gm)
    row.refresh_from_db()
    assert not public(row, "secret-opened")
    report = play.verify(row)
    assert report["ok"]
    assert report["folded"] > 0
    assert report["secret_opened"] is False


def test_earlier_starts_of_the_same_encounter_are_counted(prepared, membership):
    first = encounter_actions.start(membership=membership, encounter=prepared)
    assert play.verify(first)["earlier"] == 0
    again = encounter_actions.start(
        membership=membership, encounter=encounter_actions.copy(membership=membership, encounter=first)
    )
    assert play.verify(again)["earlier"] == 1
    renamed = encounter_actions.copy(membership=membership, encounter=first)
    encounter_actions.change(membership=membership, encounter=renamed, title="Something else")
    assert play.verify(encounter_actions.start(membership=membership, encounter=renamed))["earlier"] == 2


def test_earlier_starts_cost_no_query_for_each_earlier_encounter(
    prepared, membership, django_assert_max_num_queries, monkeypatch
):
    row = encounter_actions.start(membership=membership, encounter=prepared)
    for count in range(4):
        row = encounter_actions.copy(membership=membership, encounter=row)
        encounter_actions.change(membership=membership, encounter=row, title=f"Another title {count}")
        row = encounter_actions.start(membership=membership, encounter=row)
    with django_assert_max_num_queries(2):
        assert play_fairness.earlier_starts(row) == 4
    with monkeypatch.context() as end:
        end.setattr(play_fairness, "earlier_starts", lambda row: pytest.fail("the end of an encounter counts them"))
        assert not play_fairness.leaves_no_closed_hand(row)


def test_the_page_gives_the_log_the_verifier_and_compares_receipts(prepared, membership, ana, tmp_path):
    row = encounter_actions.start(membership=membership, encounter=prepared)
    shown = page(ana, "encounter-fairness", row.pk).content.decode()
    for words_of_the_page in ("What is proved", "What is not proved", "Receipts", "verify_fairness.py"):
        assert words_of_the_page in shown
    receipt = play.verify(row)["receipts"][0]
    assert receipt in page(ana, "encounter", row.pk).content.decode()
    client = Client()
    client.force_login(ana)
    address = reverse("encounter-fairness", args=[row.pk])
    assert "This receipt belongs" in client.get(address, {"receipt": receipt[:8]}).content.decode()
    assert "does not belong" in client.get(address, {"receipt": "0" * 64}).content.decode()
    (tmp_path / "log.json").write_bytes(page(ana, "encounter-fairness-log", row.pk).content)
    (tmp_path / "verify.py").write_bytes(page(ana, "fairness-verifier").content)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "verify.py", "log.json", "--receipt", receipt],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_log_has_only_positions_of_cards_that_players_do_not_see(prepared, membership, gm):
    row = encounter_actions.start(membership=membership, encounter=prepared)
    dealt = Event.objects.filter(encounter=row, body__type="dealt").last()
    hidden = {**dealt.body, "visible_to": ["gm"]}
    Event.objects.filter(pk=dealt.pk).update(body=hidden, public=False)
    log = play_fairness.fairness_log(row)
    unseen = [event for event in log["events"] if event["type"] == "unseen"]
    assert [set(event) for event in unseen] == [{"type", "positions", "visible_to", "number", "struck"}]
    assert unseen[0]["positions"] == dealt.body["positions"]
    report = play.verify(row)
    assert report["ok"], report["faults"]
    assert report["unseen"] == len(dealt.body["positions"])
    Event.objects.filter(pk=dealt.pk).delete()
    assert "was the next one" in found_and_gone(row), "without a line for them, positions were passed over"


def test_the_command_reports_what_is_not_proved(prepared, membership, capsys):
    row = encounter_actions.start(membership=membership, encounter=prepared)
    call_command("verify_log", str(row.pk))
    assert "Not proved" in capsys.readouterr().out
