"""The command `fatekeeper`: settings file, supervised processes, and every management command of the site."""
