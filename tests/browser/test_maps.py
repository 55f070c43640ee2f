"""Maps in a browser: a tap places a pin, a drag draws an area, keys and buttons zoom; without a serious fault."""

import io

import pytest
from PIL import Image

from campaigns.world.maps import actions, area_actions, pin_actions
from campaigns.world.maps.models import MapArea, MapPin
from tests import factories
from tests.browser.accessibility import PHONE, faults_of


@pytest.fixture
def chart(transactional_db):
    """A map with a pin and a hidden area, and its GM."""
    gm = factories.UserFactory(username="ada")
    membership = factories.MemberFactory(user=gm, role="gm")
    file = io.BytesIO()
    Image.new("RGB", (600, 400), "beige").save(file, "PNG")
    row = actions.create_map_with_picture(
        membership=membership, picture=file.getvalue(), title="The coast", wide=60, unit="miles", visibility="party"
    )
    pin_actions.create_pin(membership=membership, row=row, x=0.5, y=0.5, label="Quay")
    area_actions.create_area(membership=membership, row=row, name="Isle", points=[[0.8, 0.8], [0.9, 0.9]])
    return row


def test_the_pages_of_maps_have_no_serious_fault(people, chart):
    person = people(phone=True).sign_in("ada")
    at, pin = f"/maps/{chart.pk}/", MapPin.objects.get()
    paths = [at, f"{at}pins/new/", f"{at}areas/new/", f"{at}edit/", f"/map-pins/{pin.pk}/edit/"]
    paths += [f"/campaigns/{chart.campaign_id}/maps/", f"/campaigns/{chart.campaign_id}/maps/new/"]
    faults = [fault for path in paths for fault in faults_of(person, path, [PHONE])]
    assert not faults, "\n".join(faults)


def test_a_tap_places_a_pin_and_keys_move_it(people, chart):
    person = people(phone=True).sign_in("ada")
    person.open(f"/maps/{chart.pk}/pins/new/")
    page = person.page
    box = page.locator(".map-sheet").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    assert abs(float(page.input_value("#id_x")) - 25) < 0.6
    before = float(page.input_value("#id_y"))
    page.locator(".map-view").focus()
    page.keyboard.press("ArrowDown")
    assert float(page.input_value("#id_y")) == before + 0.5
    page.fill("#id_label", "Reef")
    page.click("main form button.primary")
    page.wait_for_url(f"**/maps/{chart.pk}/")
    assert abs(MapPin.objects.get(label="Reef").x - 0.25) < 0.006


def test_a_drag_draws_a_rectangle_and_clicks_draw_corners(people, chart):
    person = people().sign_in("ada")
    person.open(f"/maps/{chart.pk}/areas/new/")
    page = person.page
    box = page.locator(".map-sheet").bounding_box()

    def at(x, y):
        return box["x"] + box["width"] * x, box["y"] + box["height"] * y

    page.mouse.move(*at(0.2, 0.2))
    page.mouse.down()
    page.mouse.move(*at(0.4, 0.5), steps=6)
    page.mouse.up()
    assert page.input_value("#id_points").count(",") == 1
    for corner in ((0.1, 0.1), (0.3, 0.1), (0.2, 0.4)):
        page.mouse.click(*at(*corner))
    page.fill("#id_name", "Cove")
    page.click("main form button.primary")
    page.wait_for_url(f"**/maps/{chart.pk}/")
    points = MapArea.objects.get(name="Cove").points
    assert [[round(x, 1), round(y, 1)] for x, y in points] == [[0.1, 0.1], [0.3, 0.1], [0.2, 0.4]]


def test_a_map_is_zoomed_with_buttons_and_keys(people, chart):
    person = people().sign_in("ada")
    person.open(f"/maps/{chart.pk}/")
    page, wide = person.page, "document.querySelector('.map-sheet').offsetWidth"
    before = page.evaluate(wide)
    page.click("[data-zoom='1.5']")
    assert page.evaluate(wide) == pytest.approx(before * 1.5, abs=2)
    page.locator(".map-view").focus()
    page.keyboard.press("+")
    assert page.evaluate(wide) > before * 2
    page.click("[data-zoom='0']")
    assert page.evaluate(wide) == before
