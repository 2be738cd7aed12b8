"""Packages from the index, with their tests, in a folder of the user's cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PYTEST = "pytest==9.2.0"


@dataclass(frozen=True, slots=True)
class Package:
    """A package at one version: where its tests are, and what they need."""

    name: str
    version: str
    tests: tuple[str, ...]
    needs: tuple[str, ...]
    options: tuple[str, ...]
    left_out: tuple[str, ...]
    pythons: tuple[str, ...]
    ways: tuple[str, ...]

    def runs_on(self, version: str) -> bool:
        return not self.pythons or ".".join(version.split(".")[:2]) in self.pythons

    def runs(self, way: str) -> bool:
        return not self.ways or way in self.ways

    @property
    def requirement(self) -> str:
        return f"{self.name}=={self.version}"


@dataclass(frozen=True, slots=True)
class Fetched:
    """Where a package is: its source distribution, itself, and what it needs.

    What it needs is in a folder `site-packages`, and so out of focus.
    """

    folder: Path

    @property
    def source(self) -> Path:
        return self.folder / "source"

    @property
    def package(self) -> Path:
        return self.folder / "package"

    @property
    def needs(self) -> Path:
        return self.folder / "site-packages"

    @property
    def stamp(self) -> Path:
        return self.folder / "installed.txt"


def read_packages(path: Path) -> list[Package]:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["package"]
    return [
        Package(
            table["name"],
            table["version"],
            *(
                tuple(table.get(key, ()))
                for key in ("tests", "needs", "options", "left_out", "pythons", "ways")
            ),
        )
        for table in tables
    ]


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "framedebugger", "packages")


def fetch(package: Package, python: str, version: str) -> Fetched:
    """Download and install a package, unless this was done; raises CalledProcessError."""
    fetched = Fetched(cache_folder() / version / f"{package.name}-{package.version}")
    wanted = "\n".join([package.requirement, PYTEST, *package.needs])
    if fetched.stamp.exists() and fetched.stamp.read_text(encoding="utf-8") == wanted:
        return fetched
    shutil.rmtree(fetched.folder, ignore_errors=True)
    fetched.folder.mkdir(parents=True)
    archive = _download(package, python, fetched.folder)
    _unpack(archive, fetched.source)
    _install(python, fetched.package, ["--no-deps", str(archive)])
    _install(python, fetched.needs, [PYTEST, *package.needs])
    fetched.stamp.write_text(wanted, encoding="utf-8")
    return fetched


def _download(package: Package, python: str, folder: Path) -> Path:
    where = ["--dest", str(folder), "--no-binary", package.name]
    _pip(python, "download", "--no-deps", *where, package.requirement)
    (archive,) = folder.glob("*.tar.gz")
    return archive


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the one folder that is in a source distribution."""
    with tarfile.open(archive) as tar:
        tar.extractall(folder.parent, filter="data")
    archive.with_name(archive.name.removesuffix(".tar.gz")).rename(folder)


def _install(python: str, folder: Path, what: Sequence[str]) -> None:
    _pip(python, "install", "--target", str(folder), *what)


def _pip(python: str, *arguments: str) -> None:
    quiet: Iterable[str] = ("--quiet", "--disable-pip-version-check", "--no-input")
    subprocess.run([python, "-m", "pip", *arguments, *quiet], check=True, capture_output=True)
