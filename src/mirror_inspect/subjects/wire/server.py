"""A loopback HTTP server that speaks the formats of real providers, with the faults of real providers."""

import hashlib
import json
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Final

from mirror_inspect.subjects.wire.anthropic_messages import MESSAGES
from mirror_inspect.subjects.wire.exchange import STATUS, Ask, Format, Json, Refusal, Said, Stop
from mirror_inspect.subjects.wire.faults import REFUSALS, Fault, FaultProfile
from mirror_inspect.subjects.wire.google_content import CONTENT
from mirror_inspect.subjects.wire.openai_chat import CHAT
from mirror_inspect.subjects.wire.openai_responses import RESPONSES

FORMATS: Final = (CHAT, RESPONSES, MESSAGES, CONTENT)
KEY: Final = "loopback-key"
"""The API key that the server accepts by default."""
Subject = Callable[[Ask], Said]

MESSAGE: Final = {
    Refusal.KEY: "Incorrect API key provided.",
    Refusal.MODEL: "The model `{model}` does not exist or you do not have access to it.",
    Refusal.QUOTA: "You exceeded your current quota, please check your plan and billing details.",
    Refusal.PARAMETER: "Unsupported value: 'temperature' does not support {temperature} with this model.",
    Refusal.BLOCKED: "Output blocked by content filtering policy",
    Refusal.RATE: "Rate limit reached for requests.",
    Refusal.SERVER: "The server had an error while processing your request.",
    Refusal.UNAVAILABLE: "The engine is currently not available.",
    Refusal.OVERLOADED: "Overloaded",
}


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a server treats its callers.

    Attributes:
        key: The API key it accepts.
        fixed_temperature: Models that refuse a temperature.
        faults: What goes wrong; nothing by default.
        quota: Answers it gives before the quota is used up; no limit by default.
        delay: Seconds every reply takes.
    """

    key: str = KEY
    fixed_temperature: frozenset[str] = frozenset()
    faults: FaultProfile | None = None
    quota: int | None = None
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One delivery of a request, as the server saw it."""

    format: str
    request: str
    delivery: int
    status: int
    fault: Fault | None
    temperature: float | None
    tokens: int


@dataclass
class Journal:
    """Everything that was delivered to a server, in order of completion."""

    entries: list[Entry] = field(default_factory=list)
    answered: int = 0
    _seen: Counter[str] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)

    def delivered(self, request: str) -> int:
        """Count a delivery and return how often the request had come before."""
        with self._lock:
            self._seen[request] += 1
            return self._seen[request] - 1

    def grant(self, quota: int | None) -> bool:
        """Count an answer if the quota still has one."""
        with self._lock:
            if quota is not None and self.answered >= quota:
                return False
            self.answered += 1
            return True

    def add(self, entry: Entry) -> None:
        """Keep an entry."""
        with self._lock:
            self.entries.append(entry)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, subjects: Mapping[str, Subject], behaviour: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.subjects = subjects
        self.behaviour = behaviour
        self.journal = Journal()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that hang up are part of what is tried."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        path = self.path.partition("?")[0]
        if path.endswith("/count_tokens"):
            self._send(200, {"input_tokens": len(body) // 4})
            return
        format_, model = next(((f, m) for f in FORMATS if (m := f.model(path)) is not None), (None, ""))
        if format_ is None:
            self._send(404, {"error": {"message": f"no such endpoint: {path}"}})
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        self._answer(format_, format_.ask(json.loads(body), model or ""), headers, hashlib.sha256(body).hexdigest())

    def _answer(self, format_: Format, ask: Ask, headers: Mapping[str, str], request: str) -> None:
        behaviour, journal = self.server.behaviour, self.server.journal
        delivery = journal.delivered(request)
        fault: Fault | None = None
        said = Said("")
        refusal = self._refusal(format_, ask, headers)
        if refusal is None and not journal.grant(behaviour.quota):
            refusal = Refusal.QUOTA
        if refusal is None and behaviour.faults is not None:
            fault = behaviour.faults.draw(request, delivery)
            refusal = REFUSALS.get(fault) if fault else None
        if refusal is None:
            try:
                said = _spoilt(self.server.subjects[ask.model](ask), fault)
            except RuntimeError:
                refusal = Refusal.SERVER
        status = STATUS[refusal] if refusal else 200
        tokens = said.read + said.written
        journal.add(Entry(format_.name, request, delivery, status, fault, ask.temperature, tokens))
        if behaviour.delay:
            time.sleep(behaviour.delay)
        if refusal is Refusal.BLOCKED and format_.block is not None:
            self._send(200, format_.block(ask))
            return
        if refusal is not None:
            message = MESSAGE[refusal].format(model=ask.model, temperature=ask.temperature)
            self._send(status, format_.refuse(refusal, message), retry=self._retry_after(refusal))
            return
        self._deliver(format_, ask, said, fault)

    def _refusal(self, format_: Format, ask: Ask, headers: Mapping[str, str]) -> Refusal | None:
        if format_.key(headers) != self.server.behaviour.key:
            return Refusal.KEY
        if ask.model not in self.server.subjects:
            return Refusal.MODEL
        if ask.model in self.server.behaviour.fixed_temperature and ask.temperature is not None:
            return Refusal.PARAMETER
        return None

    def _retry_after(self, refusal: Refusal) -> int | None:
        faults = self.server.behaviour.faults
        return faults.retry_after if refusal is Refusal.RATE and faults is not None else None

    def _deliver(self, format_: Format, ask: Ask, said: Said, fault: Fault | None) -> None:
        if fault in {Fault.DROP, Fault.TWICE}:
            self._hang_up()
            return
        if fault is Fault.SLOW and self.server.behaviour.faults is not None:
            time.sleep(self.server.behaviour.faults.slow)
        if ask.stream and format_.events is not None:
            events = [_event(name, data) for name, data in format_.events(ask, said)]
            data, kind = "".join(events).encode(), "text/event-stream"
        else:
            data, kind = json.dumps(format_.reply(ask, said), ensure_ascii=False).encode(), "application/json"
        if fault is Fault.HALF:
            data = data[: len(data) // 2]
        self._write(200, data, kind, cut=fault is Fault.CUT)

    def _send(self, status: int, content: Json, retry: int | None = None) -> None:
        self._write(status, json.dumps(content).encode(), "application/json", retry=retry)

    def _write(self, status: int, data: bytes, kind: str, *, cut: bool = False, retry: int | None = None) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        if retry is not None:
            self.send_header("retry-after", str(retry))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        if cut:
            self.wfile.flush()
            self._hang_up()

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


def _event(name: str, data: Json) -> str:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n"


def _spoilt(said: Said, fault: Fault | None) -> Said:
    match fault:
        case Fault.EMPTY:
            return replace(said, text="", reasoning="", calls=(), stop=Stop.DONE)
        case Fault.FILTER:
            return replace(said, text="", reasoning="", calls=(), stop=Stop.FILTER)
        case Fault.LENGTH:
            return replace(said, text=said.text[: len(said.text) // 2] or "So", calls=(), stop=Stop.LENGTH)
    return said


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs, and what it has seen."""

    port: int
    journal: Journal

    @property
    def root(self) -> str:
        """Base URL without a version."""
        return f"http://127.0.0.1:{self.port}"

    def environment(self, key: str = KEY) -> dict[str, str]:
        """Return the variables that point Inspect's OpenAI, Anthropic and Google providers here."""
        return {
            "OPENAI_BASE_URL": f"{self.root}/v1",
            "OPENAI_API_KEY": key,
            "ANTHROPIC_BASE_URL": self.root,
            "ANTHROPIC_API_KEY": key,
            "GOOGLE_BASE_URL": self.root,
            "GOOGLE_API_KEY": key,
        }


@contextmanager
def serve(subjects: Mapping[str, Subject], behaviour: Behaviour = Behaviour()) -> Iterator[Running]:
    """Run a server on a free port of 127.0.0.1 for the time of a ``with`` block.

    Args:
        subjects: What answers for each model, by its name on the wire.
        behaviour: How callers are treated.
    """
    server = _Server(subjects, behaviour)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield Running(server.server_address[1], server.journal)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
