"""Names in notes of the log are links for those who may follow them, and plain words for everyone else."""

import pytest

from campaigns.log import actions
from campaigns.log.models import LogEntry


@pytest.fixture
def log(campaign):
    return f"/campaigns/{campaign.pk}/log/"


def test_a_name_in_a_note_is_a_link_for_those_who_see_the_page(membership, write, read, gm, ana, log):
    mill = write("The old mill", kind="location", shown=True)
    actions.add_note(membership=membership, text="We slept at [[the old mill]], see [[The old mill|the ruin]].")
    for user in (gm, ana):
        page = read(user, log)
        assert f'<a href="/world/{mill.pk}/" rel="nofollow noopener">the old mill</a>' in page
        assert "the ruin</a>" in page
        assert "[[" not in page


def test_a_hidden_page_is_no_link_for_players_and_its_name_behind_words_is_not_sent(
    membership, write, read, gm, ana, log
):
    lair = write("CANARY lair", kind="location")
    actions.add_note(membership=membership, text="They fled to [[CANARY lair|a cave]] in the hills.")
    assert f"/world/{lair.pk}/" in read(gm, log)
    page = read(ana, log)
    assert "They fled to a cave in the hills." in page
    assert "CANARY" not in page
    assert f"/world/{lair.pk}/" not in page


def test_two_readers_of_one_line_do_not_share_its_links(membership, write, read, gm, ana, ben, seat, log):
    page = write("The old mill", kind="location", shown=[seat(ana)])
    actions.add_note(membership=membership, text="We slept at [[The old mill]] this night.")
    assert f"/world/{page.pk}/" in read(ana, log)
    assert f"/world/{page.pk}/" not in read(ben, log)
    assert "/world/new/" not in read(ben, log)


def test_links_cost_the_same_queries_however_many_there_are(
    client, membership, write, gm, campaign, log, django_assert_max_num_queries
):
    write("Mill 0", shown=True)
    actions.add_note(membership=membership, text="At [[Mill 0]].")
    client.force_login(gm)
    client.get(log)
    with django_assert_max_num_queries(20) as few:
        client.get(log)
    for number in range(1, 9):
        write(f"Mill {number}", shown=True)
        LogEntry.objects.create(campaign=campaign, text=f"At [[Mill {number}]] and [[Mill 0]].", by=gm)
    with django_assert_max_num_queries(len(few)):
        client.get(log)
