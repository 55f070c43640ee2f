"""Two people edit one page: they see each other, and nothing that they type is lost."""

import re

import pytest
from django.core.cache import cache

from campaigns.world import actions, reveals
from campaigns.world.co_editing import presence
from campaigns.world.co_editing.actions import PageConflict, SeenPage, save_page
from people.models import Member, Role

pytestmark = pytest.mark.django_db
TEXT = "One.\n\nTwo.\n\nThree."


@pytest.fixture(autouse=True)
def nobody_edits():
    """A cache without the editors of other tests' pages, which may have the same numbers."""
    cache.clear()


@pytest.fixture
def page(seat, ana):
    return actions.create_entry(membership=seat(ana), kind="note", name="Clues", text=TEXT, shared=True)


def fields(page, text, **more):
    return {"name": page.name, "text": text, "parent": None, "tags": page.tag_names} | more


def test_changes_of_different_paragraphs_are_both_saved(page, seat, ana, ben):
    seen = SeenPage(page.revision, page.revision)
    save_page(membership=seat(ana), entry=page, seen=seen, **fields(page, TEXT.replace("One", "1"), tags=["a"]))
    row = save_page(membership=seat(ben), entry=page, seen=seen, **fields(page, TEXT.replace("Three", "3"), tags=["b"]))
    assert row.text == "1.\n\nTwo.\n\n3."
    assert row.tag_names == ["a", "b"]
    assert row.history.count() == 3


def test_a_new_name_of_one_and_a_new_text_of_the_other_are_both_saved(page, seat, ana, ben):
    seen = SeenPage(page.revision, page.revision)
    save_page(membership=seat(ana), entry=page, seen=seen, **fields(page, TEXT, name="Our clues"))
    row = save_page(membership=seat(ben), entry=page, seen=seen, **fields(page, f"{TEXT}\n\nFour."))
    assert (row.name, row.text) == ("Our clues", f"{TEXT}\n\nFour.")


def test_a_conflict_writes_nothing_until_somebody_chooses(page, seat, ana, ben):
    seen = SeenPage(page.revision, page.revision)
    save_page(membership=seat(ana), entry=page, seen=seen, **fields(page, TEXT.replace("Two", "Hers")))
    mine = fields(page, TEXT.replace("Two", "His"))
    with pytest.raises(PageConflict) as raised:
        save_page(membership=seat(ben), entry=page, seen=seen, **mine)
    page.refresh_from_db()
    assert page.text == "One.\n\nHers.\n\nThree."
    conflict = raised.value
    decided = SeenPage(seen.base, conflict.revision, conflict.merge.digest, ("theirs",))
    actions.change_entry(membership=seat(ana), entry=page, revision=None, text="One.\n\nHers again.\n\nThree.")
    with pytest.raises(PageConflict) as raised:
        save_page(membership=seat(ben), entry=page, seen=decided, **mine)
    decided = SeenPage(seen.base, raised.value.revision, raised.value.merge.digest, ("both",))
    row = save_page(membership=seat(ben), entry=page, seen=decided, **mine)
    assert row.text == "One.\n\nHis.\n\nHers again.\n\nThree."


def test_the_page_shows_both_texts_and_saves_the_choice(page, seat, ana, ben, client):
    before = page.revision
    actions.change_entry(membership=seat(ana), entry=page, revision=None, text=TEXT.replace("Two", "Hers"))
    client.force_login(ben)
    address = f"/world/{page.pk}/edit/"
    sent = {"name": "Clues", "text": TEXT.replace("Two", "His"), "revision": before, "base": before}
    shown = client.post(address, sent)
    told = shown.content.decode()
    assert "Hers." in told
    assert "His." in told
    merge = shown.context["conflict"]
    sent |= {"revision": shown.context["revision"], "conflicts": merge.digest, "choice-0": "mine"}
    saved = client.post(address, sent, follow=True).content.decode()
    assert "It contains what you chose" in saved
    assert "your changes and theirs" not in saved
    page.refresh_from_db()
    assert page.text == "One.\n\nHis.\n\nThree."


def test_a_name_or_location_that_both_changed_is_not_overwritten_silently(membership, write, gm, client):
    quay, mill = write("The quay", kind="location"), write("The mill", kind="location")
    page = write("Clues", TEXT)
    before = page.revision
    actions.change_entry(membership=membership, entry=page, revision=None, name="Traces", parent=quay)
    client.force_login(gm)
    address = f"/world/{page.pk}/edit/"
    text = TEXT.replace("Three", "3")
    sent = {"name": "Hints", "text": text, "parent": mill.pk, "tags": "", "revision": before, "base": before}
    shown = client.post(address, sent)
    theirs = shown.content.decode().split("Current version")[-1]
    assert "Traces" in theirs
    assert "The quay" in theirs
    assert 'value="Hints"' in shown.content.decode()
    page.refresh_from_db()
    assert (page.name, page.parent, page.text) == ("Traces", quay, TEXT), "nothing was written"
    conflict = shown.context["conflict"]
    assert (conflict.conflicts, conflict.fields) == ([], ("name", "parent"))
    decided = sent | {"revision": shown.context["revision"], "conflicts": conflict.digest}
    actions.change_entry(membership=membership, entry=page, revision=None, name="Proofs")
    again = client.post(address, decided)
    assert "Proofs" in again.content.decode().split("Current version")[-1], "a later change is shown first, too"
    decided |= {"revision": again.context["revision"], "conflicts": again.context["conflict"].digest}
    assert client.post(address, decided).status_code == 302
    page.refresh_from_db()
    assert (page.name, page.parent, page.text) == ("Hints", mill, text)


def test_a_player_is_not_told_that_a_page_went_to_a_hidden_location(page, membership, seat, ana, write, client):
    mill, lair = write("The mill", kind="location", shown=True), write("CANARY lair", kind="location")
    before = page.revision
    actions.change_entry(membership=membership, entry=page, revision=None, name="Traces", parent=lair)
    client.force_login(ana)
    address = f"/world/{page.pk}/edit/"
    sent = {"name": "Hints", "text": TEXT, "parent": mill.pk, "tags": "", "revision": before, "base": before}
    shown = client.post(address, sent)
    assert shown.context["conflict"].fields == ("name",)
    assert "CANARY" not in shown.content.decode()


def test_the_same_new_name_of_both_and_a_name_that_only_one_changed_are_no_conflict(page, seat, ana, ben):
    seen = SeenPage(page.revision, page.revision)
    save_page(membership=seat(ana), entry=page, seen=seen, **fields(page, TEXT, name="Our clues"))
    row = save_page(membership=seat(ben), entry=page, seen=seen, **fields(page, f"{TEXT} ", name="Our  clues"))
    assert row.name == "Our clues"
    base = row.revision
    save_page(membership=seat(ana), entry=row, seen=SeenPage(base, base), **fields(row, "Else."))
    row = save_page(membership=seat(ben), entry=row, seen=SeenPage(base, base), **fields(row, row.text, name="Hints"))
    assert (row.name, row.text) == ("Hints", "Else.")


@pytest.mark.parametrize("gone", ["archived", "hidden", "own", "observer", "missing"])
def test_a_text_that_can_no_longer_be_saved_is_shown_again_and_saved_as_a_note(page, seat, ana, ben, client, gone):
    client.force_login(ben)
    address = f"/world/{page.pk}/edit/"
    form = client.get(address).content.decode()
    assert f'name="campaign" value="{page.campaign_id}"' in form
    hide = {"archived": actions.archive_entry, "hidden": reveals.hide_entry}
    if gone in hide:
        hide[gone](membership=seat(ana), entry=page)
    elif gone == "own":
        reveals.set_notebook(membership=seat(ana), entry=page, shared=False)
    elif gone == "observer":
        Member.objects.filter(pk=seat(ben).pk).update(role=Role.OBSERVER)
    else:
        address = "/world/999999/edit/"
    sent = {
        "name": "My clues",
        "text": "Two.\n\nMine & <more>.",
        "revision": 1,
        "base": 1,
        "campaign": page.campaign_id,
    }
    refused = client.post(address, sent)
    told = refused.content.decode()
    assert refused.status_code == client.get(address).status_code == {"own": 403, "observer": 403}.get(gone, 404)
    assert "Two.\n\nMine &amp; &lt;more&gt;." in told
    assert "Clues" not in told
    assert "Three" not in told
    assert (f'action="/campaigns/{page.campaign_id}/world/new/"' in told) == (gone != "observer")
    if gone != "observer":
        note = {"name": "My clues", "text": sent["text"], "kind": "note", "key": "the-key-of-it"}
        saved = client.post(f"/campaigns/{page.campaign_id}/world/new/", note, follow=True)
        assert "Mine &amp;" in saved.content.decode()


def test_a_refusal_names_no_campaign_that_the_form_does_not_name(page, seat, ana, ben, client):
    reveals.hide_entry(membership=seat(ana), entry=page)
    client.force_login(ben)
    answers = [client.post(f"/world/{pk}/edit/", {"text": "Mine."}).content.decode() for pk in (page.pk, 999999)]
    mains = [answer.split("<main")[1].split("</main>")[0] for answer in answers]
    plain = [re.sub(r'name="(?:key|csrfmiddlewaretoken)"\s+value="\w+"', "", main) for main in mains]
    assert plain[0] == plain[1]
    assert "/world/new/" not in answers[0]


@pytest.fixture
def send(page, client):
    """Posts a form that was opened at the first revision, as somebody; returns the answer's page in the end."""

    def sent(user, text, key="the-key-of-a-form", **more):
        client.force_login(user)
        form = {"name": "Clues", "text": text, "revision": page.revision, "base": page.revision, "key": key}
        return client.post(f"/world/{page.pk}/edit/", form | more, follow=True).content.decode()

    return sent


def saved_text(page):
    return actions.WorldEntry.objects.get(pk=page.pk).text


def test_a_form_that_comes_again_with_more_text_conflicts_with_its_own_save_nowhere(page, ana, send, read):
    assert 'name="key"' in read(ana, f"/world/{page.pk}/edit/")
    send(ana, f"{TEXT}\n\nFour.")
    told = send(ana, f"{TEXT}\n\nFour, more.\n\nFive.")
    assert "Conflict" not in told
    assert "Someone else" not in told
    assert saved_text(page) == f"{TEXT}\n\nFour, more.\n\nFive."
    send(ana, "One.\n\nTwo.\n\nFive.")
    assert saved_text(page) == "One.\n\nTwo.\n\nFive.", "a paragraph that was taken out stays out"
    told = send(ana, "One.\n\nTwo 2.\n\nThree.", key="the-key-of-another")
    assert "Someone else" not in told, "the other window was their own"


def test_a_form_that_comes_again_keeps_what_others_saved_before_and_after(page, ana, ben, send):
    send(ben, TEXT.replace("One", "His"), key="the-key-of-ben")
    assert "Someone else" in send(ana, TEXT.replace("Three", "Hers"))
    assert saved_text(page) == "His.\n\nTwo.\n\nHers."
    told = send(ana, TEXT.replace("Three", "Hers") + "\n\nFour.")
    assert "Someone else" not in told
    assert saved_text(page) == "His.\n\nTwo.\n\nHers.\n\nFour."
    send(ben, TEXT.replace("One", "His too"), key="the-key-of-ben")
    assert "Someone else" in send(ana, TEXT.replace("Three", "Hers") + "\n\nFour.\n\nFive.")
    assert saved_text(page) == "His too.\n\nTwo.\n\nHers.\n\nFour.\n\nFive."


def conflict_fields(html):
    """What the page of a conflict sends along."""
    found = {name: re.search(rf'name="{name}" value="([^"]*)"', html) for name in ("base", "revision", "conflicts")}
    return {name: match[1] for name, match in found.items() if match}


def test_another_choice_after_a_decided_conflict_counts(page, ana, ben, send):
    send(ben, TEXT.replace("Two", "His"), key="the-key-of-ben")
    mine = TEXT.replace("Two", "Hers")
    asked = conflict_fields(send(ana, mine))
    send(ana, mine, **asked, **{"choice-0": "theirs"})
    assert saved_text(page) == TEXT.replace("Two", "His")
    again = send(ana, mine, **asked, **{"choice-0": "mine"})
    assert 'name="conflicts"' in again, "the conflict is shown once more"
    send(ana, mine, **conflict_fields(again), **{"choice-0": "mine"})
    assert saved_text(page) == mine


def test_a_conflict_after_an_own_save_loses_nothing_of_others_when_the_cache_was_emptied(page, ana, ben, send):
    send(ben, TEXT.replace("Two", "His"), key="the-key-of-ben")
    send(ana, TEXT.replace("One", "Hers"))
    assert saved_text(page) == "Hers.\n\nHis.\n\nThree."
    row = actions.WorldEntry.objects.get(pk=page.pk)
    actions.change_entry(
        membership=Member.objects.get(user=ben, campaign=row.campaign),
        entry=row,
        revision=None,
        text="Bens.\n\nHis.\n\nThree.",
    )
    text = TEXT.replace("One", "Hers, more")
    asked = send(ana, text)
    assert 'name="conflicts"' in asked
    cache.clear()
    asked = send(ana, text, **conflict_fields(asked), **{"choice-0": "mine"})
    if 'name="conflicts"' in asked:
        send(ana, text, **conflict_fields(asked), **{"choice-0": "mine"})
    assert saved_text(page) == "Hers, more.\n\nHis.\n\nThree."


def test_a_page_whose_old_text_is_unknown_is_one_conflict(page, seat, ana):
    with pytest.raises(PageConflict):
        save_page(membership=seat(ana), entry=page, seen=SeenPage(77, 77), **fields(page, "Mine."))


def test_editors_see_each_other_and_nobody_else_sees_them(page, seat, ana, ben, client, gm, monkeypatch):
    client.force_login(ana)
    client.get(f"/world/{page.pk}/edit/")
    client.force_login(ben)
    assert client.post(f"/world/{page.pk}/editing/").json() == {"others": ["ana"], "revision": page.revision}
    assert "Also editing now: ana" in client.get(f"/world/{page.pk}/edit/").content.decode()
    assert "editing" not in client.get(f"/world/{page.pk}/").content.decode()
    watcher = seat(ben)
    watcher.role = Role.OBSERVER
    assert presence.other_editors(watcher, page) == []
    monkeypatch.setattr(presence, "may_edit_page", lambda *_asked: True)
    assert presence.other_editors(watcher, page) == ["ana"], "the planted fault is found"


def test_a_member_who_may_no_longer_edit_is_not_shown_and_may_not_ask(page, seat, ana, ben, client):
    presence.mark_editing(seat(ben), page)
    page = reveals.set_notebook(membership=seat(ana), entry=page, shared=False)
    assert presence.other_editors(seat(ana), page) == []
    client.force_login(ben)
    assert client.post(f"/world/{page.pk}/editing/").status_code == 403


def test_somebody_who_saved_is_no_longer_shown(page, seat, ana, ben, client):
    client.force_login(ana)
    client.get(f"/world/{page.pk}/edit/")
    client.post(f"/world/{page.pk}/edit/", {"name": "Clues", "text": "x", "revision": page.revision})
    page.refresh_from_db()
    assert presence.other_editors(seat(ben), page) == []
