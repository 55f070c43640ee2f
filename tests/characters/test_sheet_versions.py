"""Restoring an earlier sheet keeps everything that came later in the history."""

import pytest
from django.http import Http404

from characters.experience.actions import award_experience
from characters.experience.step_actions import take_step
from characters.sheets.actions import edit_character
from characters.sheets.versions import restore_sheet
from common.edit_conflicts import EditConflict
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def hero(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


def change(hero, by, **sheet):
    hero.refresh_from_db()
    return edit_character(character=hero, by=by, revision=hero.revision, sheet=sheet, reason="A change")


def test_a_gm_restores_a_sheet_and_the_name_and_later_versions_stay(hero, gm):
    before = hero.sheet
    first = hero.history.latest().history_id
    later = change(hero, gm, hp=1)
    later = edit_character(character=later, by=gm, revision=later.revision, changes={"name": "Mara Vane"})
    row = restore_sheet(character=later, by=gm, version_id=first, revision=later.revision, reason="a mistake")
    assert row.sheet.get("hp") == before.get("hp")
    assert row.name == "Mara Vane"
    newest = row.history.latest()
    assert newest.history_change_reason.endswith("a mistake")
    assert row.history.filter(sheet__hp=1).exists()


def test_an_older_revision_and_another_characters_version_are_refused(hero, gm, campaign):
    first = hero.history.latest().history_id
    changed = change(hero, gm, hp=1)
    with pytest.raises(EditConflict):
        restore_sheet(character=changed, by=gm, version_id=first, revision=changed.revision - 1)
    other = factories.CharacterFactory(campaign=campaign, name="Oskar")
    with pytest.raises(Http404):
        restore_sheet(character=changed, by=gm, version_id=other.history.latest().history_id, revision=changed.revision)


def test_the_page_compares_and_restores(hero, gm, ana, ben, client):
    first = hero.history.latest().history_id
    changed = change(hero, gm, hp=1)
    address = f"/characters/{hero.pk}/history/{first}/"
    client.force_login(ben)
    assert client.get(address).status_code in (403, 404)
    client.force_login(ana)
    assert "Hit points" in client.get(address).content.decode()
    client.force_login(gm)
    assert address in client.get(f"/characters/{hero.pk}/history/").content.decode()
    assert client.post(address, {"revision": changed.revision}).status_code == 302
    hero.refresh_from_db()
    assert hero.sheet.get("hp") != 1


def test_the_reason_stays_in_the_form_after_a_conflict_and_after_a_refusal(hero, gm, ana, client):
    first = hero.history.latest().history_id
    changed = change(hero, gm, hp=1)
    address = f"/characters/{hero.pk}/history/{first}/"
    client.force_login(gm)
    stale = client.post(address, {"revision": changed.revision - 1, "reason": "The storm"}).content.decode()
    assert 'role="alert"' in stale
    assert 'value="The storm"' in stale
    hero.refresh_from_db()
    assert hero.sheet["hp"] == 1


def test_the_reason_stays_in_the_form_when_a_player_may_not_restore_what_was_bought(ida, gm, ana, client):
    award_experience(character=ida, amount=10, by=gm, reason="the storm")
    first = ida.history.latest().history_id
    row = take_step(character=ida, by=ana, step={"type": "talent", "talent": "Sailor"}).character
    client.force_login(ana)
    answer = client.post(f"/characters/{ida.pk}/history/{first}/", {"revision": row.revision, "reason": "My slip"})
    assert "bought step by step" in answer.content.decode()
    assert 'value="My slip"' in answer.content.decode()
    assert 'value="My slip"' not in client.get(f"/characters/{ida.pk}/history/{first}/").content.decode()


def test_a_script_restores_a_sheet(hero, gm, client):
    change(hero, gm, hp=1)
    client.force_login(gm)
    versions = client.get(f"/api/v1/characters/{hero.pk}/history/").json()["results"]
    answer = client.post(
        f"/api/v1/characters/{hero.pk}/history/{versions[-1]['id']}/restore/", {}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    hero.refresh_from_db()
    assert hero.sheet.get("hp") != 1
