"""The REST API as its callers meet it."""
