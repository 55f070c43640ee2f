"""This site and boardgame.io's bundled server do the same work in one run, alternating.

Run: `python -m tests.load.duel`; `make load` runs it last. Compare ratios; figures of different machines differ.
"""
