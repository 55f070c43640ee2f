"""Adventure modules in the Satchel format: read, validate, preview, import."""
