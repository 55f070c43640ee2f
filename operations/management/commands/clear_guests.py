"""`manage.py clear_guests`: the earlier name of `delete_old_data`, for timers and scripts that use it."""

from operations.management.commands import delete_old_data


class Command(delete_old_data.Command):
    """Does the same as `delete_old_data`."""

    help = "The earlier name of delete_old_data, which does the same."
