"""Forms made of offers: every shape of choice is asked for, and comes back as the command that was meant."""

import json

import pytest
from django.http import QueryDict

from campaigns.encounters.table import command_parsing
from campaigns.encounters.table.offer_forms import offer_actions
from campaigns.encounters.table.page import Table
from rules.engine.offers import number, offer, one, some, text, truth


def the(made):
    (action,) = offer_actions([made])
    return action


def sent(action, **fields):
    form = QueryDict(mutable=True)
    form["do"] = action.do
    for name, value in fields.items():
        form.setlist(name, value if isinstance(value, list) else [value])
    return command_parsing.parse_command(form)


def test_every_kind_of_choice_comes_back_as_it_was_meant():
    action = the(
        offer(
            "try",
            "ana",
            "Try",
            [],
            fixed={"boldly": True},
            example={"trait": "Guile"},
            choices={
                "trait": one(["Guile", "Might"]),
                "slot": one([0, 2]),
                "against": one([{"target": "ork", "trait": "Guile"}]),
                "dice": some([0, 1, 2], 1, 2),
                "names": some(["a", "b"], 0, 1),
                "fortune": number(0, 3, optional=True),
                "why": text(optional=True),
                "quietly": truth(optional=True),
            },
        )
    )
    fields = {
        "one:trait": "Might",
        "number:slot": "2",
        "json:against": '{"target": "ork", "trait": "Guile"}',
        "numbers:dice": ["0", "2"],
        "some:names": ["b"],
        "number:fortune": "",
        "text:why": " because ",
        "bool:quietly": "1",
    }
    assert {each.name for each in action.inputs} == set(fields)
    assert sent(action, **fields) == {
        "type": "try",
        "actor": "ana",
        "boldly": True,
        "trait": "Might",
        "slot": 2,
        "against": {"target": "ork", "trait": "Guile"},
        "dice": [0, 2],
        "names": ["b"],
        "why": "because",
        "quietly": True,
    }


def test_an_order_is_asked_for_by_numbers():
    action = the(offer("set-order", "gm", "Order", [], choices={"order": some(["a", "b", "c"], 3, 3)}))
    assert [each.kind for each in action.inputs] == ["order"]
    told = sent(action, **{"order:order:a": "3", "order:order:b": "1", "order:order:c": "2"})
    assert told["order"] == ["b", "c", "a"]


def test_dice_of_the_table_and_named_modifiers_come_with_what_takes_them():
    made = offer("check", "ana", "Check", [], rolls={"count": 2, "sides": 6}, modifiers={"min": -99, "max": 99})
    action = the(made)
    assert list(action.dice) == [1, 2]
    told = sent(
        action,
        **{
            "rolls:rolls": ["3", " 5 "],
            "modifiers:modifiers:pick": [json.dumps({"name": "Good rope", "value": 3})],
            "modifiers:modifiers:name": ["Rain"],
            "modifiers:modifiers:value": ["-2"],
        },
    )
    assert told["rolls"] == [3, 5]
    assert told["modifiers"] == [{"name": "Good rope", "value": 3}, {"name": "Rain", "value": -2}]
    empty = sent(
        action, **{"rolls:rolls": ["", ""], "modifiers:modifiers:name": [""], "modifiers:modifiers:value": [""]}
    )
    assert empty == {"type": "check", "actor": "ana"}


def test_a_half_typed_roll_is_sent_as_it_is_for_the_engine_to_refuse():
    action = the(offer("check", "ana", "Check", [], rolls={"count": 2, "sides": 6}))
    assert sent(action, **{"rolls:rolls": ["3", ""]})["rolls"] == [3, ""]


@pytest.mark.parametrize("broken", ["{", '{"target":', '{"target": NaN}', "\ud800"])
def test_a_record_that_is_none_is_unreadable(broken):
    action = the(offer("check", "ana", "Check", [], choices={"against": one([{"target": "ork"}]), "why": text()}))
    with pytest.raises(command_parsing.UnreadableForm):
        sent(action, **{"json:against": broken})


def test_a_whole_participant_is_asked_for_on_a_page_of_its_own():
    assert (
        offer_actions([offer("join", "gm", "Join", [], choices={"participant": one([{"id": "x", "name": "X"}])})]) == []
    )


def test_seldom_needed_fields_stand_aside():
    action = the(
        offer(
            "attack",
            "ana",
            "Attack",
            [],
            example={"weapon": "Sword"},
            choices={
                "weapon": one(["Sword"], optional=True),
                "fortune": number(0, 3, optional=True),
                "mental": truth(optional=True),
                "defend_trait": one(["Athlete"], optional=True),
                "trait": one(["Warrior", "Archer"]),
            },
        )
    )
    assert {each.field for each in action.usual_inputs} == {"weapon", "fortune", "trait"}
    assert {each.field for each in action.further_inputs} == {"mental", "defend_trait"}


def test_a_play_that_one_tap_makes_says_what_it_is_worth(db):
    seat, told = "ana", {"chance": 0.25, "exact": True, "of": "A heart saves"}
    offered = [
        {"type": kind, "actor": seat, "label": kind, "rules": [], "fixed": {}, "choices": {}, "example": {}}
        for kind in ("death-draw", "pass")
    ]
    asked = []

    def odds(command, as_):
        asked.append((command, as_))
        return told if command["type"] == "death-draw" else None

    table = Table(None, None, seat, [seat], {"participants": {}}, offered, [], odds=odds)
    assert [action.label for action in table.quick] == ["death-draw · 25\u00a0%", "pass"]
    assert "A heart saves" in table.quick[0].help
    assert asked[0] == ({"type": "death-draw", "actor": seat}, seat)
    # The GM's own orders are no gambles, and nothing is asked of the engine for them.
    run = Table(None, None, "gm", ["gm"], {"participants": {}}, offered, [], odds=odds)
    assert [action.label for action in run.quick] == ["death-draw", "pass"]


def test_a_skill_that_is_asked_for_beside_its_group_says_which_it_belongs_to():
    choices = {"skill": one(["Swindle", "Juggling"]), "group": one(["Social"])}
    made = offer("call-check", "gm", "Call", [], choices=choices)
    made["groups"] = {"Swindle": "Social"}
    assert json.loads(the(made).grouping) == {"Swindle": "Social"}
    other = offer("call-check", "gm", "Call", [], choices={"group": one(["Social"])})
    other["groups"] = {"Swindle": "Social"}
    assert the(other).grouping == ""
