"""Guests of one session: members until it is marked as played, or until a day after its start."""
