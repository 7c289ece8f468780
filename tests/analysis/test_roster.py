"""Sizes of models: published ones by whole names, stated ones checked, everything else asked for and never guessed."""

import math

import pytest

from mirror_inspect.analysis.roster import Size, find_size, generation_order, read_params, roster, sizes_of
from mirror_inspect.analysis.scaling import require_sizes
from mirror_inspect.errors import ArgumentError
from mirror_inspect.subjects.personas import find_persona


@pytest.mark.parametrize(
    ("model", "size"),
    [
        ("openrouter/meta-llama/llama-3.1-8b-instruct", Size(8, "llama", "3.1")),
        ("together/meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo", Size(405, "llama", "3.1")),
        ("ollama/llama3.1:70b", Size(70, "llama", "3.1")),
        ("hf/Qwen/Qwen2.5-7B-Instruct", Size(7.61, "qwen", "2.5")),
        ("openrouter/google/gemma-3-27b-it:free", Size(27.4, "gemma", "3")),
        ("hf/EleutherAI/pythia-1.4b", Size(1.41, "pythia")),
        ("simulated/family_405b", Size(405, "simulated")),
    ],
)
def test_published_sizes_are_found_under_the_names_that_providers_give(model: str, size: Size) -> None:
    assert find_size(model) == size


@pytest.mark.parametrize(
    "model",
    [
        "hf/deepseek-ai/DeepSeek-R1-Distill-Llama-8B",
        "hf/someone/llama-3.1-8b-merged",
        "openai/gpt-4o",
        "openrouter/mistralai/mixtral-8x7b-instruct",
        "hf/someone/my-8b",
        "openai/family_8b",
        "simulated/calibrated",
        "",
    ],
)
def test_no_size_is_read_from_a_number_in_a_name(model: str) -> None:
    assert find_size(model) == Size()


def test_the_simulated_family_has_the_sizes_its_ability_is_planted_by() -> None:
    sizes = {name: find_size(f"simulated/family_{name}").params_b for name in ("8b", "70b", "405b")}
    for name, params in sizes.items():
        assert params is not None
        assert find_persona(f"family_{name}").ability == pytest.approx(0.25 * math.log2(params / 70), abs=1e-3)


def test_every_family_of_the_roster_has_two_sizes_of_one_generation() -> None:
    families: dict[str, dict[str, set[float | None]]] = {}
    for size in roster().values():
        families.setdefault(size.family, {}).setdefault(size.generation, set()).add(size.params_b)
    assert all(max(len(sizes) for sizes in f.values()) >= 2 for f in families.values())


def test_a_size_that_no_page_states_is_no_row_of_the_roster() -> None:
    row = {"family": "f", "params_b": 8, "names": ["f-8b"], "source": "https://example.org/card"}
    assert sizes_of([row]) == {"f-8b": Size(8, "f")}
    for source in (None, "", "memory", "http://example.org"):
        with pytest.raises(ValueError, match="source"):
            sizes_of([row | {"source": source}])
    with pytest.raises(ValueError, match="source"):
        sizes_of([{key: value for key, value in row.items() if key != "source"}])
    with pytest.raises(ValueError, match="twice"):
        sizes_of([row, row])


def test_what_a_user_states_goes_before_the_roster() -> None:
    assert Size(7.0).over(find_size("ollama/llama3.1:8b")) == Size(7.0, "llama", "3.1")
    assert read_params(["ollama/llama3.1:8b=8", "a/b=0.27, New ,1.5"]) == {
        "ollama/llama3.1:8b": Size(8.0),
        "a/b": Size(0.27, "new", "1.5"),
    }
    assert read_params(["openai/gpt-4o=none"]) == {"openai/gpt-4o": None}


@pytest.mark.parametrize(
    "option", ["8", "=8", "a=", "a=8b", "a=0", "a=-1", "a=nan", "a=inf", "a=1e9", "a=8,llama,3,extra"]
)
def test_a_size_that_is_none_is_refused_with_an_example(option: str) -> None:
    with pytest.raises(ArgumentError, match=r"such as 8|billions, family"):
        read_params([option])


def test_a_model_stated_twice_is_refused() -> None:
    with pytest.raises(ArgumentError, match="twice"):
        read_params(["a=8", "a=9"])


def test_what_is_not_known_is_asked_for_by_name() -> None:
    with pytest.raises(ArgumentError) as caught:
        require_sizes([("openai/gpt-4o", Size()), ("x/known", Size(8, "x")), ("x/odd", Size(8))])
    message = caught.value.message
    assert "the number of parameters of openai/gpt-4o; the family of x/odd" in message
    assert "--params openai/gpt-4o=8,FAMILY" in message
    assert "params_b=8" in message
    assert "x/known" not in message
    require_sizes([("x/known", Size(8, "x"))])


def test_generations_are_ordered_by_their_numbers() -> None:
    assert sorted(["10", "3.1", "", "3", "2.5", "v2"], key=generation_order) == ["", "2.5", "3", "3.1", "10", "v2"]
