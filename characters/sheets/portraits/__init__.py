"""Portraits of characters: small pictures beside their names, seen by everybody who knows the character."""
