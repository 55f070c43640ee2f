"""Rows of bestiaries beyond their prose: multiattacks of 5e-database, spell DCs, attack rows of Open5e."""

import json

from campaigns.modules import adapters

HIT = "Melee Attack Roll: +4, reach 5 ft. Hit: {} Piercing damage."


def figures_of(kind, value):
    """The figures of the only monster of a draft."""
    (item,) = adapters.convert(kind, json.dumps(value)).document["monsters"]
    return item["source_stats"]["data"]


def five_e_bits(*actions):
    """An eel of 5e-database with these actions."""
    url = "/api/2024/monsters/bell-eel"
    eel = {"index": "bell-eel", "name": "Bell Eel", "hit_points": 9, "challenge_rating": 1, "url": url}
    return [eel | {"actions": list(actions)}]


def option(name, count=1):
    return {"option_type": "action", "action_name": name, "count": count, "type": "melee"}


# 5e-database


def test_what_a_multiattack_always_makes_is_part_of_each_of_its_options():
    options = [option("Bite"), {"option_type": "multiple", "items": [option("Lash", 2)]}, option("Song")]
    multi = {
        "name": "Multiattack",
        "multiattack_type": "actions",
        "actions": [option("Bite", 2)],
        "action_options": {"choose": 1, "from": {"options": options}},
    }
    bite, lash = {"name": "Bite", "desc": HIT.format(5)}, {"name": "Lash", "desc": HIT.format(3)}
    assert figures_of("5e-bits", five_e_bits(multi, bite, lash))["round"] == 2 * 5 + 2 * 3
    del multi["action_options"]
    assert figures_of("5e-bits", five_e_bits(multi, bite, lash))["round"] == 2 * 5
    multi |= {"multiattack_type": "action_options", "action_options": {"from": {"options": options}}}
    assert figures_of("5e-bits", five_e_bits(multi, bite, lash))["round"] == 2 * 3, "each option is all that is made"
