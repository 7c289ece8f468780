"""The package list is complete, and a wheel holds everything that the source tree does."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAPPING: dict[str, str] = CONFIG["tool"]["setuptools"]["package-dir"]
PACKAGES: list[str] = CONFIG["tool"]["setuptools"]["packages"]


def folder_of(package: str) -> Path:
    for prefix in sorted(MAPPING, key=len, reverse=True):
        if package == prefix or package.startswith(prefix + "."):
            return ROOT / MAPPING[prefix] / package[len(prefix) :].strip(".").replace(".", "/")
    raise AssertionError(f"{package} is not under any mapped folder")


def test_every_listed_package_exists_and_every_folder_with_code_is_listed() -> None:
    for package in PACKAGES:
        assert (folder_of(package) / "__init__.py").is_file(), package
    listed = {folder_of(p).resolve() for p in PACKAGES}
    roots = [ROOT / path for path in MAPPING.values()]
    found = {f.parent.resolve() for root in roots for f in root.rglob("*.py") if "__pycache__" not in f.parts}
    assert found == listed


@pytest.mark.slow
def test_a_wheel_built_through_the_sdist_holds_every_module_and_data_file(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)], check=True, capture_output=True
    )
    wheel = next(tmp_path.glob("*.whl"))
    names = set(zipfile.ZipFile(wheel).namelist())
    for package in PACKAGES:
        folder = folder_of(package)
        for file in folder.iterdir():
            if file.suffix in {".py", ".yaml", ".jsonl", ".json", ".csv", ".html"}:
                assert f"{package.replace('.', '/')}/{file.name}" in names, file
