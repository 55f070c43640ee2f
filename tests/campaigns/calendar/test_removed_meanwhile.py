"""A planned event that another GM, or the same one by a second tap, deleted a moment before."""

import pytest
from django.core.exceptions import ValidationError

from campaigns.log.calendar import events

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("write", ["delete", "change", "unmark"])
def test_an_event_that_was_deleted_a_moment_before_is_refused(gm_seat, calendar, write):
    event = events.plan_event(membership=gm_seat, title="Bell Night", date="13 Harvestmoon 312")
    pk = event.pk
    events.delete_event(membership=gm_seat, event=event)
    event.pk = pk  # as the second request has read it
    writes = {
        "delete": events.delete_event,
        "unmark": events.dismiss_event,
        "change": lambda **given: events.change_event(
            title="Bell", date="13 Harvestmoon 312", text="", audience="gm", **given
        ),
    }
    with pytest.raises(ValidationError, match="has removed this"):
        writes[write](membership=gm_seat, event=event)
