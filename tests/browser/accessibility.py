"""What axe finds on a page in both themes, and whether the page is wider than its window."""

from axe_playwright_python.sync_playwright import Axe

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SERIOUS = {"serious", "critical"}
THEMES = ("light", "dark")
# What the colours of a theme can break; everything else is the same in both.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
EVERYTHING = {"resultTypes": ["violations"]}
# Runs the axe that is on the page already; loading it takes as long as looking at a page.
LOADED_AXE = Axe("undefined")


def faults_of(person, path, sizes=(PHONE, LAPTOP)):
    """The serious faults of a page that is opened once, and looked at in each size and theme."""
    person.open(path)
    # A page for use without a network would reload itself while axe examines it; a page that is being left does not.
    person.page.evaluate("dispatchEvent(new Event('beforeunload'))")
    person.page.evaluate(Axe().axe_script)
    faults = []
    for size in sizes:
        person.page.set_viewport_size(size)
        for theme in THEMES:
            faults += _faults_of_theme(person.page, f"{path} ({size['width']}, {theme})", theme)
        wide = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        faults += [f"{path} ({size['width']}): {wide} pixels wider than the window"] if wide > 0 else []
    return faults


def _faults_of_theme(page, place, theme):
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    found = LOADED_AXE.run(page, options=EVERYTHING if theme == THEMES[0] else COLOURS).response["violations"]
    return [
        f"{place}: {each['id']} {node['target']}: {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"][:3]
    ]
