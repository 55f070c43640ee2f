"""What all games share: chance, cards, shapes, refusals, fairness. Imports neither a game nor Django."""
