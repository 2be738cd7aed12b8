"""The tiers of test files, and what is required of each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("tiers.toml")


@dataclass(frozen=True, slots=True)
class Tier:
    """Test files, and the share of their tests that must come out the same, by engine."""

    name: str
    same: Mapping[str, float]
    files: tuple[str, ...]
    pythons: Mapping[str, Sequence[str]]

    def files_on(self, version: str) -> list[str]:
        """The files that a version of Python has."""
        short = ".".join(version.split(".")[:2])
        return [each for each in self.files if short in self.pythons.get(each, [short])]


def read_tiers(path: Path = TABLE) -> dict[str, Tier]:
    """The tiers by name."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: Tier(name, table["same"], tuple(table["files"]), table.get("pythons", {}))
        for name, table in tables.items()
    }
