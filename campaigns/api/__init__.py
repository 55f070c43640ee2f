"""The api of people and play, one file a subject."""
