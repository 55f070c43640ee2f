"""The API of characters, one file a subject."""
