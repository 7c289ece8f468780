"""Signals that an instance-level router needs and nobody states: agreement of resamples, a fitted risk."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from mirror_inspect.routing.candidates import Candidates
from mirror_inspect.stats.arrays import Floats, labels

FOLDS = 2


def self_consistency(answers: Sequence[str]) -> float:
    """Share of resampled answers equal to the commonest one, as read by the grader, case and spaces aside.

    Args:
        answers: Final answers of the resamples, missing ones left out.

    Returns:
        Share in (0, 1]; NaN without answers.

    Source: Wang et al. 2023, arXiv 2203.11171.
    """
    said = Counter(" ".join(a.casefold().split()) for a in answers)
    return max(said.values()) / sum(said.values()) if said else float("nan")


def fitted_risk(items: Candidates, *, seed: int = 0) -> Floats:
    """Probability of being wrong from confidence, domain, hedging and length, fitted on other tasks.

    Each half of the tasks is judged by a ridge-penalised logistic regression fitted on the other half (weights for
    partly right components), so that no component's own outcome enters its risk.

    Args:
        items: Components of one subject.
        seed: Fixes the split by task.

    Returns:
        Risks in (0, 1), shape (n,); the mean risk of the other half where that half knows only one outcome; NaN with
        fewer than two tasks.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    names, unit = labels(items.task, "task")
    risk = np.full(len(items), np.nan)
    if len(names) < FOLDS:
        return risk
    fold = np.random.default_rng(seed).permutation(len(names))[unit] % FOLDS
    table = _design(items)
    for held_out in range(FOLDS):
        train, test = fold != held_out, fold == held_out
        wrong = 1 - items.right[train]
        if wrong.min() == wrong.max():
            risk[test] = float(wrong.mean())
            continue
        scale = StandardScaler().fit(table[train])
        # A component right in two of three attempts is two thirds of a right one and one third of a wrong one.
        x = np.vstack([scale.transform(table[train])] * 2)
        y = np.repeat([1, 0], train.sum())
        weight = np.concatenate([wrong, 1 - wrong])
        used = weight > 0
        model = LogisticRegression(max_iter=1000).fit(x[used], y[used], sample_weight=weight[used])
        risk[test] = model.predict_proba(scale.transform(table[test]))[:, 1]
    return risk


def _design(items: Candidates) -> Floats:
    names, codes = labels(items.domain, "domain")
    clipped = np.clip(items.confidence, 0.005, 0.995)
    columns = [np.log(clipped) - np.log1p(-clipped), items.hedging, np.log1p(items.length)]
    return np.column_stack([*columns, np.eye(len(names))[codes]]).astype(np.float64)
