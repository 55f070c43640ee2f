"""Secret blocks of a page that are shown to chosen people or to everyone."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from campaigns.archive.member_export import _reveals
from campaigns.overview.search.queries import search_campaign
from campaigns.sessions.models import Session
from campaigns.world import actions, queries, reveals
from campaigns.world.access import visible_reveals
from campaigns.world.blocks import actions as block_actions
from campaigns.world.blocks.models import BlockReader
from campaigns.world.blocks.queries import blocks_of, page_parts
from campaigns.world.models import WorldLink
from campaigns.world.readable_text import Reader
from common import secret_blocks
from common.edit_conflicts import EditConflict

pytestmark = pytest.mark.django_db

TEXT = "Public.\n\n:::secret\nFirst quill [[The ford]].\n:::\n\nMiddle.\n\n:::secret\nSecond raven.\n:::"


@pytest.fixture
def page(write):
    write("The ford", shown=True)
    return write("The ledger", TEXT, shown=True)


def text_for(member, page):
    page.refresh_from_db()
    return [line for line in Reader(member).page(page).splitlines() if line]


def test_a_block_is_shown_to_one_player_and_to_nobody_else(page, membership, seat, ana, ben):
    block_actions.open_block(
        membership=membership, entry=page, place=1, revision=page.revision, members=[seat(ana)], how="a whisper"
    )
    assert text_for(seat(ana), page) == ["Public.", "Middle.", "Second raven."]
    assert text_for(seat(ben), page) == ["Public.", "Middle."]
    assert ":::secret {1}\nSecond raven." in page.text
    assert ":::secret\nFirst quill" in page.text
    lines = {user: list(visible_reveals(seat(user)).filter(block=1)) for user in (ana, ben)}
    assert [line.how for line in lines[ana]] == ["a whisper"]
    assert lines[ben] == []


def test_a_block_is_shown_to_everyone_and_hidden_again(page, membership, seat, ana, ben):
    block_actions.open_block(membership=membership, entry=page, place=0, revision=None)
    for user in (ana, ben):
        assert "First quill [[The ford]]." in text_for(seat(user), page)
        assert visible_reveals(seat(user)).filter(block=1).count() == 1
    page.refresh_from_db()
    block_actions.close_block(membership=membership, entry=page, place=0, revision=page.revision)
    assert "quill" not in " ".join(text_for(seat(ana), page))
    assert visible_reveals(membership).filter(block=1, shown=False).count() == 1
    assert not visible_reveals(seat(ana)).filter(shown=False).exists()


def test_a_player_cannot_show_a_block(page, seat, ana):
    with pytest.raises(PermissionDenied):
        block_actions.open_block(membership=seat(ana), entry=page, place=0, revision=None)
    assert not BlockReader.objects.exists()


def test_nothing_is_shown_after_somebody_changed_the_page(page, membership):
    seen = page.revision
    actions.change_entry(membership=membership, entry=page, revision=None, text=":::secret\nNew.\n:::\n" + TEXT)
    with pytest.raises(EditConflict):
        block_actions.open_block(membership=membership, entry=page, place=0, revision=seen)
    assert not BlockReader.objects.exists()


def test_a_block_of_a_hidden_page_is_not_shown(write, membership, seat, ana):
    hidden = write("Hidden", TEXT)
    chosen = write("For some", TEXT, shown=[seat(ana)])
    with pytest.raises(ValidationError, match="Show the page first"):
        block_actions.open_block(membership=membership, entry=hidden, place=0, revision=None)
    with pytest.raises(ValidationError, match="Choose at least one"):
        block_actions.open_block(membership=membership, entry=chosen, place=0, revision=None, members=[])


def test_a_block_is_not_shown_to_somebody_who_cannot_see_the_page(write, membership, seat, ana, ben):
    page = write("For some", TEXT, shown=[seat(ana)])
    with pytest.raises(ValidationError, match="cannot see this page"):
        block_actions.open_block(membership=membership, entry=page, place=0, revision=None, members=[seat(ben)])


def test_an_edit_keeps_who_reads_a_block(page, membership, seat, ana):
    page = block_actions.open_block(membership=membership, entry=page, place=1, revision=None, members=[seat(ana)])
    text = ":::secret\nA new first one.\n:::\n" + page.text.replace("raven", "heron")
    actions.change_entry(membership=membership, entry=page, revision=page.revision, text=text)
    assert text_for(seat(ana), page) == ["Public.", "Middle.", "Second heron."]


def test_a_copied_number_opens_only_the_first_block(page, membership, seat, ana):
    page = block_actions.open_block(membership=membership, entry=page, place=1, revision=None, members=[seat(ana)])
    text = f"{page.text}\n\n:::secret {{1}}\nPasted.\n:::"
    actions.change_entry(membership=membership, entry=page, revision=None, text=text)
    assert "Pasted." not in text_for(seat(ana), page)


def test_a_number_is_never_used_again(page, membership, seat, ana):
    page = block_actions.open_block(membership=membership, entry=page, place=1, revision=None, members=[seat(ana)])
    page = actions.change_entry(membership=membership, entry=page, revision=None, text=":::secret\nNew.\n:::")
    page = block_actions.open_block(membership=membership, entry=page, place=0, revision=None)
    assert blocks_of(membership, page)[0].number == 2


def test_a_block_beside_the_highest_number_gets_a_free_one(write, membership, seat, ana):
    text = ":::secret {9999}\nHigh.\n:::\n\n:::secret {1}\nLow.\n:::\n\n:::secret\nNew.\n:::"
    page = write("The ledger", text, shown=True)
    block_actions.open_block(membership=membership, entry=page, place=2, revision=None, members=[seat(ana)])
    assert text_for(seat(ana), page) == ["New."]
    assert [block.number for block in blocks_of(membership, page)] == [9999, 1, 2]


def test_a_block_is_refused_without_a_free_number(write, membership, monkeypatch):
    monkeypatch.setattr(block_actions, "HIGHEST_NUMBER", 2)
    page = write("The ledger", ":::secret {2}\nx\n:::\n\n:::secret {1}\nx\n:::\n\n:::secret\nx\n:::", shown=True)
    with pytest.raises(ValidationError, match="another page"):
        block_actions.open_block(membership=membership, entry=page, place=2, revision=None)


def test_a_link_in_a_block_is_a_backlink_for_its_readers_only(page, membership, seat, ana, ben):
    block_actions.open_block(membership=membership, entry=page, place=0, revision=None, members=[seat(ana)])
    found = {user: [mention.title for mention in queries.mentions_of(seat(user), "the ford")] for user in (ana, ben)}
    assert found == {ana: ["The ledger"], ben: []}
    assert WorldLink.objects.filter(folded="the ford", secret=True).exists()


def test_a_rename_keeps_the_words_in_an_open_block(page, write, membership, seat, ana):
    block_actions.open_block(membership=membership, entry=page, place=0, revision=None, members=[seat(ana)])
    ford = membership.campaign.world.get(name="The ford")
    reveals.hide_entry(membership=membership, entry=ford)
    actions.change_entry(membership=membership, entry=ford, revision=None, name="The drowned gate")
    assert "First quill The ford." in text_for(seat(ana), page)


def test_the_search_finds_words_of_a_block_for_its_readers_only(page, membership, seat, ana, ben):
    block_actions.open_block(membership=membership, entry=page, place=1, revision=None, members=[seat(ana)])
    assert [hit.name for hit in search_campaign(seat(ana), "raven").world] == ["The ledger"]
    assert [hit.name for hit in search_campaign(seat(ben), "raven").world] == []


def test_a_block_inside_a_block_stays_closed(write, membership, seat, ana):
    page = write("Nested", ":::secret\nOuter.\n:::secret\nInner.\n:::\nMore.\n:::", shown=True)
    block_actions.open_block(membership=membership, entry=page, place=0, revision=None)
    assert text_for(seat(ana), page) == ["Outer.", "More."]


def test_the_pages_show_the_block_and_its_buttons(page, membership, seat, ana, ben, gm, read, client):
    address = f"/world/{page.pk}/"
    assert "Show to ana" in read(gm, address)
    assert "Show to ana" not in read(ana, address)
    client.force_login(gm)
    sent = {"revision": page.revision, "members": [str(seat(ana).pk)]}
    client.post(f"{address}blocks/1/show/", sent)
    assert "Second raven" in read(ana, address)
    assert "shown to you" in read(ana, address)
    assert "raven" not in read(ben, address)
    assert "shown to you" not in read(ben, address)
    client.force_login(gm)
    page.refresh_from_db()
    client.post(f"{address}blocks/1/hide/", {"revision": page.revision})
    assert "raven" not in read(ana, address)


def test_the_page_does_not_show_where_a_closed_block_is_to_a_reader_of_another_block(write, membership, seat, ana):
    closed = ":::secret\nClosed.\n:::\n\n"
    text = f"First.\n\n{closed}Second.\n\n:::secret\nMine.\n\n{closed}Also mine.\n:::"
    pages = [write("With", text, shown=True), write("Without", text.replace(closed, ""), shown=True)]
    places = (1, 0)
    for page, place in zip(pages, places, strict=True):
        block_actions.open_block(membership=membership, entry=page, place=place, revision=None, members=[seat(ana)])
        page.refresh_from_db()
    parts = [page_parts(seat(ana), page) for page in pages]
    assert parts[0] == parts[1]
    assert [part.secret for part in parts[0]] == [False, True]


def test_the_api_shows_a_block_only_of_the_page_that_the_gm_read(client, gm, page, seat, ana):
    """After a change the place may be another block's: without the revision nothing is shown."""
    client.force_login(gm)
    address, sent = f"/api/v1/world/{page.pk}/blocks/1/show/", {"members": [seat(ana).pk]}
    assert client.post(address, sent, content_type="application/json").status_code == 422
    stale = client.post(address, sent | {"revision": page.revision + 1}, content_type="application/json")
    assert stale.status_code == 409
    assert not BlockReader.objects.exists()
    assert client.post(address, sent | {"revision": page.revision}, content_type="application/json").status_code == 200
    assert BlockReader.objects.get().member == seat(ana)


def test_the_number_of_a_block_tells_a_player_nothing_of_other_blocks(client, gm, page, membership, seat, ana, ben):
    session = Session.objects.create(campaign=membership.campaign, number=1, starts=timezone.now())
    for place, user in ((0, ben), (1, ana), (0, ana)):
        block_actions.open_block(membership=membership, entry=page, place=place, revision=None, members=[seat(user)])
    campaign = membership.campaign_id
    addresses = [f"campaigns/{campaign}/reveals/", f"campaigns/{campaign}/glance/", f"sessions/{session.pk}/happened/"]

    def numbers(user):
        client.force_login(user)
        answers = [client.get(f"/api/v1/{address}").json() for address in addresses]
        lists = answers[0]["results"], answers[1]["learned"], answers[2]["learned"]
        return [sorted((row["id"], row["block"]) for row in rows if row["block"]) for rows in lists]

    real, shown = numbers(gm), numbers(ana)
    assert [[block for _id, block in rows] for rows in real] == [[1, 2, 1]] * 3
    assert [[block for _id, block in rows] for rows in shown] == [[1, 2]] * 3
    exported = [row["block"] for row in _reveals(seat(ana)) if row["block"]]
    assert exported == [1, 2]


@pytest.mark.parametrize(
    "text",
    [
        ":::secret{3}\nx\n:::",
        "> :::secret {3} x\n> :::",
        "a :::SECRET {3} b :::\nc",
        ":::secret words\n:::",
        "::: secret",
    ],
)
def test_a_number_is_written_into_every_form_of_a_block(text):
    numbered = secret_blocks.number_block(text, 0, 7)
    first = next(piece for piece in secret_blocks.split_blocks(numbered) if piece.blocks)
    assert first.blocks[0].number == 7
    bare = [(secret, piece) for secret, piece in secret_blocks.split_secrets(text)]
    assert [(secret, piece) for secret, piece in secret_blocks.split_secrets(numbered)] == bare


def test_a_block_without_a_number_is_never_open():
    hidden = secret_blocks.visible_text(":::secret\nx\n:::", is_gm=False, opened=secret_blocks.EVERY_NUMBER)
    assert hidden == ""
    assert secret_blocks.visible_text(":::secret {99999}\nx\n:::", is_gm=False, opened=frozenset({9999})) == ""


def nested(depth):
    return "\n".join(f":::secret\nlevel {number}" for number in range(depth))


def test_blocks_nested_without_end_stay_small_and_closed(write, membership, seat, ana):
    page = write("The well", f"Public.\n\n{nested(3000)}", shown=True)
    pieces = list(secret_blocks.split_blocks(page.text))
    assert max(len(piece.blocks) for piece in pieces) == secret_blocks.MOST_NESTED
    facts = blocks_of(membership, page)
    assert sum(len(fact.text) for fact in facts) < 25 * len(page.text)
    for place in range(secret_blocks.MOST_NESTED - 1):
        block_actions.open_block(membership=membership, entry=page, place=place, revision=None)
    for place in (secret_blocks.MOST_NESTED - 1, secret_blocks.MOST_NESTED):
        with pytest.raises(ValidationError):
            block_actions.open_block(membership=membership, entry=page, place=place, revision=None)
    assert text_for(seat(ana), page)[-1] == f"level {secret_blocks.MOST_NESTED - 2}"


def test_closing_marks_leave_deeply_nested_blocks_one_by_one(write, seat, ana):
    depth = secret_blocks.MOST_NESTED + 5
    page = write("The stairs", nested(depth) + "\n:::" * (depth - 1) + "\nstill secret\n:::\nOutside.", shown=True)
    assert text_for(seat(ana), page) == ["Outside."]


def test_a_numbered_block_inside_the_deepest_one_stays_closed():
    deep = f"{nested(secret_blocks.MOST_NESTED - 1)}\n:::secret {{7}}\nBuried.\n"
    readable = secret_blocks.visible_text(deep, is_gm=False, opened=secret_blocks.EVERY_NUMBER)
    assert "Buried" not in readable


@pytest.mark.parametrize("mark", [":::secret {2} {3}", ":::secret{2}{3}{4}", "Text :::secret {2}  {3}"])
def test_no_number_is_left_when_numbers_are_taken_away(mark):
    bare = secret_blocks.remove_block_numbers(f"{mark}\nGold.\n:::")
    assert [block.number for piece in secret_blocks.split_blocks(bare) for block in piece.blocks] == [None]


def test_what_only_begins_as_a_number_stays_in_the_text_of_its_block():
    pieces = list(secret_blocks.split_blocks(":::secret {12 gold pieces\n:::"))
    assert [piece.text for piece in pieces if piece.text] == ["{12 gold pieces"]
    assert secret_blocks.block_numbers(":::secret {12 gold pieces\n:::") == []
