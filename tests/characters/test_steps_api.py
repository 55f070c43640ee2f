"""Steps, pools and requests over the API, as scripts read and write them."""

import pytest
from rest_framework.test import APIClient

from characters.experience.actions import award_experience
from characters.experience.step_actions import take_step
from characters.models import Character
from characters.sheets import queries

WINGS = {"type": "gift", "gift": "Wings"}


@pytest.fixture
def api(db):
    """A signed-in script: `api(ana)`."""

    def signed_in(user):
        client = APIClient()
        client.force_login(user)
        return client

    return signed_in


def at(row, rest):
    return f"/api/v1/characters/{row.pk}/{rest}"


def test_a_script_reads_the_steps_and_takes_one(ida, ana, gm, ben, api):
    award_experience(character=ida, amount=10, by=gm, reason="the storm")
    offers = api(ana).get(at(ida, "steps/")).json()["results"]
    sailor = next(offer for offer in offers if offer["label"] == "Raise Sailor")
    assert (sailor["price"], sailor["unit"], sailor["affordable"]) == (3, "stars", True)
    answer = api(ana).post(at(ida, "steps/"), {"step": sailor["step"]}, format="json")
    assert answer.status_code == 201
    assert (answer.json()["entry"]["amount"], answer.json()["text"]) == (-3, "Sailor is raised to 3.")
    assert Character.objects.get().sheet["talents"]["Sailor"] == 3
    assert api(ben).get(at(ida, "steps/")).status_code == 403


def test_a_refused_step_is_a_code_and_a_sentence(ida, ana, api):
    answer = api(ana).post(at(ida, "steps/"), {"step": {"type": "talent", "talent": "Sailor"}}, format="json")
    assert answer.status_code == 422
    assert answer.json()["code"] == "step.price"


def test_a_request_is_asked_listed_and_answered(ida, ana, gm, ben, voyage, api):
    award_experience(character=ida, amount=4, by=gm, reason="the storm")
    body = {"step": WINGS, "explanation": "The gulls taught me."}
    asked = api(ana).post(at(ida, "steps/"), body, format="json").json()["request"]
    listed = f"/api/v1/campaigns/{voyage.pk}/requests/?status=open"
    assert [row["id"] for row in api(gm).get(listed).json()["results"]] == [asked["id"]]
    assert api(ben).get(listed).json()["results"] == []
    address = f"/api/v1/requests/{asked['id']}/answer/"
    assert api(ana).post(address, {"what": "grant"}, format="json").status_code == 403
    assert api(ben).post(address, {"what": "grant"}, format="json").status_code == 404
    assert api(gm).post(address, {"what": "grant"}, format="json").json()["status"] == "granted"
    assert queries.experience_of(ida) == {"stars": 1}


def test_a_pool_is_changed_by_its_key(ida, ana, api):
    answer = api(ana).post(at(ida, "pools/luck/"), {"change": 1, "reason": "a coin"}, format="json")
    assert answer.json()["figures"]["pools"][0]["now"] == 3
    assert api(ana).post(at(ida, "pools/hp/"), {"change": 1}, format="json").status_code == 422


def test_an_award_names_its_unit(ida, gm, api):
    body = {"amount": 2, "unit": "moons", "reason": "the tide"}
    assert api(gm).post(at(ida, "awards/"), body, format="json").json()["unit"] == "moons"
    refused = api(gm).post(at(ida, "awards/"), body | {"unit": "suns"}, format="json")
    assert refused.status_code == 422


def test_a_gm_refunds_a_purchase_without_a_change_of_the_sheet_but_not_an_award(ida, ana, gm, api):
    award = award_experience(character=ida, amount=10, by=gm, reason="the storm")
    entry = take_step(character=ida, by=ana, step={"type": "talent", "talent": "Sailor"}).entry
    take_step(character=ida, by=gm, step=WINGS)
    address, body = at(ida, f"ledger/{entry.pk}/take-back/"), {"reason": "restored", "keep_sheet": True}
    assert api(gm).post(address, {"reason": "restored"}, format="json").json()["code"] == "step.built-on"
    assert api(ana).post(address, body, format="json").status_code == 403
    assert api(gm).post(address, body, format="json").json()["kind"] == "refund"
    assert queries.experience_of(ida) == {"stars": 7}
    assert Character.objects.get().sheet["talents"] == {"Sailor": 3}
    assert api(gm).post(address, body, format="json").json()["code"] == "experience.taken-back"
    finish = ida.experience.get(kind="spend", amount=0)
    for row in (award, finish):
        refused = api(gm).post(at(ida, f"ledger/{row.pk}/take-back/"), body, format="json")
        assert (refused.status_code, refused.json()["code"]) == (422, "experience.not-paid")
