"""Golden traces: published truth of whole plays."""
