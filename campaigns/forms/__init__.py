"""The forms of people and play, one file a subject."""
