"""A reader of new lines misses none, also when the line with the smaller id is committed last."""

import threading
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from campaigns.log import commit_order
from campaigns.log.actions import add_note
from tests.site.api.conftest import ok

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


def write(campaign, user, text):
    return add_note(membership=campaign.members.get(user=user), text=text)


@contextmanager
def slow_writer(campaign, user, *, fails=False):
    """A line that another connection has inserted and commits, or rolls back, at the end of the block."""
    inserted, finish, stored = threading.Event(), threading.Event(), []

    def work():
        try:
            with transaction.atomic():
                stored.append(write(campaign, user, "The slow line.").pk)
                inserted.set()
                finish.wait(20)
                if fails:
                    transaction.set_rollback(True)
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    assert inserted.wait(20)
    try:
        yield stored[0]
    finally:
        finish.set()
        thread.join()


def follow(api, campaign, after):
    """The ids that a bot reads which goes on after the last line that it was shown."""
    return [row["id"] for row in ok(api.get(f"campaigns/{campaign.pk}/log/?after={after}"))["results"]]


def test_a_bot_reads_both_lines_in_their_order_when_the_first_is_committed_last(gm_api, campaign, gm, ana):
    known = write(campaign, gm, "Known.").pk
    assert follow(gm_api, campaign, 0)[-1] == known
    with slow_writer(campaign, ana) as slow:
        quick = write(campaign, gm, "The quick line.").pk
        assert quick > slow
        assert follow(gm_api, campaign, known) == []
        whole = ok(gm_api.get(f"campaigns/{campaign.pk}/log/"))["results"]
        assert whole[0]["id"] == quick, "pages and the newest lines do not wait"
    assert follow(gm_api, campaign, known) == [slow, quick]


def test_lines_wait_for_no_writer_who_began_after_them(gm_api, campaign, gm, ana, monkeypatch):
    monkeypatch.setattr(commit_order, "INSERTED_WITHIN", commit_order.INSERTED_WITHIN * 0)
    quick = write(campaign, gm, "The quick line.").pk
    with slow_writer(campaign, ana):
        assert follow(gm_api, campaign, 0)[-1] == quick


@pytest.mark.parametrize("fails", [False, True])
def test_a_stream_tells_the_waiting_line_when_the_slow_writer_is_done(listen, campaign, gm, ana, fails):
    phone = listen(ana)
    assert phone.heard(0)
    with slow_writer(campaign, gm, fails=fails) as slow:
        quick = write(campaign, gm, "The quick line.").pk
        assert phone.heard(quick, within=1.5) is None
    assert phone.heard(quick, within=5)
    assert slow not in [data["latest"] for _when, data in phone.said]
