"""The pages of the characters app, one file a subject."""
