"""Idempotency keys: a repeated request has its effect once and gets the same answer."""
