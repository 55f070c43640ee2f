"""Proposed dates of a session, and the links under which members answer them without signing in."""
