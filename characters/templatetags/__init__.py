"""Filters of the characters' pages."""
