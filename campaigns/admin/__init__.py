"""The admin of people and play, one file a subject."""
