"""What the log of the GMs says about shared worlds; the sentences name the person who acted."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from people.credentials.naming_sentences import NamingSentence

WORLD_STARTED: Final = NamingSentence(_("%(person)s started the shared world “%(world)s”."), "person")
WORLD_JOINED: Final = NamingSentence(_("%(person)s joined the shared world “%(world)s”."), "person")
WORLD_LEFT: Final = NamingSentence(_("%(person)s left the shared world “%(world)s”."), "person")

PAGE_SHARED: Final = NamingSentence(
    _("%(person)s shared the page “%(page)s” with the other campaigns of the world."), "person"
)
PAGE_WITHDRAWN: Final = NamingSentence(_("%(person)s withdrew the shared page “%(page)s”."), "person")
PAGE_TAKEN: Final = NamingSentence(
    _("%(person)s took the page “%(page)s” from another campaign of the world."), "person"
)
NPC_SHARED: Final = NamingSentence(
    _("%(person)s shared the NPC “%(page)s” with the other campaigns of the world."), "person"
)
NPC_WITHDRAWN: Final = NamingSentence(_("%(person)s withdrew the shared NPC “%(page)s”."), "person")
NPC_TAKEN: Final = NamingSentence(_("%(person)s took the NPC “%(page)s” from another campaign of the world."), "person")
MAP_SHARED: Final = NamingSentence(
    _("%(person)s shared the map “%(page)s” with the other campaigns of the world."), "person"
)
MAP_WITHDRAWN: Final = NamingSentence(_("%(person)s withdrew the shared map “%(page)s”."), "person")
MAP_TAKEN: Final = NamingSentence(_("%(person)s took the map “%(page)s” from another campaign of the world."), "person")

CHARACTER_OFFERED: Final = NamingSentence(_("%(person)s offered %(name)s to “%(to)s”."), "person")
CHARACTER_DECLINED: Final = NamingSentence(_("%(person)s declined %(name)s for “%(to)s”."), "person")
OFFER_WITHDRAWN: Final = NamingSentence(_("%(person)s withdrew the offer of %(name)s to “%(to)s”."), "person")
OFFER_ENDED: Final = NamingSentence(_("The offer of %(name)s to “%(to)s” is over."))
CHARACTER_MOVED: Final = NamingSentence(_("%(by)s moved %(name)s from “%(start)s” to “%(end)s”."), "by")
