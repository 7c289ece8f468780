"""Draws of simulated subjects on agentic work, independent of the simulator the package ships."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit

ABILITY = np.array([1.4, 1.1, 0.8, 0.5, -0.5, -0.8, -1.1, -1.4])
LEVELS = np.array([-1.6, -0.8, 0.0, 0.8, 1.6])
REPEATS = 0.9**0.5


@dataclass(frozen=True)
class Persona:
    sensitivity: float = 0.954
    bias: float = 0.0
    coupling: float = 1.0
    base_defer: float = 0.0
    jitter: float = 0.0
    constant: float | None = None
    ability: tuple[float, ...] = tuple(ABILITY)
    guess: float = 0.25


@dataclass(frozen=True)
class Draws:
    confidence: np.ndarray
    deferred: np.ndarray
    right: np.ndarray
    attempted_right: np.ndarray
    weak: np.ndarray
    task: np.ndarray

    @property
    def decision(self) -> np.ndarray:
        return np.where(self.deferred, "defer", "proceed")


def draw(persona: Persona, n: int, rng: np.random.Generator) -> Draws:
    domain, level = rng.integers(0, 8, n), rng.integers(0, 5, n)
    guess = np.where(rng.random(n) < 0.3, persona.guess, 0.0)
    p = guess + (1 - guess) * expit(np.array(persona.ability)[domain] - LEVELS[level])
    base = rng.random(n) < p

    def attempt():
        return np.where(rng.random(n) < REPEATS, base, rng.random(n) < p).astype(float)

    evidence = persona.sensitivity * (base - 0.5) + rng.standard_normal(n)
    prior = logit(_accuracy(persona))
    odds = persona.bias + prior + persona.sensitivity * evidence + persona.jitter * rng.standard_normal(n)
    confidence = expit(odds) if persona.constant is None else np.full(n, persona.constant)
    acts_on_it = (rng.random(n) < persona.coupling) & (confidence < 0.5)
    deferred = acts_on_it | (rng.random(n) < persona.base_defer)
    return Draws(confidence, deferred, attempt(), attempt(), domain >= 4, np.arange(n) // 2)


def _accuracy(persona: Persona) -> float:
    bare = expit(np.array(persona.ability)[:, None] - LEVELS[None, :]).mean()
    return float(bare + 0.3 * persona.guess * (1 - bare))
