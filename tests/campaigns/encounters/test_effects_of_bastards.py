"""The chips of a participant in A Game of Bastards name effects in words."""

from django.template.loader import render_to_string


def test_an_effect_is_named_in_words_with_the_cards_that_it_moves_and_the_one_who_is_studied():
    effects = [{"name": "iron-wall"}, {"name": "defensive-stance", "cards": 2}, {"name": "study", "target": "riot"}]
    effects.append({"name": "study", "target": "left"})
    row = render_to_string(
        "games/game-of-bastards/table/participant.html",
        {
            "table": {"over": True, "turn": [], "targets": [], "participants": {"riot": {"name": "Riot & Sons"}}},
            "participant": {"id": "ilse", "name": "Ilse", "wildcards": 0, "hand_size": 5, "effects": effects},
        },
    )
    chips = [" ".join(part.split(">")[1].split("<")[0].split()) for part in row.split('data-explain="effect"')[1:]]
    assert chips == ["iron wall", "defensive stance 2", "study: Riot &amp; Sons", "study"]
