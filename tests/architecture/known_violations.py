"""The violations of the layout that are left. Mend one and take it out; add none.

An import is written "importing module -> imported module". The comment above a group says what would end it.
"""

# Against the order of packages.
UPWARD_PACKAGES = (
    # Answers to forms catch the refusals of the rules. They belong into `people`, which may import the rules.
    "common.form_responses -> rules.play",
)

# Entries at the root of an app beyond the ten that are allowed: make folders of what belongs together.
ROOT_ENTRIES = {
    "config": 14,
    "people": 15,
}

# Against the order of subjects in `campaigns`.
UPWARD_IMPORTS = (
    # A session groups what happens in a campaign: log entries, reveals and encounters name the session they belong
    # to. Moving the tables of sessions below `log` ends these.
    "campaigns.encounters.actions -> campaigns.sessions.models",
    "campaigns.encounters.api -> campaigns.sessions.access",
    "campaigns.encounters.forms -> campaigns.sessions.models",
    "campaigns.encounters.queries -> campaigns.sessions.access",
    "campaigns.encounters.queries -> campaigns.sessions.models",
    "campaigns.log.actions -> campaigns.sessions.models",
    "campaigns.log.api -> campaigns.sessions.access",
    "campaigns.log.entries -> campaigns.sessions.models",
    "campaigns.log.checks.actions -> campaigns.sessions.models",
    "campaigns.log.checks.api -> campaigns.sessions.access",
    "campaigns.log.forms -> campaigns.sessions.access",
    "campaigns.log.models -> campaigns.sessions.models",
    "campaigns.log.queries -> campaigns.sessions.access",
    "campaigns.log.queries -> campaigns.sessions.models",
    "campaigns.world.access -> campaigns.sessions.access",
    "campaigns.world.access -> campaigns.sessions.models",
    "campaigns.world.api -> campaigns.sessions.access",
    "campaigns.world.link_index -> campaigns.sessions.models",
    "campaigns.world.queries -> campaigns.sessions.models",
    "campaigns.world.reveals -> campaigns.sessions.models",
    # The log shows names of world entries to those who know them: its pages belong above `world`.
    "campaigns.log.actions -> campaigns.world.wiki_links",
    "campaigns.log.queries -> campaigns.world.readable_text",
    # The full-text index knows every subject, and the lists of two subjects filter by it.
    "campaigns.log.queries -> campaigns.overview.search.index",
    "campaigns.world.queries -> campaigns.overview.search.index",
    # The options of a campaign and of one encounter are checked and shown alike: a module of `rules.pages` could do it.
    "campaigns.encounters.actions -> campaigns.overview.actions",
    "campaigns.encounters.forms -> campaigns.overview.forms",
    # Who is a member, how that ends, who was there, and what a campaign adds up to: queries and an action of `people`,
    # and an API of `overview`.
    "campaigns.sessions.guests.actions -> campaigns.overview.members.actions",
    "campaigns.sessions.queries -> campaigns.overview.members.queries",
    "campaigns.sessions.report_api -> campaigns.overview.statistics.queries",
    # The places that a restored campaign offers are shown on the home page and end with the membership.
    "campaigns.overview.members.actions -> campaigns.archive.place_taking",
    "campaigns.overview.queries -> campaigns.archive.access",
)
