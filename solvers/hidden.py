"""Look inside an open-weight model: hidden states at the last token of the bare question, read beside Inspect's calls.

Inspect's ``hf`` provider can return hidden states itself, as nested lists of every layer and token of prompt and reply
(13 kB for 640 units of one layer at one token): it would write them into the log. They are read here from the same
loaded model by one pass over the prompt, without a batch whose padding would change the last digits, and those of the
provider are off.
"""

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Final

import anyio
from inspect_ai.model import ChatMessage, ChatMessageUser, Model, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from mirror_inspect.elicitation.channels import CHANNELS
from mirror_inspect.elicitation.few_shot import item_talks, toss, transcript
from mirror_inspect.errors import ArgumentError
from mirror_inspect.hidden_states import LARGEST, States, characters, fitting, pack
from mirror_inspect.solvers.asking import setting_for
from mirror_inspect.solvers.datasets import asked_in
from mirror_inspect.solvers.stored import Stored
from mirror_inspect.taxonomy import Channel

PROVIDER: Final = "hf/"
EXTRA: Final = ("torch", "transformers", "accelerate")
RUN: Final = "inspect eval mirror_inspect/exp7_mechanistic --model hf/Qwen/Qwen2.5-0.5B-Instruct -T preset=quick"
INSTALL: Final = 'pip install "mirror-inspect[probe]"'

AS_IT_IS: Final = "{{ messages[-1]['content'] }}"
"""Template of a base model: without one the provider writes ``user:`` before a text, and a line end after it."""


class HiddenStore(Stored):
    """The hidden states of the sample's bare question; ``None`` until they are read."""

    states: States | None = None


def check_extra() -> None:
    """Refuse to start without the libraries that run open-weight models.

    Raises:
        ArgumentError: one is not installed; says what to type.
    """
    absent = [name for name in EXTRA if find_spec(name) is None]
    if absent:
        raise ArgumentError(f"exp7_mechanistic needs {', '.join(absent)}, which is not installed: {INSTALL}")


def check_provider(model: str) -> None:
    """Refuse a model whose inside cannot be seen.

    Args:
        model: Inspect's name.

    Raises:
        ArgumentError: it is not run by Inspect's ``hf`` provider; says what to type.
    """
    if not model.startswith(PROVIDER):
        raise ArgumentError(
            f"exp7_mechanistic reads hidden states, and {model} does not show any: it takes open-weight models run by "
            f"Inspect's hf provider. Install it with `{INSTALL}` and run e.g. `{RUN}` (a local folder: "
            "--model hf/local -M model_path=FOLDER)"
        )


def provider(model: Model) -> Any:
    """Return the provider of an open-weight model, with what is used of it: ``model``, ``tokenizer``, ``hf_chat``.

    Raises:
        ArgumentError: another provider, or one without them.
    """
    check_provider(str(model))
    api = model.api
    lacking = [name for name in ("model", "tokenizer", "hf_chat") if getattr(api, name, None) is None]
    if lacking:
        raise ArgumentError(
            f"no hidden states: this version of Inspect's hf provider has no {', '.join(lacking)}; install the version "
            "of inspect-ai that the log header of an earlier run names, e.g. `pip install inspect-ai==0.3.285`"
        )
    return api


def size_of(model: Model) -> tuple[int, int]:
    """Return width and depth of a loaded model.

    Raises:
        ArgumentError: its configuration does not say.
    """
    config = provider(model).model.config
    config = getattr(config, "text_config", None) or config
    width, depth = getattr(config, "hidden_size", None), getattr(config, "num_hidden_layers", None)
    if not isinstance(width, int) or not isinstance(depth, int):
        raise ArgumentError(f"no hidden states: the configuration of {model} names no hidden_size or num_hidden_layers")
    return width, depth


def layers_for(model: Model, wanted: tuple[int, ...], *, in_file: bool) -> tuple[int, ...]:
    """Return the layers to keep: those wanted, else all in a file, else as many as fit the log.

    Args:
        model: The loaded model.
        wanted: Layers asked for; empty for the choice described.
        in_file: Whether they go to files beside the log.

    Raises:
        ArgumentError: a layer the model does not have, or layers that do not fit the log.
    """
    width, depth = size_of(model)
    if wrong := [n for n in wanted if n > depth]:
        raise ArgumentError(f"layers={','.join(map(str, wrong))}: the model has layers 0 to {depth}")
    if in_file:
        return wanted or tuple(range(depth + 1))
    chosen = wanted or fitting(width, depth)
    if not chosen or characters(width, len(chosen)) > LARGEST:
        most = LARGEST * 3 // 4 // (2 * width)
        raise ArgumentError(
            f"{len(chosen) or 'no'} layers of {width} units do not fit the log (at most {most}); name fewer with "
            "-T layers=..., or keep them in files beside it: -T states=logs/states"
        )
    return chosen


def check_states(model: Model, layers: tuple[int, ...]) -> None:
    """Read one short text, so that a model that shows nothing is refused before the first call.

    Args:
        model: The loaded model.
        layers: Layers to keep.

    Raises:
        ArgumentError: it returns no hidden states, fewer than it has layers, or none that are finite.
    """
    import numpy as np

    try:
        vectors, *_ = _read(provider(model), "1 + 1 =", layers, Lock())
    except ArgumentError:
        raise
    except (AttributeError, TypeError, ValueError, RuntimeError) as why:
        raise ArgumentError(
            f"no hidden states: {model} cannot be read at the end of a text ({type(why).__name__}); choose a "
            f"decoder-only model, e.g. `{RUN}`"
        ) from why
    if not np.isfinite(vectors).all():
        raise ArgumentError(f"the hidden states of {model} are not finite: load it with -M dtype=float32")


@solver
def open_model(greedy: bool = True, shots: int = 0) -> Solver:
    """Prepare the provider: hidden states come from `look_inside` alone, and the likeliest token is taken each time.

    Args:
        greedy: Take the likeliest token, which this provider has no temperature for; else Inspect's options apply.
        shots: Demonstrations; with them the text is sent as it is, since the provider would put a user turn around it.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        api = provider(get_model())
        api.hidden_states = None
        if greedy:
            api.do_sample = False
        if shots:
            api.chat_template = AS_IT_IS
        return state

    return solve


@solver
def look_inside(layers: tuple[int, ...] = (), states: str = "", seed: int = 0, shots: int = 0) -> Solver:
    """Keep the hidden states at the last token of the natural channel's prompt, before any of the reply exists.

    Args:
        layers: Layers to keep; as many as fit when empty.
        states: Folder for files, one a sample; the log when empty.
        seed: Fixes the wording, as for the channels.
        shots: Demonstrations, as for the channels.
    """
    turn = Lock()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        api = provider(model)
        kept = layers_for(model, layers, in_file=bool(states))
        asked = asked_in(state.metadata)
        setting = setting_for(asked.item, Channel.NATURAL, seed=seed, repeat=asked.repeat)
        prompt = CHANNELS[Channel.NATURAL].ask(asked.item, setting)
        shown = item_talks(Channel.NATURAL, setting, toss(shots, asked.item.id))
        messages: list[ChatMessage] = [ChatMessageUser(content=transcript(shown, [prompt]) if shown else prompt)]
        file = Path(states).expanduser().absolute() / f"{state.uuid}.npz" if states else None
        # In a thread, so that the event loop goes on, and one at a time, so that samples do not fight over the memory.
        read = partial(_read, api, api.hf_chat(messages, []), kept, turn)
        vectors, tokens, depth = await anyio.to_thread.run_sync(read)
        HiddenStore.of(state).states = pack(vectors, kept, depth=depth, tokens=tokens, file=file)
        return state

    return solve


def _read(api: Any, text: str, layers: tuple[int, ...], turn: Lock) -> tuple[Any, int, int]:
    """Return the states of one text at its last token, shape (n_layers, width), its tokens and the model's depth.

    Raises:
        ArgumentError: the model returns no hidden states, or not as many as it has layers.
    """
    import numpy as np
    import torch

    given = api.tokenizer(text, return_tensors="pt", **(api.tokenizer_call_args or {})).to(api.model.device)
    # Without the head, which would make a row as long as the vocabulary of every token.
    trunk = getattr(api.model, "base_model", api.model)
    with turn, torch.inference_mode():
        held = trunk(
            input_ids=given["input_ids"],
            attention_mask=given["attention_mask"],
            output_hidden_states=True,
            use_cache=False,
        )
    held = getattr(held, "hidden_states", None)
    if not held or len(held) <= max(layers):
        raise ArgumentError(
            "no hidden states: this architecture does not return one per layer; choose a decoder-only model, e.g. "
            f"`{RUN}`"
        )
    vectors = np.stack([held[n][0, -1].float().cpu().numpy() for n in layers]).astype(np.float64)
    return vectors, int(given["input_ids"].shape[1]), len(held) - 1
