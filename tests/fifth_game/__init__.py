"""Copper Dice: a small complete game, and proof that a game needs no change outside of its own folder."""
