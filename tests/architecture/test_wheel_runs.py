"""A built wheel, installed elsewhere, runs the same tasks from any directory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_wheel_runs_both_experiments(tmp_path: Path) -> None:
    def run(*words: str, **more: str) -> str:
        env = os.environ | more
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    run(sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT))
    wheel = next(tmp_path.glob("*.whl"))
    site = tmp_path / "site"
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(wheel))
    path = {"PYTHONPATH": str(site)}
    where = run(sys.executable, "-c", "import mirror_inspect.tasks as t; print(t.__file__)", **path)
    assert Path(where.strip()).is_relative_to(site)
    inspect = str(Path(sys.executable).parent / "inspect")
    for task in ("mirror_inspect/exp1_atlas", "mirror_inspect/exp9_knowdo"):
        words = ("-T", "preset=quick", "-T", "calibration=1", "--model", "simulated/calibrated", "--display", "none")
        run(inspect, "eval", task, *words, **path)
    check = (
        "from inspect_ai.log import list_eval_logs, read_eval_log;"
        "print(*{read_eval_log(f, header_only=True).status for f in list_eval_logs()})"
    )
    assert run(sys.executable, "-c", check, **path).strip() == "success"
