"""What a scenario counted, and the table of all scenarios."""

from dataclasses import dataclass, fields


@dataclass
class Figures:
    """One line of the table; everything after `acknowledged` must be zero."""

    scenario: str
    size: str
    seconds: float = 0.0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    server_errors: int = 0
    mismatches: int = 0
    silent: int = 0
    note: str = ""

    def require_clean(self) -> None:
        """Fails when something was lost or doubled, or when anything else went wrong."""
        bad = {name: value for name in FAULTS if (value := getattr(self, name))}
        assert not bad, f"{self.scenario}: {bad}; {self.note}"
        assert self.acknowledged, f"{self.scenario}: nothing was acknowledged, so nothing is proved"


FAULTS = ("lost", "doubled", "server_errors", "mismatches", "silent")
HEADINGS = {"server_errors": "server errors", "mismatches": "replay mismatches", "silent": "silent streams"}


def format_table(rows: list[Figures]) -> list[str]:
    """The lines of the table."""
    names = [field.name for field in fields(Figures)]
    lines = [[HEADINGS.get(name, name) for name in names]]
    lines += [[_cell(getattr(row, name)) for name in names] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if name in ("scenario", "size", "note") else cell.rjust(width)
            for name, cell, width in zip(names, line, widths, strict=True)
        ).rstrip()
        for line in lines
    ]


def _cell(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)
