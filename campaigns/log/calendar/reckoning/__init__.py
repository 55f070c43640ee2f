"""The arithmetic of a campaign's calendar: years, months, weekdays, moons and written dates. Imports no Django."""
