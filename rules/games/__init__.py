"""The games, one folder each; every folder offers its `GAME` in `game.py`."""
