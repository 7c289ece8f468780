"""A tiny transformer, made and trained here: the probe finds what its replies depend on, and the log stays small.

Needs the extra ``probe``; without it these tests are skipped and say how to install it.
"""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from inspect_ai import score

from mirror_inspect.analysis.probe import Inside, analyse
from mirror_inspect.hidden_states import LARGEST, STORE_KEY, States, pack, unpack
from mirror_inspect.metrics.fold_areas import fold_auroc
from mirror_inspect.observation import log_observations
from mirror_inspect.scorers.mechanistic import mechanistic_scorer

MISSING = 'torch and transformers are not installed, so no transformer was probed: pip install "mirror-inspect[probe]"'
for package in ("torch", "transformers", "accelerate"):
    pytest.importorskip(package, reason=MISSING)

WORDS, LENGTH = 40, 6
RIGHT, WRONG, ASK, END = WORDS, WORDS + 1, WORDS + 2, WORDS + 3


def tiny(vocabulary: int, positions: int, *, width: int = 32, depth: int = 2) -> Any:
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=vocabulary,
        n_positions=positions,
        n_embd=width,
        n_layer=depth,
        n_head=2,
        n_inner=64,
        bos_token_id=vocabulary - 1,
        eos_token_id=vocabulary - 1,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
    )
    return GPT2LMHeadModel(config)


def prompts(rng: np.random.Generator, n: int, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Words and a question mark, and the log-odds that the reply is right: a sum over the words, of variance 2.25."""
    words = rng.integers(0, WORDS, size=(n, LENGTH))
    odds = 1.5 * weight[words].sum(axis=1) / LENGTH**0.5
    return np.column_stack([words, np.full(n, ASK)]), odds


@pytest.fixture(scope="module")
def trained() -> tuple[Any, np.ndarray]:
    """A model that replies rightly with the probability that its prompt's words give it."""
    import torch

    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    weight = rng.normal(size=WORDS)
    weight = (weight - weight.mean()) / weight.std()
    model = tiny(WORDS + 4, LENGTH + 2)
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(400):
        given, odds = prompts(rng, 128, weight)
        logits = model(torch.tensor(given)).logits[:, -1, [RIGHT, WRONG]]
        chance = torch.tensor(1 / (1 + np.exp(-odds)), dtype=torch.float32)
        loss = -(torch.stack([chance, 1 - chance], dim=1) * logits.log_softmax(dim=1)).sum(dim=1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return model.eval(), weight


def looked_at(model: Any, given: np.ndarray, layers: tuple[int, ...]) -> np.ndarray:
    """Hidden states by the solver's own reading, shape (n, n_layers, width), packed and unpacked as in a log."""
    from threading import Lock

    import torch
    from transformers import BatchEncoding

    from mirror_inspect.solvers.hidden import _read

    def tokenizer(text: str, **_: Any) -> BatchEncoding:
        ids = torch.tensor([[int(t) for t in text.split()]])
        return BatchEncoding({"input_ids": ids, "attention_mask": torch.ones_like(ids)})

    api = SimpleNamespace(model=model, tokenizer=tokenizer, tokenizer_call_args=None)
    found = []
    for line in given:
        vectors, tokens, depth = _read(api, " ".join(map(str, line)), layers, Lock())
        found.append(unpack(pack(vectors, layers, depth=depth, tokens=tokens)))
    return np.stack(found)


def test_the_probe_finds_what_the_replies_depend_on_and_a_random_state_stays_at_one_half(
    trained: tuple[Any, np.ndarray],
) -> None:
    import torch

    model, weight = trained
    rng = np.random.default_rng(1)
    n = 2000
    given, odds = prompts(rng, n, weight)
    with torch.inference_mode():
        logits = model(torch.tensor(given)).logits[:, -1, [RIGHT, WRONG]]
    correct = (rng.random(n) < logits.softmax(dim=1)[:, 0].numpy()).astype(float)
    states = looked_at(model, given, (0, 1, 2))
    place = np.arange(n) % 40
    columns = [states[:, 1], states[:, 2]]
    common = {
        "correct": correct,
        "subcategory": place.astype(str),
        "domain": (place // 5).astype(str),
        "difficulty": np.ones(n),
        "length": np.full(n, 7.0),
        "planned": n,
    }
    found = analyse(Inside(states=columns, layers=(1, 2), **common), n_refits=20)
    planted = fold_auroc(odds, correct, [0] * n).value
    logging.getLogger(__name__).info("planted %.3f, found %.3f", planted, found.area.value)
    assert planted > 0.75, "the model has learnt its rule"
    assert abs(found.area.value - planted) < 0.03
    assert found.area.p == pytest.approx(1 / 21)
    assert found.control.low <= 0.5 <= found.control.high
    noise = analyse(Inside(states=[rng.normal(size=(n, 32))], layers=(1,), **common), n_refits=0)
    assert noise.area.low <= 0.5 <= noise.area.high
    # At the embedding every prompt ends in the same token at the same place: nothing can be there.
    assert np.ptp(states[:, 0], axis=0).max() == 0


def saved(folder: Path) -> Path:
    """A model and a tokenizer of single characters, as files that Inspect's provider loads."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    characters = [chr(i) for i in range(32, 127)] + ["\n", "<unk>", "<end>"]
    inner = Tokenizer(models.WordLevel({c: i for i, c in enumerate(characters)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), behavior="isolated")
    inner.decoder = decoders.Fuse()
    PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="<unk>", eos_token="<end>").save_pretrained(folder)
    tiny(len(characters), 2048, width=640, depth=6).save_pretrained(folder)
    return folder


def run(folder: Path, logs: Path, **arguments: Any) -> Any:
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import get_model

    from mirror_inspect.tasks import exp7_mechanistic

    model = get_model("hf/local", model_path=str(folder), device="cpu", hidden_states=True, memoize=False)
    task = exp7_mechanistic(preset="quick", per_domain=1, channels="natural", **arguments)
    (log,) = inspect_eval(task, model=model, log_dir=str(logs), display="none", max_tokens=8, limit=4)
    assert log.status == "success", log.error
    assert not [s.error for s in log.samples or () if s.error]
    return log


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("tiny"))


def test_a_log_filled_with_states_grows_by_less_than_20_kb_a_sample(
    folder: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    log = run(folder, tmp_path / "in")
    around = set()
    for sample in log.samples:
        states = States.model_validate(sample.store[STORE_KEY])
        assert states.layers == tuple(range(7))
        assert unpack(states).shape == (7, 640)
        assert 0.99 * LARGEST < len(states.data) <= LARGEST
        # One call, whose prompt is the text that was read: a token a character, and what the provider puts around it.
        (call,) = [e for e in sample.events if e.event == "model"]
        asked = call.input[0].content
        asked = sample.attachments.get(asked.removeprefix("attachment://"), asked)
        around.add(states.tokens - len(asked))
        assert states.tokens > 30
        assert "hidden_states" not in json.dumps(sample.model_dump(mode="json")["events"], default=str)
        assert all("hidden_states" not in (m or {}) for m in [sample.output.metadata])
    assert len(around) == 1
    assert log.results.scores[0].metrics["states_coverage"].value == 1
    again = score(log, mechanistic_scorer(), action="overwrite", display="none")
    assert log_observations(again) == log_observations(log)
    assert again.samples[0].scores["mechanistic_scorer"].value["states"] == 1
    without = run(folder, tmp_path / "out", states=str(tmp_path / "states"))
    sizes = [Path(x.location.removeprefix("file://")).stat().st_size for x in (log, without)]
    growth = (sizes[0] - sizes[1]) / len(log.samples)
    record_property("bytes_per_sample", growth)
    assert growth < 20_000


class Loaded:
    """A loaded model as Inspect hands it over, with what is used of its provider."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.api = SimpleNamespace(model=model, tokenizer=tokenizer, tokenizer_call_args=None, hf_chat=str)

    def __str__(self) -> str:
        return "hf/made-here"


def test_a_model_whose_states_cannot_be_read_is_refused_before_the_first_call(folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from mirror_inspect.errors import ArgumentError
    from mirror_inspect.solvers.hidden import check_states

    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    check_states(Loaded(model, tokenizer), (0, 6))  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="does not return one per layer; choose a decoder-only model"):
        check_states(Loaded(model, tokenizer), (7,))  # type: ignore[arg-type]

    class Blind(torch.nn.Module):
        device = "cpu"

        def forward(self, **_: Any) -> Any:
            return SimpleNamespace()

    class TwoSided(Blind):
        def forward(self, **_: Any) -> Any:
            raise ValueError("you have to specify decoder_input_ids")

    with pytest.raises(ArgumentError, match="no hidden states"):
        check_states(Loaded(Blind(), tokenizer), (0,))  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"cannot be read at the end of a text .*decoder-only"):
        check_states(Loaded(TwoSided(), tokenizer), (0,))  # type: ignore[arg-type]
    with torch.no_grad():
        model.transformer.h[0].mlp.c_fc.weight.fill_(float("nan"))
    with pytest.raises(ArgumentError, match="not finite"):
        check_states(Loaded(model, tokenizer), (0, 6))  # type: ignore[arg-type]


def test_states_in_files_are_those_of_the_log(folder: Path, tmp_path: Path) -> None:
    inside, outside = (
        run(folder, tmp_path / "in"),
        run(folder, tmp_path / "out", states=str(tmp_path / "out" / "states")),
    )
    for one, two in zip(inside.samples, outside.samples, strict=True):
        kept, filed = (States.model_validate(s.store[STORE_KEY]) for s in (one, two))
        assert filed.file
        assert not filed.data
        np.testing.assert_array_equal(unpack(kept), unpack(filed))
