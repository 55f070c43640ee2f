"""Maps in a browser: a tap places a pin, a drag draws an area, keys and buttons zoom; without a serious fault."""

import io

import pytest
from PIL import Image

from campaigns.world.actions import create_entry
from campaigns.world.maps import actions, area_actions, pin_actions
from campaigns.world.maps.models import MapArea, MapPin
from people.access import get_membership
from people.models import User
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

    def at(x, y):
        page.evaluate("document.querySelector('.map-sheet').scrollIntoView()")
        box = page.locator(".map-sheet").bounding_box()
        return box["x"] + box["width"] * x, box["y"] + box["height"] * y

    page.mouse.move(*at(0.2, 0.2))
    page.mouse.down()
    page.mouse.move(*at(0.4, 0.5), steps=6)
    page.mouse.up()
    assert page.input_value("#id_points").count(",") == 1
    page.click("[data-start-over]")
    for corner in ((0.1, 0.1), (0.3, 0.1), (0.2, 0.4)):
        page.mouse.click(*at(*corner))
    page.fill("#id_name", "Cove")
    page.click("main form button.primary")
    page.wait_for_url(f"**/maps/{chart.pk}/")
    points = MapArea.objects.get(name="Cove").points
    assert [[round(x, 1), round(y, 1)] for x, y in points] == [[0.1, 0.1], [0.3, 0.1], [0.2, 0.4]]


def on_phone(people, path):
    """A phone on the form of an area: its page, and a function that sends touches in fractions of the map."""
    page = people(phone=True).sign_in("ada").page
    page.goto("/".join(page.url.split("/")[:3]) + path)
    session, box = page.context.new_cdp_session(page), {}

    def touch(kind, *fingers):
        if kind == "touchStart" and len(fingers) == 1:
            page.evaluate("document.querySelector('.map-sheet').scrollIntoView()")
            box.update(page.locator(".map-sheet").bounding_box())
        points = [
            {"x": box["x"] + box["width"] * x, "y": box["y"] + box["height"] * y, "id": number}
            for number, (x, y) in enumerate(fingers)
        ]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return page, touch


def swipe(touch, start=(0.3, 0.8), end=(0.35, 0.2), steps=8):
    """A finger that moves over the map; with the same start and end it is a tap."""
    touch("touchStart", start)
    for step in range(1, steps + 1):
        touch("touchMove", tuple(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
    touch("touchEnd")


def corners(page):
    return page.input_value("#id_points")


def test_a_swipe_or_a_tap_on_a_phone_changes_no_area_that_is_drawn(people, chart):
    area = MapArea.objects.get()
    page, touch = on_phone(people, f"/map-areas/{area.pk}/edit/")
    before, help_text = corners(page), page.locator("[data-map-help]")
    assert "Start over" in help_text.inner_text()
    swipe(touch)
    swipe(touch, (0.4, 0.4), (0.4, 0.4), 1)
    assert corners(page) == before
    page.locator("[data-start-over]").tap()
    assert not corners(page)
    assert "Drag a rectangle" in help_text.inner_text()
    swipe(touch, (0.2, 0.2), (0.6, 0.5))
    drawn = corners(page)
    assert drawn.count(",") == 1
    swipe(touch)
    assert corners(page) == drawn
    page.click("main form button.primary")
    page.wait_for_url(f"**/maps/{chart.pk}/")
    area.refresh_from_db()
    assert len(area.points) == 4
    assert area.points[0][0] == pytest.approx(0.2, abs=0.02)


def test_a_swipe_between_two_taps_a_second_finger_and_a_61st_tap_change_nothing(people, chart):
    page, touch = on_phone(people, f"/maps/{chart.pk}/areas/new/")
    touch("touchStart", (0.2, 0.2))
    touch("touchMove", (0.4, 0.4))
    assert corners(page)
    touch("touchStart", (0.4, 0.4), (0.8, 0.8))
    touch("touchMove", (0.3, 0.3), (0.9, 0.9))
    touch("touchEnd")
    assert not corners(page)
    page.click("[data-zoom='0']")
    for at in ((0.2, 0.2), (0.4, 0.2)):
        swipe(touch, at, at, 1)
    two = corners(page)
    assert two.count(",") == 1
    swipe(touch, (0.4, 0.6), (0.8, 0.6))
    assert corners(page) == two
    many = ", ".join(f"{number} {number * number / 100}" for number in range(58))
    page.evaluate("more => { const it = document.getElementById('id_points'); it.value += ', ' + more; }", many)
    full = corners(page)
    swipe(touch, (0.5, 0.5), (0.5, 0.5), 1)
    assert corners(page) == full


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


def test_a_map_with_many_pins_shows_labels_that_lead_nowhere_and_targets_for_a_thumb(people, chart):
    gm = get_membership(User.objects.get(username="ada"), chart.campaign_id)
    page = create_entry(membership=gm, kind="location", name="The mill")
    pin_actions.create_pin(membership=gm, row=chart, x=0.2, y=0.2, page=page)
    for number in range(41):
        pin_actions.create_pin(membership=gm, row=chart, x=0.5, y=number / 50, label=f"Reef {number}")
    person = people(phone=True).sign_in("ada")
    person.open(f"/maps/{chart.pk}/")
    target = person.page.locator(".map-pin:has(a) .hit").first.bounding_box()
    assert min(target["width"], target["height"]) >= 44
    labels = person.page.locator(".crowded .map-pin.label text")
    assert labels.count() == 42
    assert all(label.is_visible() for label in labels.all())
    assert not person.page.locator(".map-pin.page text").first.is_visible()
