"""A built wheel, installed elsewhere, runs the same tasks from any directory."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_wheel_runs_both_experiments(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    run(sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT))
    wheel = next(tmp_path.glob("*.whl"))
    home = tmp_path / "env"
    run(sys.executable, "-m", "venv", str(home))
    python = str(home / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", str(wheel))
    # The dependencies are those of this environment; its .pth files are not read, so the editable install is not seen.
    site = next((home / "lib").glob("python*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = run(python, "-c", "import mirror_inspect.tasks as t; print(t.__file__)")
    assert Path(where.strip()).is_relative_to(home)
    inspect = ("-m", "inspect_ai")
    for task in ("mirror_inspect/exp1_atlas", "mirror_inspect/exp9_knowdo"):
        words = ("-T", "preset=quick", "-T", "calibration=1", "--model", "simulated/calibrated", "--display", "none")
        run(python, *inspect, "eval", task, *words)
    check = (
        "from inspect_ai.log import list_eval_logs, read_eval_log;"
        "print(*{read_eval_log(f, header_only=True).status for f in list_eval_logs()})"
    )
    assert run(python, "-c", check).strip() == "success"
