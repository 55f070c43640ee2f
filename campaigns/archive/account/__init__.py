"""A person's own data: what is stored, the export of it, and the deletion of the account."""
