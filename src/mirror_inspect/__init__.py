"""mirror-inspect: does a language model know what it knows, and act on it?"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("mirror-inspect")
except PackageNotFoundError:  # pragma: no cover - only in a source tree that was never installed
    __version__ = "0+unknown"

__all__ = ["__version__"]
