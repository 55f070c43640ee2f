"""Ties between shared pages and NPCs: they travel in the editions of their ends."""
