"""The views of people and play, one file a subject."""
