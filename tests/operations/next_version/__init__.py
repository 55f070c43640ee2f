"""Migrations of a version that is still to come: rows change, then something that a test may let fail."""

NEWEST = "0002_more"
