"""The serializers of people and play, one file a subject."""
