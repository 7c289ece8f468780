"""Questions made up for the tests of simulated subjects."""

import pytest

from mirror_inspect.items import Question
from mirror_inspect.subjects import registry
from mirror_inspect.taxonomy import SUBCATEGORIES, AnswerType


def make_questions(per_level: int = 2) -> list[Question]:
    """Return questions over all domains and levels: integers, choices of four, yes/no and texts in turn."""
    made = []
    for domain, subcategories in SUBCATEGORIES.items():
        for level in range(1, 6):
            for k in range(per_level):
                kind = (level + k) % 4
                common = {
                    "domain": domain,
                    "subcategory": subcategories[k % 5],
                    "difficulty": level,
                    "family": "made_up",
                }
                head = f"Made-up {domain.value} item {k} of level {level}:"
                if kind == 0:
                    made.append(
                        Question(
                            question=f"{head} how many?",
                            answer=str(17 * level + k + 3),
                            answer_type=AnswerType.INTEGER,
                            **common,
                        )
                    )
                elif kind == 1:
                    options = (f"amber {k}", f"birch {k}", f"coral {k}", f"dune {k}")
                    made.append(
                        Question(
                            question=f"{head}\nwhich of these?",
                            answer=options[level % 4],
                            answer_type=AnswerType.CHOICE,
                            options=options,
                            **common,
                        )
                    )
                elif kind == 2:
                    made.append(
                        Question(
                            question=f"{head} is it so?",
                            answer="yes" if k % 2 else "no",
                            answer_type=AnswerType.YES_NO,
                            **common,
                        )
                    )
                else:
                    made.append(
                        Question(
                            question=f"{head} what is it called?",
                            answer=f"Quillon {domain.value}",
                            answer_type=AnswerType.TEXT,
                            **common,
                        )
                    )
    return made


@pytest.fixture(scope="session")
def questions() -> list[Question]:
    made = make_questions()
    registry.register(made)
    return made
