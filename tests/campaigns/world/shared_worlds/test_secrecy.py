"""Two worlds that differ only in what one campaign keeps secret: the other campaign's GM receives the same."""

import re

import pytest
from django.db import transaction

from campaigns.archive.entities import ENTITIES
from campaigns.world import actions
from campaigns.world.shared_worlds import editions, page_actions
from campaigns.world.shared_worlds.models import SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.ties import drafts
from campaigns.world.ties.actions import create_tie
from people.access import get_membership

pytestmark = pytest.mark.django_db
TEXTS = (
    "Open [[The spy|a man]].\n\n:::secret\nThe reeve is a traitor.\n:::",
    "Open [[The priest|a man]].\n\n:::secret\nNobody suspects the miller, who did it all.\n:::\n:::secret\nMore.\n:::",
)


WORDS = ("hides the gold of", "murdered the heir of")


def receive(client, bea, there, membership, text, words="x"):
    """All that the other GM receives of a page with this text and a secret tie, shared, taken and caught up with."""
    found = []
    with transaction.atomic():
        row = actions.create_entry(membership=membership, kind="note", name="The ford", text=text)
        mill = actions.create_entry(membership=membership, kind="note", name="The mill")
        create_tie(membership=membership, start=mill, end=row, words=words)
        create_tie(membership=membership, start=mill, end=row, words="near", visibility="party")
        page_actions.take_page(
            membership=there, page=page_actions.share_entry(membership=membership, entry=mill, revision=None)
        )
        page = page_actions.share_entry(membership=membership, entry=row, revision=None)
        taken = page_actions.take_page(membership=there, page=page)
        actions.change_entry(membership=membership, entry=row, revision=None, text=text.replace("Open", "Opened"))
        page_actions.share_entry(membership=membership, entry=row, revision=None)
        client.force_login(bea)
        at = f"/campaigns/{there.campaign_id}/shared-world/"
        for address in (at, f"{at}pages/{page.pk}/", f"/world/{taken.pk}/shared-world/changes/", f"/world/{taken.pk}/"):
            answer = client.get(address)
            assert answer.status_code == 200
            found.append(re.sub(r'(csrfmiddlewaretoken" value="|X-CSRFToken\W+)\w+', "", answer.content.decode()))
        transaction.set_rollback(True)
    return found


def test_a_secret_of_the_other_campaign_changes_nothing(client, bea, there, membership, world):
    first, second = (receive(client, bea, there, membership, text) for text in TEXTS)
    assert [_without_ids(entry) for entry in first] == [_without_ids(entry) for entry in second]


def test_a_secret_tie_of_the_other_campaign_changes_nothing(client, bea, there, membership, world):
    first, second = (receive(client, bea, there, membership, TEXTS[0], words) for words in WORDS)
    assert [_without_ids(entry) for entry in first] == [_without_ids(entry) for entry in second]
    assert "near The mill" in " ".join(first[1].split())


def test_a_planted_leak_of_ties_is_found(client, bea, there, membership, world, monkeypatch):
    monkeypatch.setattr(drafts, "_may_travel", lambda row, other, gm_part: True)
    first, second = (receive(client, bea, there, membership, TEXTS[0], words) for words in WORDS)
    assert [_without_ids(entry) for entry in first] != [_without_ids(entry) for entry in second]


@pytest.mark.parametrize("fault", ["visible_text", "hide_targets"])
def test_a_planted_leak_is_found(client, bea, there, membership, world, monkeypatch, fault):
    monkeypatch.setattr(editions.wiki_links, fault, lambda text, *sets, **more: text)
    first, second = (receive(client, bea, there, membership, text) for text in TEXTS)
    assert [_without_ids(entry) for entry in first] != [_without_ids(entry) for entry in second]


def _without_ids(page):
    """The page without numbers of rows: PostgreSQL's sequences go on after a rollback."""
    return re.sub(r"""(?<=[/=-])[0-9]+|(?<=value=")[0-9]+(?=")|(?<="id":)[0-9]+|(?<="map":)[0-9]+""", "N", page)


def test_an_archive_has_the_copy_and_nothing_of_the_world(write, share, take, there, world):
    take(share(write("The ford", TEXTS[0])))
    rows = {entity.name: list(entity.rows(there.campaign)) for entity in ENTITIES}
    assert [row.name for row in rows["world"]] == ["The ford"]
    assert not {entity.model for entity in ENTITIES} & {SharedPage, SharedPageCopy}


def test_a_former_gm_and_a_player_read_no_shared_page(client, share, write, seat, ana, there, bea, world):
    page = share(write("The ford", "x"))
    address = f"/campaigns/{there.campaign_id}/shared-world/pages/{page.pk}/"
    client.force_login(bea)
    assert client.get(address).status_code == 200
    there.role = "player"
    there.save()
    assert client.get(address).status_code == 403
    assert get_membership(bea, there.campaign_id).is_gm is False
    client.force_login(ana)
    assert client.get(address).status_code == 404
