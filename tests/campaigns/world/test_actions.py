"""Pages are made, changed, archived and restored; nothing is overwritten silently, nothing lost."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.world import actions, reveals
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import pin_actions
from campaigns.world.models import WorldEntry, WorldPicture
from common.edit_conflicts import EditConflict
from tests import factories
from tests.people.helpers import forbidden, refused


def test_a_new_page_is_the_gms_until_it_is_shown(membership, write):
    row = write("The mill")
    assert (row.visibility, row.revision, row.by) == ("gm", 1, membership.user)


def test_a_stale_save_writes_nothing_and_gives_what_stands(membership, write):
    row = write("The mill", "first")
    actions.change_entry(membership=membership, entry=row, revision=1, text="second")
    with pytest.raises(EditConflict) as stale:
        actions.change_entry(membership=membership, entry=row, revision=1, text="mine")
    assert (stale.value.current.text, stale.value.revision) == ("second", 2)
    row.refresh_from_db()
    assert row.text == "second"


def test_every_change_is_kept_with_who_and_why(membership, write):
    row = write("The mill", "first")
    actions.change_entry(membership=membership, entry=row, revision=1, text="second", reason="typo")
    last = row.history.first()
    assert (last.text, last.history_user, last.history_change_reason) == ("second", membership.user, "typo")
    assert row.history.last().text == "first"


def test_two_pages_have_two_names_whatever_their_case(membership, write):
    write("The mill")
    with refused("a page with this name"):
        write(" the  MILL ")
    for name in ("", "   ", "a]b", "[[x]]", "a|b", "x" * 121):
        with refused("name"):
            write(name)


def test_a_page_that_is_put_aside_frees_its_name_and_comes_back_when_it_can(membership, write):
    row = write("The mill")
    actions.archive_entry(membership=membership, entry=row)
    other = write("The mill")
    with refused("a page with this name"):
        actions.restore_entry(membership=membership, entry=row)
    actions.change_entry(membership=membership, entry=other, revision=None, name="Another mill")
    actions.restore_entry(membership=membership, entry=row)
    assert WorldEntry.objects.filter(archived=None).count() == 2


def test_a_new_name_takes_the_links_along(membership, write):
    mill, note = write("The mill"), write("A note", "See [[the mill]] and [[The Mill|there]].")
    actions.change_entry(membership=membership, entry=mill, revision=None, name="The old mill")
    note.refresh_from_db()
    assert note.text == "See [[The old mill]] and [[The old mill|there]]."
    assert (note.revision, note.history.first().history_user) == (2, membership.user)
    assert [link.folded for link in note.links.all()] == ["the old mill"]


def test_places_lie_in_places_and_never_in_themselves(membership, write):
    town = write("Town", kind="location")
    mill = write("Mill", kind="location", parent=town)
    with refused("contain itself"):
        actions.change_entry(membership=membership, entry=town, revision=None, parent=mill)
    with refused("must be in a location"):
        write("Letter", kind="handout", parent=write("A note"))
    foreign = WorldEntry.objects.create(campaign=factories.CampaignFactory(), kind="location", name="x", folded="x")
    with refused("must be in a location"):
        write("Cellar", kind="location", parent=foreign)


def test_threads_close_and_open_again_and_nothing_else_does(membership, write):
    thread = write("Who rang?", kind="thread")
    closed = actions.change_entry(membership=membership, entry=thread, revision=None, closed=True)
    assert closed.closed is not None
    assert actions.change_entry(membership=membership, entry=thread, revision=None, closed=False).closed is None
    with refused("Only threads"):
        actions.change_entry(membership=membership, entry=write("A note"), revision=None, closed=True)


def test_pictures_come_and_go_and_come_back(membership, write):
    row = write("Letter", kind="handout")
    first = actions.set_picture(membership=membership, entry=row, data=factories.picture(8, 8), described="a seal")
    actions.set_picture(membership=membership, entry=row, data=factories.picture(9, 9))
    assert [picture.width for picture in WorldPicture.objects.filter(removed=None)] == [9]
    actions.restore_picture(membership=membership, entry=row, picture_id=first.pk)
    assert [picture.width for picture in WorldPicture.objects.filter(removed=None)] == [8]
    actions.remove_picture(membership=membership, entry=row)
    assert WorldPicture.objects.count() == 2
    with refused("never had this picture"):
        actions.restore_picture(membership=membership, entry=write("Other"), picture_id=first.pk)


def test_only_gms_of_the_campaign_write_what_is_no_players_own_note(membership, write, seat, ana):
    row = write("The mill")
    for act in (
        lambda by: actions.change_entry(membership=by, entry=row, revision=1, text="mine"),
        lambda by: actions.archive_entry(membership=by, entry=row),
        lambda by: actions.restore_entry(membership=by, entry=row),
        lambda by: actions.set_picture(membership=by, entry=row, data=b""),
        lambda by: actions.remove_picture(membership=by, entry=row),
    ):
        with forbidden("Only the GM"):
            act(seat(ana))
    other = factories.MemberFactory(role="gm")
    with forbidden("another campaign"):
        actions.change_entry(membership=other, entry=row, revision=1, text="mine")
    with refused("no field visibility"):
        actions.change_entry(membership=membership, entry=row, revision=1, visibility="party")


def test_a_text_has_a_limit(membership, write):
    with refused("the limit is 65536"):
        write("Long", "x" * 65537)


def test_an_archived_page_that_is_renamed_leaves_the_links_of_the_page_with_its_name(write, membership):
    old = write("Inn", kind="location", shown=True)
    actions.archive_entry(membership=membership, entry=old)
    write("Inn", kind="location", shown=True)
    text = write("A walk", text="We slept at the [[Inn]].", shown=True)
    actions.change_and_archive(membership=membership, entry=old, archived=False, name="The old inn")
    text.refresh_from_db()
    assert text.text == "We slept at the [[Inn]]."


def test_a_form_keeps_a_location_that_it_does_not_offer(write, membership, client, gm):
    harbour = write("The harbour", kind="location", shown=True)
    page = write("The crane", shown=True, parent=harbour)
    actions.archive_entry(membership=membership, entry=harbour)
    client.force_login(gm)
    page.refresh_from_db()
    form = {"name": "The big crane", "text": "It creaks.", "parent": "", "revision": page.revision}
    assert client.post(f"/world/{page.pk}/edit/", form).status_code == 302
    page.refresh_from_db()
    assert (page.name, page.parent) == ("The big crane", harbour)
    actions.restore_entry(membership=membership, entry=harbour)
    form["revision"] = page.revision
    client.post(f"/world/{page.pk}/edit/", form)
    page.refresh_from_db()
    assert page.parent is None, "an offered location that nobody chooses is left"


def test_somebody_who_may_no_longer_change_a_page_is_refused_though_it_was_read_before(write, seat, ana, ben):
    page = actions.create_entry(membership=seat(ana), kind="note", name="Our notes", text="", shared=True)
    read_before = WorldEntry.objects.select_related("campaign").get(pk=page.pk)
    reveals.set_notebook(membership=seat(ana), entry=page, shared=False)
    with pytest.raises(PermissionDenied):
        actions.change_entry(membership=seat(ben), entry=read_before, revision=None, text="Mine now.")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks the whole database")
def test_pins_and_new_names_lock_the_campaign_so_that_rows_which_refer_to_it_can_be_written(membership, write):
    row = map_actions.create_map(membership=membership, title="The coast")
    page = write("The mill", shown=True)
    write("News", "Of [[The mill]].", shown=True)
    with CaptureQueriesContext(connection) as asked:
        pin_actions.create_pin(membership=membership, row=row, x=0.5, y=0.5, label="Inn")
        actions.change_entry(membership=membership, entry=page, revision=None, name="The old mill")
    locks = [query["sql"] for query in asked if 'FROM "people_campaign"' in query["sql"] and " FOR " in query["sql"]]
    assert len(locks) >= 2
    assert all("FOR NO KEY UPDATE" in sql for sql in locks)
