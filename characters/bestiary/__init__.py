"""The bestiary that the site ships, and what loads it."""
