"""Pages are made, changed, put aside and taken up again; nothing is overwritten silently, nothing lost."""

import pytest

from campaigns.actions import world as actions
from campaigns.models import WorldEntry, WorldPicture
from rules.stale import Stale
from tests import factories
from tests.campaigns.people.helpers import forbidden, refused


def test_a_new_page_is_the_gms_until_it_is_shown(own, write):
    row = write("The mill")
    assert (row.visibility, row.revision, row.by) == ("gm", 1, own.user)


def test_a_stale_save_writes_nothing_and_gives_what_stands(own, write):
    row = write("The mill", "first")
    actions.change(own=own, entry=row, revision=1, text="second")
    with pytest.raises(Stale) as stale:
        actions.change(own=own, entry=row, revision=1, text="mine")
    assert (stale.value.current.text, stale.value.revision) == ("second", 2)
    row.refresh_from_db()
    assert row.text == "second"


def test_every_change_is_kept_with_who_and_why(own, write):
    row = write("The mill", "first")
    actions.change(own=own, entry=row, revision=1, text="second", reason="typo")
    last = row.history.first()
    assert (last.text, last.history_user, last.history_change_reason) == ("second", own.user, "typo")
    assert row.history.last().text == "first"


def test_two_pages_have_two_names_whatever_their_case(own, write):
    write("The mill")
    with refused("a page of this name"):
        write(" the  MILL ")
    for name in ("", "   ", "a]b", "[[x]]", "a|b", "x" * 121):
        with refused("name"):
            write(name)


def test_what_is_put_aside_frees_its_name_and_comes_back_when_it_can(own, write):
    row = write("The mill")
    actions.archive(own=own, entry=row)
    other = write("The mill")
    with refused("a page of this name"):
        actions.restore(own=own, entry=row)
    actions.change(own=own, entry=other, revision=None, name="Another mill")
    actions.restore(own=own, entry=row)
    assert WorldEntry.objects.filter(archived=None).count() == 2


def test_a_new_name_takes_the_links_along(own, write):
    mill, note = write("The mill"), write("A note", "See [[the mill]] and [[The Mill|there]].")
    actions.change(own=own, entry=mill, revision=None, name="The old mill")
    note.refresh_from_db()
    assert note.text == "See [[The old mill]] and [[The old mill|there]]."
    assert (note.revision, note.history.first().history_user) == (2, own.user)
    assert [link.folded for link in note.links.all()] == ["the old mill"]


def test_places_lie_in_places_and_never_in_themselves(own, write):
    town = write("Town", kind="location")
    mill = write("Mill", kind="location", parent=town)
    with refused("within itself"):
        actions.change(own=own, entry=town, revision=None, parent=mill)
    with refused("lies in a location"):
        write("Letter", kind="handout", parent=write("A note"))
    foreign = WorldEntry.objects.create(campaign=factories.CampaignFactory(), kind="location", name="x", folded="x")
    with refused("lies in a location"):
        write("Cellar", kind="location", parent=foreign)


def test_threads_close_and_open_again_and_nothing_else_does(own, write):
    thread = write("Who rang?", kind="thread")
    closed = actions.change(own=own, entry=thread, revision=None, closed=True)
    assert closed.closed is not None
    assert actions.change(own=own, entry=thread, revision=None, closed=False).closed is None
    with refused("Only threads"):
        actions.change(own=own, entry=write("A note"), revision=None, closed=True)


def test_pictures_come_and_go_and_come_back(own, write):
    row = write("Letter", kind="handout")
    first = actions.set_picture(own=own, entry=row, data=factories.picture(8, 8), described="a seal")
    actions.set_picture(own=own, entry=row, data=factories.picture(9, 9))
    assert [one.width for one in WorldPicture.objects.filter(removed=None)] == [9]
    actions.bring_back_picture(own=own, entry=row, picture_id=first.pk)
    assert [one.width for one in WorldPicture.objects.filter(removed=None)] == [8]
    actions.remove_picture(own=own, entry=row)
    assert WorldPicture.objects.count() == 2
    with refused("no such picture"):
        actions.bring_back_picture(own=own, entry=write("Other"), picture_id=first.pk)


def test_only_gms_of_the_campaign_write_what_is_no_players_own_note(own, write, seat, ana):
    row = write("The mill")
    for act in (
        lambda by: actions.change(own=by, entry=row, revision=1, text="mine"),
        lambda by: actions.archive(own=by, entry=row),
        lambda by: actions.restore(own=by, entry=row),
        lambda by: actions.set_picture(own=by, entry=row, data=b""),
        lambda by: actions.remove_picture(own=by, entry=row),
    ):
        with forbidden("Only the GM"):
            act(seat(ana))
    other = factories.MemberFactory(role="gm")
    with forbidden("another campaign"):
        actions.change(own=other, entry=row, revision=1, text="mine")
    with refused("no field visibility"):
        actions.change(own=own, entry=row, revision=1, visibility="party")


def test_a_text_has_a_limit(own, write):
    with refused("at most 65536"):
        write("Long", "x" * 65537)
