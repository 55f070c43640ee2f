"""The live stream of a campaign's log: it says the id of the latest line its listener may read, and nothing else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.log.actions import add_note
from campaigns.log.commit_order import LatestEntry
from campaigns.log.models import LogEntry
from config.live import stream_auth
from people.credentials.models import ApiToken
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
QUIET = 0.6  # seconds in which a wrong word would have arrived


def write(campaign, user, text="The bridge is down.", audience="all"):
    return add_note(membership=campaign.members.get(user=user), text=text, audience=audience)


def latest(phone):
    return [data["latest"] for _when, data in phone.said]


def test_a_new_stream_says_which_line_is_the_latest(listen, campaign, gm, ana):
    entry = write(campaign, gm)
    phone = listen(ana)
    assert phone.status == 200
    assert phone.heard(entry.pk)
    assert phone.said[0][1] == {"campaign": campaign.pk, "latest": entry.pk}


def test_a_new_line_is_told_to_every_listener_without_its_text(listen, campaign, gm, ana, ben):
    phones = [listen(user) for user in (ana, ben, gm)]
    assert all(phone.heard(0) for phone in phones)
    entry = write(campaign, ana, "Nobody saw us leave.")
    assert all(phone.heard(entry.pk) for phone in phones)
    assert all(b"Nobody" not in phone.raw for phone in phones)


def test_a_line_for_gms_wakes_gms_alone(listen, campaign, gm, ana):
    player, game_master = listen(ana), listen(gm)
    assert player.heard(0)
    assert game_master.heard(0)
    secret = write(campaign, gm, "The miller lies.", audience="gm")
    assert game_master.heard(secret.pk)
    assert player.heard(secret.pk, within=QUIET) is None
    open_line = write(campaign, gm)
    assert player.heard(open_line.pk)
    assert latest(player) == [0, open_line.pk]


def test_a_stream_that_counted_every_line_would_be_found(listen, campaign, gm, ana, monkeypatch):
    newest = LogEntry.objects.order_by("-pk").values_list("pk", flat=True)
    leaky = lambda _campaign, is_gm: LatestEntry(newest.first() or 0, newer_wait=False)  # noqa: E731
    monkeypatch.setattr(stream_auth, "latest_entry", leaky)
    player = listen(ana)
    assert player.heard(0)
    secret = write(campaign, gm, audience="gm")
    assert player.heard(secret.pk)


def test_a_stream_names_no_earlier_line_while_others_are_being_written(listen, campaign, gm, ana, monkeypatch):
    """On PostgreSQL a running transaction lets the log name a line from before it, which listeners have long had."""
    entries = [write(campaign, gm), write(campaign, gm)]
    phone = listen(ana)
    assert phone.heard(entries[1].pk)
    earlier = LatestEntry(entries[0].pk, newer_wait=True)
    with monkeypatch.context() as patch:
        patch.setattr(stream_auth, "latest_entry", lambda _campaign, is_gm: earlier)
        waiting = write(campaign, gm)
        assert phone.heard(waiting.pk, within=QUIET) is None
    assert phone.heard(waiting.pk)
    assert latest(phone) == [entries[1].pk, waiting.pk]


def test_lines_of_another_campaign_wake_nobody_here(listen, campaign, gm, ana):
    other = factories.CampaignFactory()
    factories.MemberFactory(campaign=other, user=gm, role="gm")
    phone = listen(ana)
    assert phone.heard(0)
    entry = write(other, gm)
    assert phone.heard(entry.pk, within=QUIET) is None


def test_a_member_who_is_removed_hears_nothing_more(listen, campaign, gm, ana):
    phone = listen(ana)
    assert phone.heard(0)
    campaign.members.filter(user=ana).update(left=timezone.now())
    write(campaign, gm)
    assert phone.closed()
    assert latest(phone) == [0]
    assert listen(ana).status == 404


def test_a_gm_who_becomes_a_player_loses_the_stream_of_gms(listen, campaign, ana):
    place = campaign.members.filter(user=ana)
    place.update(role="gm")
    phone = listen(ana)
    assert phone.heard(0)
    place.update(role="player")
    assert phone.closed()


def test_strangers_get_the_same_answer_as_for_no_campaign(listen, outsider):
    assert listen(outsider).status == listen(outsider, pk=999_999).status == 404
    assert listen(headers={}).status in {401, 403}


@pytest.mark.parametrize(("scope", "status"), [("log:read", 200), ("log:write", 200), ("tables:write", 403)])
def test_a_token_listens_only_if_it_may_read_the_log(listen, ana, scope, status):
    _row, token = ApiToken.objects.create(user=ana, name="bot", scopes=[scope])
    assert listen(headers={"Authorization": f"Bearer {token}"}).status == status


def test_a_token_that_has_expired_is_refused_with_401_whatever_the_client_accepts(listen, ana):
    row, token = ApiToken.objects.create(user=ana, name="bot", scopes=["log:read"])
    ApiToken.objects.filter(pk=row.pk).update(expiry=timezone.now() - timedelta(hours=1))
    assert listen(headers={"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}).status == 401
