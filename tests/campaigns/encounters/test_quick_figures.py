"""The field on a participant's row changes each of their figures, in every game that has figures to change."""

import html
import json
import re

import pytest
from django.urls import reverse

from campaigns.encounters import actions
from campaigns.encounters.models import Command
from rules import play as rules
from tests import factories

HEROES = {
    "fifty-two-fates": {"class": "warrior"},
    "fortune-and-power": rules.new_sheet("fortune-and-power"),
    "game-of-bastards": {**rules.new_sheet("game-of-bastards"), "suit": "clubs"},
}
FIGURES = {
    "fifty-two-fates": {"hp"},
    "fortune-and-power": {"wounds", "shocks", "fortune"},
    "game-of-bastards": {"bp", "sp", "mp", "lp"},
}


def form_of(page, key):
    """What the row of a participant offers: each figure's `do`, by the figure's name."""
    row = page[page.index(f'id="orders-{key}"') :]
    form = row[row.index('class="figure-now"') : row.index("</form>")]
    posted = [json.loads(html.unescape(text)) for text in re.findall(r'value="(\{[^"]*)"', form)]
    return {do["fixed"].get("pool", do["take"][0].removeprefix("figure:")): do for do in posted}


@pytest.mark.django_db
@pytest.mark.parametrize("system", sorted(FIGURES))
def test_the_row_changes_each_figure_and_only_that(client, gm, system):
    campaign = factories.CampaignFactory(system=system, created_by=gm)
    membership = factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    hero = factories.CharacterFactory(campaign=campaign, owner=gm, name="Ilse", sheet=HEROES[system])
    encounter = actions.create(membership=membership, title="The ledger")
    actions.add_characters(membership=membership, encounter=encounter, characters=[hero])
    if system == "fifty-two-fates":  # its encounters need an opponent
        monster = factories.MonsterFactory(name="Bandit")
        actions.add_monsters(membership=membership, encounter=encounter, monster=monster)
    encounter = actions.start(membership=membership, encounter=encounter, seed=1)
    client.force_login(gm)
    table = client.get(f"/encounters/{encounter.pk}/?as=gm").content.decode()
    figures = form_of(table, "ilse")
    assert set(figures) == FIGURES[system]
    if system == "game-of-bastards":
        assert re.findall(r">([^<]+)</option>", table[table.index("figure-now") :])[:4] == ["BP", "SP", "MP", "LP"]
        page = client.get(f"/encounters/{encounter.pk}/?as=gm&orders=ilse").content.decode()
        options = re.findall(r">\s*([A-Za-z]{2})\s*</(?:option|span|label)>", page)
        assert {"BP", "SP", "MP", "LP"} <= set(options)
        assert not {"Bp", "Sp", "Mp", "Lp"} & set(re.findall(r"\b\w{2}\b", page))
    typed = -1 if system == "game-of-bastards" else 1  # its pools begin full
    for name, do in figures.items():
        encounter.refresh_from_db()
        posted = {"as": "gm", "seen": encounter.number, "key": f"figure-{name}", "do": json.dumps(do), "figure": typed}
        assert client.post(reverse("encounter-command", args=[encounter.pk]), posted).status_code == 302
        body = Command.objects.get(encounter=encounter, number=encounter.number + 1).body
        changed = {field: body[field] for field in ("hp", "wounds", "shocks", "fortune", "amount") if body.get(field)}
        assert (body["type"], body["target"], list(changed.values())) == ("adjust", "ilse", [typed])
        assert body.get("pool", next(iter(changed))) == name
        assert body["reason"] == "by hand", "one tap gives no reason, and the log claims none"
