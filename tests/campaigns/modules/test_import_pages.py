"""Imports and exports on their pages: conflicts, taking an import back, long imports, and the file of an export."""

import re

import pytest

from campaigns.modules import actions as module_actions
from campaigns.modules import adapters
from campaigns.modules.format.canonical_json import canonical
from campaigns.modules.imports import jobs
from campaigns.modules.models import ImportedObject, ImportRun
from characters.models import Monster
from tests.campaigns.modules import samples
from tests.campaigns.modules.object_pages import act, address, page, whole
from tests.campaigns.modules.samples import put
from tests.campaigns.modules.test_adapters import GOBLIN

__all__ = ["page", "whole"]
pytestmark = pytest.mark.django_db


def test_conflicts_are_decided_on_the_preview(page, membership, whole):
    Monster.objects.update(name="Ours", size="Large")
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/monsters/0/name", "Theirs")
    version, _new = module_actions.upload(by=membership.user, document=put(newer, "/monsters/0/size", "Huge"))
    here = address("module-preview", membership, version.pk)
    html = page.get(here).content.decode()
    assert "Changed here and in the module" in html
    fingerprint = re.search(r'name="fingerprint" value="([0-9a-f]{64})"', html)[1]
    answer = page.post(
        here,
        {
            "party_size": 4,
            "fingerprint": fingerprint,
            "decide:monster:rat#/name": "take_new",
            "decide:monster:rat#/size": "keep_local",
        },
        follow=True,
    )
    assert "Updated: 0 new objects, 1 changed." in answer.content.decode()
    rat = Monster.objects.get()
    assert (rat.name, rat.size) == ("Theirs", "Large")


@pytest.mark.parametrize("own", ["Ours", ""])
def test_conflicts_of_objects_that_an_import_restores_are_shown_after_it(page, membership, whole, own):
    """Without conflicts the module is shown."""
    act(page, membership, "npcs", "miller", act="delete")
    if own:
        miller = ImportedObject.objects.get(key="miller")
        ImportedObject.objects.filter(pk=miller.pk).update(current=miller.current | {"name": own})
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/npcs/0/name", "Theirs")
    version, _new = module_actions.upload(by=membership.user, document=newer)
    form = {"party_size": 4, "restore_deleted": "on"}
    answer = page.post(address("module-preview", membership, version.pk), form, follow=True)
    run = address("module-run", membership, ImportRun.objects.latest("pk").pk)
    assert answer.redirect_chain[-1][0] == (run if own else address("module-reader", membership, "the-mill"))
    assert ("kept your version" in " ".join(answer.content.decode().split())) == bool(own)
    assert ImportedObject.objects.get(key="miller").title == (own or "Theirs")


def test_an_import_is_taken_back_on_its_page(page, membership, whole):
    run = ImportRun.objects.get()
    html = page.post(address("module-rollback", membership, run.pk), follow=True).content.decode()
    assert "This import was" in html
    assert not ImportedObject.objects.exists()


def test_the_page_says_what_was_left_when_an_update_is_taken_back(page, membership, whole):
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/npcs/0/name", "Old Hob")
    version, _new = module_actions.upload(by=membership.user, document=newer)
    run = module_actions.apply_import(membership=membership, version=version)
    act(page, membership, "npcs", "miller", act="delete")
    html = page.post(address("module-rollback", membership, run.pk), follow=True).content.decode()
    assert "Left as it is, because someone changed or deleted it or it is used in play:" in html
    assert "npc:miller" in html.split("Left as it is")[1][:200]


def test_a_long_import_shows_how_far_it_is(page, membership, monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "LONG", 3)
    monkeypatch.setattr(jobs, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    version, _new = module_actions.upload(by=membership.user, document=samples.small())
    here = address("module-preview", membership, version.pk)
    answer = page.post(here, {"party_size": 4}, follow=True)
    assert "0 of 7 objects are ready" in answer.content.decode()
    assert "<progress" in answer.content.decode()
    run = ImportRun.objects.get()
    # Another one must wait.
    assert "Another import" in page.post(here, {"party_size": 4}, follow=True).content.decode()
    jobs.run_import(*begun[0])
    run.refresh_from_db()
    assert (run.status, run.done, run.result["counts"]) == ("done", 7, {"create": 7})
    assert "7 new" in page.get(address("module-run", membership, run.pk)).content.decode()


def test_a_long_import_that_is_refused_says_so_and_writes_nothing(membership, whole, monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    newer, _new = module_actions.upload(by=membership.user, document=put(samples.small(), "/module/version", "2.0.0"))
    run = jobs.begin(membership=membership, version=newer, options={})
    Monster.objects.update(name="Moved meanwhile")
    jobs.run_import(*begun[0])
    run.refresh_from_db()
    assert (run.status, run.result["refused"]["code"]) == ("failed", "plan.stale")


def test_an_export_is_a_file(page, membership, whole):
    answer = page.get(address("module-export", membership))
    assert answer["Content-Disposition"] == 'attachment; filename="the-mill.satchel.json"'
    assert answer.content.decode() == canonical(whole.document)
    assert page.get(f"{address('module-export', membership)}?as=zip&key=the-mill").content[:2] == b"PK"
    assert page.get(f"{address('module-export', membership)}?key=none", follow=True).status_code == 200


def test_the_export_of_a_module_on_the_page_can_be_imported_again(page, membership, whole):
    """With its pictures, if it has some; also after its import was taken back, but for what is used."""
    for has_pictures in (True, False):
        html = page.get(address("campaign-modules", membership)).content.decode()
        link = re.search(r'href="([^"]*key=the-mill[^"]*)"', html)[1].replace("&amp;", "&")
        answer = page.get(link)
        assert answer["Content-Type"] == ("application/zip" if has_pictures else "application/json")
        assert module_actions.receive(data=answer.content).document["module"]["title"] == "The Mill"
        if has_pictures:
            act(page, membership, "npcs", "miller", act="note", notes="He lies.")
            page.post(address("module-rollback", membership, ImportRun.objects.get().pk))
    assert ImportedObject.objects.get().key == "miller"
    assert page.get(address("module-export", membership)).status_code == 200


# Conversion on a page


def test_an_export_without_a_known_licence_is_warned_of_on_the_next_page(page, membership):
    draft = adapters.convert("stat-block", GOBLIN)
    version, _new = module_actions.upload(by=membership.user, document=draft.document)
    module_actions.apply_import(membership=membership, version=version)
    assert page.get(address("module-export", membership)).status_code == 200
    html = page.get(address("campaign-modules", membership)).content.decode()
    assert "The licence of 1 objects is unknown" in html
