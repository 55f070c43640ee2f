"""Templates of pages: presets, a campaign's own, and pages that begin with one."""

import re

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.world.page_templates import actions
from campaigns.world.page_templates.models import PageTemplate
from campaigns.world.page_templates.presets import PRESETS
from common.edit_conflicts import EditConflict

pytestmark = pytest.mark.django_db


@pytest.fixture
def template(membership):
    return actions.create_template(membership=membership, name="Inn", kind="location", text="## Drinks\n", tags=["inn"])


def test_a_new_page_begins_with_a_template(template, read, gm, campaign):
    page = read(gm, f"/campaigns/{campaign.pk}/world/new/?template={template.pk}")
    assert "## Drinks" in page
    assert 'value="inn"' in page
    assert '<option value="location" selected>' in page


@pytest.mark.parametrize("preset", [preset.key for preset in PRESETS])
def test_a_new_page_begins_with_each_preset(preset, read, gm, campaign):
    text = next(candidate.text for candidate in PRESETS if candidate.key == preset)
    page = read(gm, f"/campaigns/{campaign.pk}/world/new/?template={preset}")
    assert str(text).splitlines()[0].split("*")[-1][:12] in page


def test_players_get_no_templates(template, read, ana, campaign):
    page = read(ana, f"/campaigns/{campaign.pk}/world/new/?template={template.pk}")
    assert "Drinks" not in page
    assert "Inn" not in page
    read(ana, f"/campaigns/{campaign.pk}/page-templates/", 403)
    read(ana, f"/page-templates/{template.pk}/", 404)


def test_a_gm_changes_and_deletes_a_template(template, client, gm, campaign):
    client.force_login(gm)
    address = f"/page-templates/{template.pk}/"
    sent = {"name": "Tavern", "kind": "location", "text": "## Songs", "tags": "inn, song", "revision": 1}
    assert client.post(address, sent).status_code == 302
    template.refresh_from_db()
    assert (template.name, template.tag_names, template.revision) == ("Tavern", ["inn", "song"], 2)
    stale = client.post(address, sent | {"kind": "note"}).content.decode()
    assert "was changed after you opened it" in stale
    current = stale.partition('class="panel theirs"')[2].partition("</section>")[0]
    assert all(shown in current for shown in ("Tavern", "## Songs", "inn, song", "location"))
    assert f'href="{address}delete/"' in client.get(address).content.decode()
    assert "Pages that began with it stay" in client.get(f"{address}delete/").content.decode()
    assert PageTemplate.objects.exists()
    client.post(f"{address}delete/")
    assert not PageTemplate.objects.exists()


def test_a_player_cannot_write_templates(template, seat, ana):
    with pytest.raises(PermissionDenied):
        actions.create_template(membership=seat(ana), name="X")
    with pytest.raises(PermissionDenied):
        actions.delete_template(membership=seat(ana), template=template)


def test_a_second_template_of_a_name_and_a_stale_change_are_refused(template, membership):
    with pytest.raises(ValidationError):
        actions.create_template(membership=membership, name="Inn")
    with pytest.raises(EditConflict):
        actions.change_template(membership=membership, template=template, revision=9, text="x")


def test_choosing_a_template_keeps_name_and_location(campaign, gm, read, write):
    mill = write("The mill", kind="location")
    address = f"/campaigns/{campaign.pk}/world/new/"
    page = read(gm, f"{address}?name=A+cellar&parent={mill.pk}")
    query = re.search(r'href="(\?template=place[^"]*)"', page).group(1).replace("&amp;", "&")
    page = read(gm, address + query)
    assert re.search(rf'<option value="{mill.pk}"\s+selected', page)
    assert 'value="A cellar"' in page
