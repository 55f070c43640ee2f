"""Portraits of characters: small pictures beside their names, seen by everyone who knows the character."""
