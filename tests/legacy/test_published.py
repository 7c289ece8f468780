"""The released rows give the published numbers under the release's own definitions."""

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

from mirror_inspect import legacy

PUBLISHED = Path(__file__).resolve().parents[2].parent / "shared" / "published"
pytestmark = pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the released rows (../shared/published) are absent")


def table(name):
    with (PUBLISHED / name).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def facts(name):
    return json.loads((PUBLISHED / name).read_text(encoding="utf-8"))


def composites(model, channel, *, keep="first"):
    rows = {}
    for row in table("exp3_v2_records.csv"):
        if row["model"] == model and row["channel"] == channel and (keep == "last" or row["task"] not in rows):
            rows[row["task"]] = row
    return list(rows.values())


class TestComposition:
    def test_error_and_interval_exact_to_three_decimals(self):
        for row in facts("exp3_v2_expected.json")["published"]:
            records = composites(row["model"], "l")
            e = legacy.cce_v2([float(r["conf"]) for r in records], [int(r["correct"]) for r in records])
            assert (round(e.value, 3), round(e.low, 3), round(e.high, 3), e.n_observed) == (
                row["cce"],
                row["ci_lower"],
                row["ci_upper"],
                row["n"],
            ), row["model"]

    def test_recomputed_models_to_four_decimals(self):
        recomputed = facts("exp3_v2_expected.json")["recomputed"]
        for model in ("phi-4", "deepseek-v3", "gemini-2.5-pro"):
            records = composites(model, "l")
            e = legacy.cce_v2([float(r["conf"]) for r in records], [int(r["correct"]) for r in records])
            assert e.value == pytest.approx(recomputed[model]["cce"], abs=5e-5)
            assert (e.low, e.high) == pytest.approx((recomputed[model]["lo"], recomputed[model]["hi"]), abs=5e-5)

    def test_convergence_ranks_when_a_channel_is_left_out(self):
        from scipy.stats import spearmanr

        expected = facts("exp3_v2_expected.json")["mci_channel_rank"]
        signals = {}
        for model in sorted({r["model"] for r in table("exp3_v2_records.csv")}):
            signals[model] = {
                channel: {
                    r["task"]: float(r[column])
                    for r in composites(model, channel, keep=expected["dedup"])
                    if r[column] != ""
                }
                for channel, column in (("l", "conf"), ("n", "correct"), ("w", "correct"))
            }

        def mci(without):
            return {
                model: legacy.mci_v2({c: v for c, v in own.items() if c != without}, min_shared=expected["min_shared"])
                for model, own in signals.items()
            }

        full = mci(None)
        names = {"no_wagering": "w", "leave_out_natural": "n", "leave_out_layer2": "l"}
        for name, channel in names.items():
            reduced = mci(channel)
            both = [m for m in full if full[m].defined and reduced[m].defined]
            rank = spearmanr([full[m].value for m in both], [reduced[m].value for m in both]).statistic
            assert round(float(rank), 7) == pytest.approx(expected[name], abs=1e-6), name
        reduced = mci("w")
        shifts = [m for m in full if full[m].defined and reduced[m].defined and full[m].value * reduced[m].value < 0]
        assert len(shifts) == expected["sign_shifts_no_wagering"]


class TestAtlas:
    def test_gemini_accuracies_gap_and_brier_exact(self):
        expected = facts("exp1_gemini_expected.json")
        rows = [r for r in table("exp1_gemini_rows.csv") if r["correct"] != ""]
        nat, wag = ([r for r in rows if r["channel"] == c] for c in ("5", "1"))
        summary = legacy.atlas_summary(
            [int(r["correct"]) for r in nat],
            [r["domain"] for r in nat],
            [int(r["correct"]) for r in wag],
            [r["domain"] for r in wag],
        )
        for name, natural, wager in zip(summary.domains, summary.natural, summary.wager, strict=True):
            assert natural == expected["per_domain"][name]["natural_acc"]
            assert wager == expected["per_domain"][name]["wagering_acc"]
        assert len(summary.domains) == 8
        found = (summary.natural_macro, summary.wager_macro, summary.gap_macro)
        assert found == pytest.approx((expected["nat_macro"], expected["wag_macro"], expected["gap_macro"]), abs=5e-8)
        assert tuple(round(v, 3) for v in found) == tuple(expected["published"].values())
        brier = legacy.brier_bet([int(r["bet"]) for r in wag], [int(r["correct"]) for r in wag])
        assert (round(brier.value, 7), brier.n_observed) == (expected["wager_brier"], expected["wager_n"])

    @pytest.mark.parametrize(
        ("key", "column"),
        [
            ("mirror_gap_vs_ece", "ece"),
            ("mirror_gap_vs_brier", "brier_score"),
            ("mirror_gap_vs_overconfidence", "overconfidence"),
        ],
    )
    def test_correlations_across_models(self, key, column):
        released = facts("ece_brier.json")
        models = [m for m in released["per_model"].values() if m["mirror_gap"] is not None]
        e = legacy.gap_correlation([m["mirror_gap"] for m in models], [m[column] for m in models])
        expected = released["correlations"][key]
        assert (round(e.value, 4), round(e.p, 4), e.n_observed) == (
            expected["spearman_rho"],
            expected["p_value"],
            expected["n_models"],
        )


@pytest.fixture(scope="module")
def found():
    per_model = facts("exp9_escalation.json")["per_model"].values()
    return legacy.escalation_table({f"C{c}": [m[c] for m in per_model] for c in "1234"})


class TestEscalation:
    def test_means_and_spread(self, found):
        expected = facts("exp9_escalation.json")["expected"]
        assert [round(level.mean, 4) for level in found.levels] == pytest.approx(expected["mean"], abs=1e-4)
        assert [round(level.sd, 4) for level in found.levels] == expected["sd_ddof1"]
        assert round(found.reduction_of_means, 4) == expected["reduction_of_means"]
        assert round(found.mean_reduction, 4) == expected["mean_of_per_model_reductions"]

    def test_effect_sizes_and_tests(self, found):
        expected = facts("exp9_escalation.json")["expected"]
        for contrast in found.contrasts:
            key = f"{contrast.first}_{contrast.second}"
            assert round(contrast.d, 3) == expected["d_paired"][key]
            if key in expected["wilcoxon_p"]:
                assert round(contrast.wilcoxon_p, 5) == expected["wilcoxon_p"][key]
                assert round(contrast.bootstrap_p, 4) == expected["bootstrap_p"][key]

    def test_holm_over_the_three_contrasts_of_eleven_models(self):
        from mirror_inspect.stats.multiplicity import holm

        rows = facts("exp9_escalation.json")["v19_11_models"]
        # The released p are rounded, so three times .0186 is .0558 for their .0557.
        assert holm([r["p_raw"] for r in rows]) == pytest.approx([r["p_holm"] for r in rows], abs=1.5e-4)

    def test_deepseek_v3_has_no_rate_once_missing_is_missing(self):
        counts = facts("exp9_api_observed_p1p2.json")
        for observed, total in counts["deepseek-v3"].values():
            e = legacy.cfr_under_rule_one(0, observed, total)
            assert math.isnan(e.value)
            assert (e.reason, e.n_observed, e.n_total) == ("low_coverage", 0, 1308)
        assert facts("exp9_escalation.json")["per_model"]["deepseek-v3"]["1"] == 1.0
        observed, total = counts["phi-4"]["1"]
        assert legacy.cfr_under_rule_one(observed // 2, observed, total).defined


class TestRoutingTables:
    def test_threshold_sensitivity(self):
        released = facts("threshold_sensitivity.json")
        for rule in legacy.WeakRule:
            expected = released["aggregate"][rule]
            c1 = {m: tuple(rules[rule]) for m, rules in released["per_model_C1"].items()}
            row = legacy.threshold_row(c1, {"pooled": (expected["C4_auto_fail"], expected["N_weak_C4"])})
            assert (round(row.c1, 6), round(row.c4, 6)) == (expected["C1_CFR"], expected["C4_CFR"])
            assert (row.n_c1, row.n_c4) == (expected["N_weak_C1"], expected["N_weak_C4"])
            if expected["reduction"] is None:
                assert math.isnan(row.reduction)
            else:
                assert round(row.reduction, 6) == expected["reduction"]
            if rule in released["published"]:
                assert [round(row.c1, 3), round(row.c4, 3), round(100 * row.reduction, 1), row.n_c1] == released[
                    "published"
                ][rule]

    def test_end_to_end_table(self):
        for row in facts("end_to_end.json").values():
            found = legacy.end_to_end(
                autonomous_correct=row["autonomous_correct"],
                autonomous_incorrect=row["autonomous_incorrect"],
                escalated=row["escalated"],
            )
            assert [round(v, 4) for v in (found.autonomy, found.system_success, found.cfr)] == [
                row["overall_autonomy_rate"],
                row["overall_system_success_rate"],
                row["overall_cfr"],
            ]

    def test_fallible_resolver_curve(self):
        released = facts("non_oracle_utility.json")
        curve, groups = released["q_curve"], released["cost_groups"]
        for condition in ("1", "4"):
            base, name = released["base"][condition], f"c{condition}"
            certain, worst = (next(r for r in curve if r["q"] == q) for q in (1.0, 0.5))
            resolver = legacy.FallibleResolver(
                base["autonomy_rate"],
                base["autonomous_correct_rate"],
                weak_failed_alone=certain[f"{name}_weak_fail"],
                weak_escalated=2 * (worst[f"{name}_weak_fail"] - certain[f"{name}_weak_fail"]),
                cost_alone=groups["proceed"]["cost"],
                cost_escalated=groups["escalated"]["cost"],
                latency_alone=groups["proceed"]["lat"],
                latency_escalated=groups["escalated"]["lat"],
            )
            for row in curve:
                assert resolver.success(row["q"]) == pytest.approx(row[f"{name}_system_success"], abs=1e-12)
                assert resolver.weak_failure(row["q"]) == pytest.approx(row[f"{name}_weak_fail"], abs=1e-12)
                assert resolver.cost() == pytest.approx(row[f"{name}_expected_cost_usd"], abs=1e-6)
                assert resolver.latency() == pytest.approx(row[f"{name}_expected_latency_ms"], abs=1e-3)

    def test_resolver_accuracy_of_the_release_is_the_pooled_one(self):
        counts = facts("non_oracle_utility.json")["resolver_counts"].values()
        assert round(sum(k for k, _ in counts) / sum(n for _, n in counts), 3) == 0.502

    def test_macro_means_of_the_unrouted_baseline(self):
        for scope in facts("instance_baselines.json").values():
            rates = [rate for _, rate in scope["per_model_no_routing"].values()]
            assert np.mean(rates) == pytest.approx(scope["macro"]["no_routing"]["mean_weak_cfr"], abs=1e-12)


def test_kappas_of_the_simulated_raters():
    expected = facts("multirater_expected.json")
    rows = table("multirater_labels.csv")
    found = legacy.multi_rater([[r[f"R{i}"] for i in range(1, 6)] for r in rows])
    assert [round(v, 5) for v in found.agreement] == expected["pairwise_agreement"]
    # The smallest kappa is .7652582 in exact fractions; the expected file says .76527.
    assert found.kappa == pytest.approx(tuple(expected["pairwise_kappa"]), abs=2e-5)
    assert (round(found.fleiss, 5), found.unanimous) == (expected["fleiss"], expected["unanimous"])


def test_scaling_with_both_sets_of_inputs():
    released = facts("exp8_scaling.json")
    sizes, used, other = (8, 70, 405), released["used_for_paper"], released["with_table1_values"]
    nat, gap = (legacy.scaling_fit(sizes, used[key]) for key in ("nat", "gap"))
    expected = released["expected"]
    assert [round(v, 4) for v in (nat.slope, nat.r2, gap.slope, gap.r2)] == pytest.approx(
        [expected["nat_slope"], expected["nat_r2"], expected["gap_slope"], expected["gap_r2"]], abs=1.1e-4
    )
    table1 = legacy.scaling_fit(sizes, other["nat"])
    assert [round(table1.slope, 4), round(table1.r2, 4)] == pytest.approx(
        [other["nat_slope"], other["nat_r2"]], abs=1.1e-4
    )


def test_table_one_does_not_follow_its_own_columns():
    rows = [r for r in facts("table1_published.json")["tex"].values() if r["kdi"] is not None]
    from_columns = [r["gap"] - (1 - r["cfr_c1"]) for r in rows]
    assert max(abs(a - r["kdi"]) for a, r in zip(from_columns, rows, strict=True)) > 0.1
