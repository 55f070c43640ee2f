"""Enter in a line of text presses the first button of its form, so that button must be the one that is meant."""

from html.parser import HTMLParser

import pytest
from django.urls import reverse

from characters.experience.actions import award_experience
from characters.experience.step_actions import request_step, take_step
from characters.models import Character
from characters.sheets import queries
from characters.sheets.actions import create_character
from tests import factories, shipped_rows

LINES = {"text", "number", "search"}


class Forms(HTMLParser):
    """The forms of a page, each with its lines of text and its buttons, in the order of the page."""

    def __init__(self):
        super().__init__()
        self.forms, self.current = {}, None

    def handle_starttag(self, tag, attributes):
        words = dict(attributes)
        if tag == "form":
            self.current = words.get("id") or len(self.forms)
            self.forms.setdefault(self.current, ([], []))
        lines, buttons = self.forms.setdefault(words.get("form", self.current), ([], []))
        if tag == "input" and words.get("type", "text") in LINES:
            lines.append(words.get("name"))
        elif tag == "button" and words.get("type", "submit") == "submit":
            buttons.append(words)

    def handle_endtag(self, tag):
        if tag == "form":
            self.current = None


def pressed_by_enter(html):
    """The first button of each form with a line of text and with a choice of buttons."""
    reader = Forms()
    reader.feed(html)
    of_forms = [found for form, found in reader.forms.items() if form is not None]
    return [buttons[0] for lines, buttons in of_forms if lines and len(buttons) > 1]


def test_the_reader_finds_a_button_that_enter_would_press():
    form = '<form><button name="what" value="a">A</button><input name="why"><button>B</button></form>'
    assert pressed_by_enter(form) == [{"name": "what", "value": "a"}]


@pytest.mark.parametrize("page", ["character", "campaign-characters"])
def test_enter_in_an_answer_does_not_grant_the_request(ida, voyage, ana, gm, as_, page):
    award_experience(character=ida, amount=4, by=gm, reason="the storm")
    request_step(character=ida, by=ana, step={"type": "gift", "gift": "Wings"}, explanation="The gulls taught me.")
    html = as_(gm).get(reverse(page, args=[ida.pk if page == "character" else voyage.pk])).content.decode()
    assert "Grant for 3 stars" in html
    assert [button for button in pressed_by_enter(html) if button.get("value") == "grant"] == []


SHEETS = {"game-of-bastards": {"suit": "clubs", "advantages": [{"key": "careful"}, {"key": "dodge"}]}}
STEPS = {"fortune-system": [{"type": "fill", "method": "fixed"}, {"type": "finish"}]}


@pytest.fixture
def somebody(each_campaign, ana):
    """Ana's finished character of each game in turn."""
    system = each_campaign.system
    sheet = SHEETS.get(system)
    row = create_character(campaign=each_campaign, by=ana, owner=ana, name="Somebody", sheet=sheet)
    if queries.is_being_created(row):
        for step in STEPS.get(system, [{"type": "finish"}]):
            row = take_step(character=row, by=ana, step=step).character
    return row


def test_enter_on_a_sheet_changes_no_figure(somebody, gm, ana, as_):
    assert not queries.is_being_created(somebody)
    for user in (ana, gm):
        html = as_(user).get(reverse("character", args=[somebody.pk])).content.decode()
        assert html.count('name="change"') > 1
        assert [button for button in pressed_by_enter(html) if "disabled" not in button] == []


def test_enter_in_a_trait_of_ones_own_adds_it(gm, ana, as_):
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(system="fortune-and-power", created_by=gm)
    factories.MemberFactory(campaign=campaign, user=ana, role="player")
    traits = {"Burglar": 8}
    iris = create_character(campaign=campaign, by=ana, owner=ana, name="Iris", sheet={"traits": traits})
    client = as_(ana)
    reader = Forms()
    reader.feed(client.get(reverse("character", args=[iris.pk])).content.decode())
    [(lines, buttons)] = [found for found in reader.forms.values() if "name" in found[0]]
    assert lines == ["name"]
    client.post(reverse("character-build", args=[iris.pk]), {"tap": buttons[0]["value"], "name": "Lamplighter"})
    assert Character.objects.get().sheet["traits"] == traits | {"Lamplighter": 1}
