"""Questions are found in a prompt by their whole text, at the start of a line, longest first."""

from mirror_inspect.items import Question
from mirror_inspect.subjects.registry import Registry
from mirror_inspect.taxonomy import AnswerType, Domain


def question(text: str, options: tuple[str, ...] = ()) -> Question:
    return Question(
        domain=Domain.ARITHMETIC,
        subcategory="estimation",
        difficulty=1,
        family="made_up",
        question=text,
        answer=options[0] if options else "4",
        answer_type=AnswerType.CHOICE if options else AnswerType.INTEGER,
        options=options,
    )


def found(prompt: str, *known: Question) -> list[str]:
    registry = Registry()
    registry.register(known)
    registry.register(known)
    return [f.question.id for f in registry.find(prompt)]


def test_questions_are_found_in_order_of_position():
    a, b = question("What is 2 + 2?"), question("What is 3 + 1?\nTake your time.")
    assert found(f"Do it.\n\nPart A:\n{b.text}\n\nPart B:\n{a.text}", a, b) == [b.id, a.id]
    assert found(f"{a.text}\n\nWhat is your answer?", a, b) == [a.id]


def test_the_longest_text_that_fits_is_the_one_shown():
    short, long = question("Which is it?"), question("Which is it?", ("red", "blue"))
    assert found(f"X\n\n{long.text}", short, long) == [long.id]
    assert found(f"X\n\n{short.text}\n\nA) red", short, long) == [short.id]


def test_a_question_quoted_inside_a_line_or_cut_short_is_not_shown():
    a = question("What is 2 + 2?")
    assert found("He asked: What is 2 + 2?", a) == []
    assert found("What is 2 + 2? Tell me.", a) == []
    assert found("What is 2", a) == []
    assert found("", a) == []
