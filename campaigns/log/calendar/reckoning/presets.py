"""Calendars to start with. Every part can be changed afterwards."""

from fractions import Fraction
from typing import Final

from campaigns.log.calendar.reckoning.definition import (
    BY_MONTH,
    BY_YEAR,
    Definition,
    Era,
    LeapRule,
    Month,
    Moon,
    Season,
    mark,
)

MOONS_OF_TWELVE: Final = (
    "Frostmoon", "Snowmoon", "Thawmoon", "Seedmoon", "Blossommoon", "Haymoon",
    "Sunmoon", "Grainmoon", "Harvestmoon", "Leafmoon", "Mistmoon", "Wolfmoon",
)  # fmt: skip
EARTH_MONTHS: Final = (
    ("January", 31), ("February", 28), ("March", 31), ("April", 30), ("May", 31), ("June", 30),
    ("July", 31), ("August", 31), ("September", 30), ("October", 31), ("November", 30), ("December", 31),
)  # fmt: skip
SEVEN_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

EARTH: Final = Definition(
    months=tuple(Month(name, days) for name, days in EARTH_MONTHS),
    weekdays=SEVEN_DAYS,
    leap_rules=(LeapRule(month=1, every=4, except_every=100, unless_every=400),),
    eras=(Era("before Christ", "BC", None), Era("anno Domini", "", 1)),
    seasons=(Season("Spring", 2, 20), Season("Summer", 5, 21), Season("Autumn", 8, 23), Season("Winter", 11, 21)),
    moons=(Moon("Moon", Fraction("29.530588"), Fraction("10.50")),),
)
TWELVE_MOONS: Final = Definition(
    months=tuple(Month(name, 30) for name in MOONS_OF_TWELVE),
    weekdays=("Moonday", "Toilday", "Midday", "Kinday", "Marketday", "Restday"),
    seasons=(Season("Spring", 2), Season("Summer", 5), Season("Autumn", 8), Season("Winter", 11)),
    moons=(Moon("Moon", Fraction(30)),),
)
FIVE_FESTIVALS: Final = Definition(
    months=(
        Month("Firstfrost", 30), Month("Midwinter", 1, True), Month("Icemelt", 30), Month("Greening", 30),
        Month("Rains", 30), Month("Sowing Feast", 1, True), Month("Bloom", 30), Month("Highgrass", 30),
        Month("Longdays", 30), Month("Midsummer", 1, True), Month("Oath Day", 0, True), Month("Goldfield", 30),
        Month("Reaping", 30), Month("Harvest Feast", 1, True), Month("Cider", 30), Month("Leaffall", 30),
        Month("Feast of the Dead", 1, True), Month("Fogs", 30), Month("Yearsnight", 30),
    ),
    weekdays=("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    week_starts=BY_MONTH,
    leap_rules=(LeapRule(month=10, every=4),),
    seasons=(Season("Spring", 3, 15), Season("Summer", 7, 15), Season("Autumn", 11, 15), Season("Winter", 17, 15)),
    moons=(Moon("Moon", Fraction("30.4375")),),
)  # fmt: skip
THIRTEEN_MONTHS: Final = Definition(
    months=(
        *(Month(name, 28) for name in ("Wren", "Otter", "Hare", "Fox", "Heron", "Bee", "Stag", "Salmon", "Adder",
                                       "Boar", "Goose", "Owl", "Bear")),
        Month("Day of the Year", 1, True),
    ),
    weekdays=SEVEN_DAYS,
    week_starts=BY_YEAR,
    leap_rules=(LeapRule(month=13, every=4),),
    seasons=(Season("Spring", 2), Season("Summer", 5, 8), Season("Autumn", 8, 15), Season("Winter", 11, 22)),
    moons=(Moon("Moon", Fraction(28)),),
)  # fmt: skip
TWO_MOONS: Final = Definition(
    months=tuple(
        Month(name, 36) for name in ("Ash", "Ember", "Flint", "Dew", "Reed", "Amber", "Copper", "Rust", "Slate", "Rime")
    ),
    weekdays=("Firstday", "Seconday", "Thirday", "Fourthday", "Fifthday", "Sixthday", "Seventhday", "Eighthday"),
    eras=(Era("before the Landing", "BL", None), Era("after the Landing", "AL", 1)),
    seasons=(Season("Winter", 0, 19), Season("Spring", 3), Season("Summer", 5, 19), Season("Autumn", 8)),
    moons=(Moon("White Moon", Fraction("27.5")), Moon("Red Moon", Fraction(64), Fraction(10))),
)
PRESETS: Final = {
    "twelve-moons": (mark("Twelve months of 30 days"), TWELVE_MOONS),
    "two-moons": (mark("Ten months, weeks of eight days, two moons, two eras"), TWO_MOONS),
    "five-festivals": (mark("Twelve months and five festivals outside the week"), FIVE_FESTIVALS),
    "thirteen-months": (mark("Thirteen months of 28 days and one day more"), THIRTEEN_MONTHS),
    "earth": (mark("The calendar of our world"), EARTH),
}
