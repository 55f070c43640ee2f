"""What the four games share: chance, cards, shapes, refusals, fairness. Knows no game and no Django."""
