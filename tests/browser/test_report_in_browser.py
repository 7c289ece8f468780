"""The report in a browser: nothing runs or is fetched, nothing sticks out on desk or telephone, light or dark."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from mirror_inspect.cli import main

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: `apt-get install chromium` to check the report"),
]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from inspect_ai import eval as inspect_eval

    folder = tmp_path_factory.mktemp("reported")
    for task, sizes in {"exp1_atlas": {"calibration": 3}, "exp9_knowdo": {"calibration": 2, "tasks": 4}}.items():
        (log,) = inspect_eval(
            f"mirror_inspect/{task}",
            model="simulated/half_coupled",
            task_args={"preset": "quick", **sizes},
            log_dir=str(folder / "logs"),
            display="none",
        )
        assert log.status == "success"
    page = folder / "report.html"
    done = CliRunner().invoke(main, ["report", str(folder / "logs"), "-o", str(page), "--resamples", "200"])
    assert done.exit_code == 0, done.output
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_fits_runs_nothing_and_asks_for_nothing(page_file: Path, width: int, scheme: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: the report is not looked at")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        said: list[str] = []
        asked: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 23, 27)")
        # A link leads to its source, which is on the page.
        link = page.locator("a.n").first
        link.click()
        assert page.locator(":target").count() == 1
        assert said == []
        assert asked == [page_file.as_uri()]
        browser.close()


def test_a_printed_page_is_light_shows_what_was_folded_and_holds_every_table(page_file: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: the report is not looked at")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        # A4 on its side at 96 dots an inch, less the margins.
        page = browser.new_page(viewport={"width": 1032, "height": 703}, color_scheme="dark")
        page.emulate_media(media="print")
        page.goto(page_file.as_uri())
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        tables = page.evaluate("[...document.querySelectorAll('table')].map(t => t.getBoundingClientRect().right)")
        assert tables
        assert max(tables) <= 1032
        height = "[...document.querySelectorAll('details table')].map(t => t.getBoundingClientRect().height)"
        folded = page.evaluate(height)
        assert folded
        assert min(folded) > 0
        browser.close()
