"""Makes the site from docs/ and from the package: `python -m docs.site [FOLDER]`, in the root of the project.

Without a folder, it goes to build/docs, to be read from disk, and as an archive to where `sleuth serve` finds it and
where it travels in the wheel. A warning is an error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docs.site.pages import ROOT, Pages, add_navigation
from docs.site.reference import Reference, link_overview

USUAL = ROOT / "build" / "docs"
ARCHIVE = ROOT / "src" / "sleuth" / "adapters" / "web" / "documentation.zip"
NEEDLESS = (".buildinfo", ".doctrees", "_static/scripts/furo.js.map", "_static/styles/furo.css.map",
            "_static/styles/furo-extensions.css.map", "_static/scripts/furo.js.LICENSE.txt")  # fmt: skip
"""What Sphinx writes and nobody reads."""


def main() -> int:
    """Make the site; 1 where Sphinx warns."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=USUAL, help="where the site goes")
    parser.add_argument("--archive", type=Path, help="also write it as this archive")
    parser.add_argument("--pages", type=Path, help="keep what Sphinx reads in this folder, to look at it")
    given = parser.parse_args()
    begun = time.perf_counter()
    with TemporaryDirectory(prefix="sleuth-docs-") as folder:
        pages = given.pages or Path(folder, "pages")
        stage(pages)
        status = build(pages, Path(folder, "site"))
        if status == 0:
            shutil.rmtree(given.folder, ignore_errors=True)
            shutil.copytree(Path(folder, "site"), given.folder)
    archive = given.archive or (ARCHIVE if given.folder == USUAL else None)
    if status == 0 and archive is not None:
        pack(given.folder, archive)
    if status == 0:
        files = [file for file in given.folder.rglob("*") if file.is_file()]
        size = sum(file.stat().st_size for file in files)
        number = sum(file.suffix == ".html" for file in files)
        seconds = time.perf_counter() - begun
        print(f"{number} pages, {size / 1e6:.1f} MB, in {seconds:.0f} s: {given.folder / 'index.html'}")
    return status


def stage(folder: Path) -> None:
    """Write what Sphinx reads."""
    pages = Pages(folder)
    pages.stage()
    Reference(folder, pages.place).write()
    link_overview(folder / "reference" / "python.md")
    add_navigation(folder)


def build(pages: Path, out: Path) -> int:
    """Let Sphinx make the site, the same each time; its exit status."""
    from sphinx.cmd.build import main as sphinx

    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    here = str(Path(__file__).parent)
    words = ["-q", "-W", "--keep-going", "-n", "-c", here, "-d", str(out.parent / "doctrees"), str(pages), str(out)]
    status = sphinx(words)
    for name in NEEDLESS:
        if (out / name).exists():
            (out / name).unlink()
    return int(status)


def pack(folder: Path, archive: Path) -> None:
    """Write a folder as one archive, the same bytes for the same files."""
    with ZipFile(archive, "w") as packed:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = ZipInfo(file.relative_to(folder).as_posix())
            packed.writestr(entry, file.read_bytes(), compress_type=ZIP_DEFLATED, compresslevel=9)


if __name__ == "__main__":
    sys.exit(main())
