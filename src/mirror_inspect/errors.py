"""Errors a user can cause, phrased for a terminal."""

from collections.abc import Iterable

import click

from mirror_inspect.inert import inert_message


class ArgumentError(click.UsageError, ValueError):
    """A bad argument: five lines on a terminal and exit code 2, and still a ``ValueError`` in Python.

    A bare ``ValueError`` raised inside a ``@task`` prints a traceback of several hundred lines. Messages may name what
    stands in a log from a stranger, and are made inert.
    """

    def __init__(self, message: str, ctx: click.Context | None = None):
        super().__init__(inert_message(message), ctx)


class BankError(ArgumentError):
    """A damaged, duplicate, leaking or unverifiable item; names file, line, id and reason."""


def unknown(kind: str, value: object, allowed: Iterable[object]) -> ArgumentError:
    """Build the error for a value outside a closed list.

    Args:
        kind: What the value is called, e.g. ``"channel"``.
        value: The offending value.
        allowed: Every value that would have been accepted, in the order to print them.
    """
    return ArgumentError(f"unknown {kind} {value!r}; allowed: {', '.join(str(a) for a in allowed)}")
