"""The overview tells of open threads and of handouts that are new to the reader."""

from datetime import timedelta

from django.utils import timezone

from campaigns.world import actions, reveals
from campaigns.world.models import Reveal, WorldEntry


def test_open_threads_and_new_handouts_stand_on_the_overview(read, membership, write, seat, gm, ana, ben, campaign):
    write("Who rang?", kind="thread", shown=True)
    write("Who paid?", kind="thread")
    actions.change_entry(
        membership=membership, entry=write("Who fled?", kind="thread", shown=True), revision=None, closed=True
    )
    write("The letter", kind="handout", shown=[seat(ana)])
    write("The map", kind="handout", shown=True)
    write("The seal", kind="handout")
    old = write("The poster", kind="handout", shown=True)
    Reveal.objects.filter(entry=old).update(created=timezone.now() - timedelta(days=60))
    reveals.hide_entry(membership=membership, entry=write("The key", kind="handout", shown=True))
    address = f"/campaigns/{campaign.pk}/"
    mine, bens, gms = (read(user, address) for user in (ana, ben, gm))
    for page in (mine, bens):
        assert "Who rang?" in page
        assert "The map" in page
        for hidden in ("Who paid?", "Who fled?", "The seal", "The poster", "The key"):
            assert hidden not in page
    assert "The letter" in mine
    assert "The letter" not in bens
    assert "Who paid?" in gms


def test_a_list_that_was_cut_states_no_number_of_its_rows(campaign, write, gm, read):
    for number in range(41):
        write(f"Note {number}")
        write(f"Thread {number}", kind="thread")
    WorldEntry.objects.filter(kind="note").update(archived=timezone.now())
    WorldEntry.objects.filter(kind="thread").update(closed=timezone.now())
    address = f"/campaigns/{campaign.pk}/world/"
    page = read(gm, address)
    assert "More than 40 archived pages" in page
    assert "More than 40 closed threads" in page
    assert "41 archived pages" in read(gm, f"{address}?kind=archived")
    later = read(gm, f"{address}?kind=thread&skip=20")
    assert "No open threads" not in later
    assert "<summary>Closed threads" in later
    assert "No open threads" in read(gm, f"{address}?kind=thread")
