"""Shared pages: what other GMs get, copies that each GM shows, changes in both directions, and withdrawing."""

import pytest

from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar import dates
from campaigns.world import access, actions, reveals
from campaigns.world.blocks import actions as block_actions
from campaigns.world.models import Reveal, WorldEntry, WorldPicture
from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds import page_actions
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition, merge_with_newest
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.text_pictures.models import TextPicture
from common.edit_conflicts import EditConflict
from common.secret_blocks import remove_block_numbers
from tests import factories
from tests.campaigns.calendar.conftest import TWELVE
from tests.people.helpers import forbidden, place, refused

pytestmark = pytest.mark.django_db
TEXT = "The ford is shallow.\n\n:::secret\nA body lies under the stones.\n:::\n\nA toll is taken."
OPEN = "The ford is shallow.\n\nA toll is taken."


def change(membership, row, text, **more):
    return actions.change_entry(membership=membership, entry=row, revision=None, text=text, **more)


def catch_up(membership, row, **more):
    row.refresh_from_db()
    copy = SharedPageCopy.objects.get(entry=row)
    seen = SeenEdition(revision=None, number=copy.page.number, **more)
    return page_actions.take_changes(membership=membership, entry=row, seen=seen)


def test_other_gms_get_the_open_part_and_the_secret_stays(write, share, take, there, cleo):
    page = share(write("The ford", TEXT, kind="location", tags=["river"]))
    assert SharedEdition.objects.get().text == OPEN
    taken = take(page)
    assert (taken.text, taken.kind, taken.tag_names, taken.visibility) == (OPEN, "location", ["river"], "gm")
    assert not access.visible_entries(place(there.campaign, cleo)).exists()
    assert take(page) == taken


def test_a_block_that_players_here_have_read_is_still_secret_elsewhere(write, share, membership, seat, ana):
    row = write("The ford", TEXT, shown=True)
    block_actions.open_block(membership=membership, entry=row, place=0, revision=None)
    row.refresh_from_db()
    assert "{1}" in row.text
    share(row)
    assert "body" not in SharedEdition.objects.get().text


def test_the_gm_part_is_shared_only_on_request_and_for_good(write, share, take, membership, there, cleo):
    row = write("The ford", TEXT, shown=True)
    block_actions.open_block(membership=membership, entry=row, place=0, revision=None)
    page = share(row, gm_part=True)
    taken = take(page)
    assert taken.text == TEXT
    reveals.show_entry(membership=there, entry=taken)
    # Nobody has read the block at this table.
    assert not taken.block_readers.exists()
    with refused("have read"):
        share(row, gm_part=False)
    with forbidden():
        page_actions.share_entry(membership=there, entry=take(share(write("Mill", "x"))), revision=None, gm_part=True)


def test_each_gm_shows_the_page_to_the_players_of_their_own_campaign(write, share, take, there, cleo, seat, ana):
    taken = take(share(write("The ford", TEXT)))
    reveals.show_entry(membership=there, entry=taken, how="they came by")
    assert [row.name for row in access.visible_entries(place(there.campaign, cleo))] == ["The ford"]
    assert not access.visible_entries(seat(ana)).exists()
    assert [line.campaign for line in Reveal.objects.all()] == [there.campaign]


def test_hidden_link_targets_are_not_shared_unless_they_are_shared_pages(write, share):
    share(write("The mill", "Flour."))
    write("The traitor's den", "x")
    share(write("The ford", "[[The traitor's den|a den]] and [[The mill|a mill]] and [[Nowhere]]."))
    text = SharedEdition.objects.get(name="The ford").text
    assert text == "a den and [[The mill|a mill]] and [[Nowhere]]."


def test_changes_of_both_campaigns_are_kept(write, share, take, membership, there):
    row = write("The ford", TEXT)
    taken = take(share(row))
    # The Iron Coast adds its own secret, and the Salt Road changes the end.
    change(there, taken, taken.text + "\n\n:::secret\nOurs: the toll keeper lies.\n:::")
    change(membership, row, TEXT.replace("A toll is taken.", "The toll is two pence."))
    share(row)
    taken = catch_up(there, taken)
    assert "two pence" in taken.text
    assert "Ours: the toll keeper lies." in taken.text
    # And back: what the Iron Coast shares has no secret, and the secret here stays.
    change(there, taken, taken.text.replace("shallow", "deep now"))
    page_actions.share_entry(membership=there, entry=taken, revision=None)
    row = catch_up(membership, row)
    assert "deep now" in row.text
    assert "A body lies under the stones." in row.text
    assert "toll keeper lies" not in row.text
    assert [edition.campaign.name for edition in SharedEdition.objects.order_by("number")][-1] == "Iron Coast"


def test_a_conflict_is_decided_and_the_history_keeps_the_version_before(write, share, take, membership, there):
    row = write("The ford", "Shallow.")
    taken = take(share(row))
    change(there, taken, "Mine.")
    change(membership, row, "Theirs.")
    page = share(row)
    with refused("Compare it again"):
        catch_up(there, taken)
    merge, _newest = merge_with_newest(SharedPageCopy.objects.get(entry=taken))
    with refused("Take over its changes first"):
        page_actions.share_entry(membership=there, entry=taken, revision=None)
    taken = catch_up(there, taken, digest=merge.digest, choices=("theirs",))
    assert taken.text == "Theirs."
    assert "Mine." in [version.text for version in taken.history.all()]
    with refused("already has all"):
        catch_up(there, taken)
    assert page.number == 2


def test_a_stale_revision_or_edition_writes_nothing(write, share, take, membership, there):
    row = write("The ford", "Shallow.")
    taken = take(share(row))
    change(membership, row, "Deep.")
    share(row)
    with pytest.raises(EditConflict):
        page_actions.take_changes(membership=there, entry=taken, seen=SeenEdition(revision=99, number=2))
    with refused("Compare it again"):
        page_actions.take_changes(membership=there, entry=taken, seen=SeenEdition(revision=None, number=1))
    with pytest.raises(EditConflict):
        page_actions.share_entry(membership=membership, entry=row, revision=99)
    taken.refresh_from_db()
    assert taken.text == "Shallow."


def test_names_tags_pictures_and_dates_follow(write, share, take, membership, there):
    for member in (membership, there):
        calendar_actions.save_calendar(membership=member, definition=TWELVE, date="12 Harvestmoon 312")
    row = write("The ford", "x", tags=["river"])
    actions.set_picture(membership=membership, entry=row, data=factories.picture(), described="stones")
    kept = add_text_picture(membership=membership, entry=row, data=factories.picture(9, 9))
    secret = add_text_picture(membership=membership, entry=row, data=factories.picture(7, 7))
    row.refresh_from_db()
    change(membership, row, f"x {kept.markdown}\n\n:::secret\n{secret.markdown}\n:::")
    dates.set_date(membership=membership, kind="page", thing=row, date="1 Leafmoon 300", label="built")
    dates.set_date(membership=membership, kind="page", thing=row, date="2 Leafmoon 300", label="plot", gm_only=True)
    taken = take(share(row))
    assert WorldPicture.objects.get(entry=taken).described == "stones"
    assert [picture.key for picture in TextPicture.objects.filter(entry=taken)] == [kept.key]
    assert [date.label for date in taken.in_world_dates.all()] == ["built"]
    row.refresh_from_db()
    actions.change_entry(membership=membership, entry=row, revision=None, name="The new ford", tags=["river", "road"])
    actions.set_picture(membership=membership, entry=row, data=factories.picture(20, 20))
    share(row)
    taken = catch_up(there, taken)
    assert (taken.name, taken.tag_names) == ("The new ford", ["river", "road"])
    assert WorldPicture.objects.get(entry=taken, removed=None).width == 20
    assert taken.in_world_dates.count() == 1


def test_a_withdrawn_page_is_offered_no_more_and_copies_stay(write, share, take, membership, there):
    row = write("The ford", TEXT)
    page = share(row)
    taken = take(page)
    with forbidden("first"):
        page_actions.withdraw_page(membership=there, entry=taken)
    page_actions.withdraw_page(membership=membership, entry=row)
    with refused("not shared"):
        page_actions.withdraw_page(membership=membership, entry=row)
    assert WorldEntry.objects.filter(campaign=there.campaign).count() == 1
    # Shared again, it is the same page; the copy follows.
    change(membership, row, "Dry.")
    assert share(row) == page
    assert catch_up(there, taken).text == "Dry."


def test_an_edition_that_was_withdrawn_is_read_no_more(client, bea, write, share, take, membership, there):
    row = write("The ford", "Water.")
    taken = take(share(row))
    client.force_login(bea)
    change(membership, row, "Water, and gold under the third stone.")
    share(row)
    address = f"/api/v1/world/{taken.pk}/shared-world/changes/"
    assert "gold" in client.get(address).json()["text"]
    page_actions.withdraw_page(membership=membership, entry=row)
    assert client.get(address).json()["text"] == "Water."


def test_a_withdrawn_gm_part_is_not_shared_again_by_itself(write, share, membership):
    row = write("The ford", TEXT)
    first = share(row, gm_part=True)
    page_actions.withdraw_page(membership=membership, entry=row)
    again = share(row)
    assert again != first
    assert SharedEdition.objects.get(page=again).text == OPEN


def test_leaving_withdraws_what_the_campaign_shared_and_keeps_what_it_took(write, share, take, membership, there):
    taken = take(share(write("The ford", TEXT)))
    world_actions.leave_world(membership=membership)
    assert SharedPage.objects.get().withdrawn is not None
    taken.refresh_from_db()
    assert taken.text == OPEN
    # The other campaign may share its copy as a page of its own.
    again = page_actions.share_entry(membership=there, entry=taken, revision=None)
    assert again.origin == there.campaign


def test_only_gms_pages_are_shared_and_names_are_unique(write, share, take, membership, there, seat, ana, world):
    note = actions.create_entry(membership=seat(ana), kind="note", name="Mine")
    with refused("Only pages of GMs"):
        share(note)
    with forbidden():
        page_actions.share_entry(membership=seat(ana), entry=note, revision=None)
    share(write("The ford", "x"))
    own = actions.create_entry(membership=there, kind="note", name="the FORD")
    with refused("already has a shared page"):
        page_actions.share_entry(membership=there, entry=own, revision=None)
    with refused("Your campaign already has a page “The ford”. Give it another name or archive it"):
        take(SharedPage.objects.get())
    assert not SharedPageCopy.objects.filter(campaign=there.campaign).exists()
    actions.archive_entry(membership=there, entry=own)
    assert take(SharedPage.objects.get()).name == "The ford"


def test_a_new_name_that_another_page_has_is_not_taken_over(write, share, take, membership, there):
    row = write("The ford", "It is deep.")
    taken = take(share(row))
    actions.create_entry(membership=there, kind="note", name="the deep FORD")
    row = actions.change_entry(
        membership=membership, entry=row, revision=None, name="The deep ford", text="It is very deep."
    )
    share(row)
    taken.refresh_from_db()
    seen = SeenEdition(revision=taken.revision, number=2)
    taken = page_actions.take_changes(membership=there, entry=taken, seen=seen)
    assert (taken.name, taken.text) == ("The ford", "It is very deep.")


def test_nothing_new_makes_no_edition(write, share):
    row = write("The ford", TEXT)
    assert share(row).number == share(row).number == 1


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("a\n:::secret {2}\nb\n:::", "a\n:::secret\nb\n:::"),
        ("a :::secret {12} b :::", "a :::secret b :::"),
        ("> :::SECRET{3} x", "> :::SECRET x"),
        ("no {2} mark", "no {2} mark"),
    ],
)
def test_blocks_lose_their_numbers(text, bare):
    assert remove_block_numbers(text) == bare


def test_the_pages_show_share_take_and_catch_up(client, gm, bea, campaign, coast, write, world, membership, there):
    row = write("The ford", TEXT)
    client.force_login(gm)
    assert f"/world/{row.pk}/shared-world/" in client.get(f"/world/{row.pk}/").content.decode()
    page = client.get(f"/world/{row.pk}/shared-world/").content.decode()
    assert "A body" not in page
    assert "A body" in client.get(f"/world/{row.pk}/shared-world/?gm_part=on").content.decode()
    sent = {"revision": row.revision, "gm_part": "off"}
    stale = client.post(f"/world/{row.pk}/shared-world/", sent | {"revision": 99})
    assert "was changed after you opened it" in stale.content.decode()
    assert client.post(f"/world/{row.pk}/shared-world/", sent).status_code == 302
    shared = SharedPage.objects.get()
    client.force_login(bea)
    at = f"/campaigns/{coast.pk}/shared-world/"
    assert "not taken" in client.get(f"{at}?text=ford&kind=note").content.decode()
    assert "No matches" in client.get(f"{at}?text=mill").content.decode()
    read = client.get(f"{at}pages/{shared.pk}/").content.decode()
    assert "The ford is shallow." in read
    assert "A body" not in read
    taken = WorldEntry.objects.get(pk=client.post(f"{at}pages/{shared.pk}/take/")["Location"].split("/")[2])
    assert taken.campaign == coast
    change(membership, row, TEXT.replace("shallow", "deep"))
    page_actions.share_entry(membership=membership, entry=row, revision=None)
    change(there, taken, OPEN.replace("shallow", "dry"))
    behind = client.get(f"/world/{taken.pk}/shared-world/changes/").content.decode()
    assert "<ins>The ford is deep.</ins>" in behind
    digest = behind.partition('name="conflicts" value="')[2].partition('"')[0]
    posted = {"revision": 2, "number": 2, "conflicts": digest, "choice-0": "mine"}
    assert client.post(f"/world/{taken.pk}/shared-world/changes/", posted).status_code == 302
    taken.refresh_from_db()
    assert "dry" in taken.text
    assert client.post(f"/world/{taken.pk}/shared-world/withdraw/").status_code == 403
