"""The procedural families: buildable, re-derived from the text, harder by level, and hand-worked items."""

import statistics

import pytest

from mirror_inspect.bank.build import build_subcategory
from mirror_inspect.bank.check import verification_failure
from mirror_inspect.bank.families import procedural
from mirror_inspect.bank.solvers.procedural import dependency_ordering, step_sequencing
from mirror_inspect.taxonomy import DIFFICULTIES, SUBCATEGORIES, Domain

BY_NAME = {f.name: f for f in procedural.FAMILIES}
NAMES = SUBCATEGORIES[Domain.PROCEDURAL]


def built(name, seed=1, per_level=10, stream="questions"):
    return build_subcategory(name, seed=seed, per_level=per_level, stream=stream, families=procedural.FAMILIES)


@pytest.mark.parametrize("name", NAMES)
def test_a_subcategory_has_three_families_one_of_them_two_way(name):
    own = [f for f in procedural.FAMILIES if f.subcategory == name]
    assert len(own) >= 3
    assert any(f.two_way for f in own)


@pytest.mark.parametrize("name", NAMES)
def test_items_are_confirmed_by_the_solver_and_get_harder(name):
    items = built(name)
    assert len(items) == 50
    effort = {f.name: {d: [] for d in DIFFICULTIES} for f in procedural.FAMILIES if f.subcategory == name}
    for q in items:
        assert verification_failure(q, BY_NAME[q.family]) == ""
        assert q.params == dict(BY_NAME[q.family].levels[q.difficulty])
        effort[q.family][q.difficulty].append(q.effort)
    for family, levels in effort.items():
        means = [statistics.mean(levels[d]) for d in DIFFICULTIES if levels[d]]
        assert means[0] < means[-1], (family, means)


@pytest.mark.parametrize("name", NAMES)
def test_two_way_families_balance_their_answers(name):
    for f in procedural.FAMILIES:
        if f.subcategory == name and f.two_way:
            golds = [q for q in built(name) if q.family == f.name]
            first = sum(q.answer == "yes" if not q.options else q.options[0] == q.answer for q in golds)
            assert abs(first - len(golds) / 2) <= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_forms_share_no_item_and_effort_rises_at_every_level(name):
    forms = [built(name, seed=s, per_level=25, stream=t) for s in (1, 2) for t in ("questions", "components")]
    texts = [q.question for form in forms for q in form]
    assert len(texts) == len(set(texts)) == 500
    for f in procedural.FAMILIES:
        if f.subcategory == name:
            means = [
                statistics.mean(q.effort for form in forms for q in form if (q.family, q.difficulty) == (f.name, d))
                for d in DIFFICULTIES
            ]
            assert means == sorted(means), (f.name, means)


HAND_WORKED = [
    (
        step_sequencing.clue_order,
        "At the farm in Fernley, Ivo asks colleagues in which order a job is done. Named alphabetically, the steps are "
        "digging, raking and sowing; each is done once, one at a time. Raking comes directly before digging. Sowing is "
        "done later than digging. In which order are the steps done? Give all of them, earliest to latest, separated by "
        "commas.",
        "raking, digging, sowing",
    ),
    (
        step_sequencing.clue_order,
        "Wei wants an order. The steps, in alphabetical order, are airing, dusting, oiling and testing; each is done once, "
        "one at a time. Exactly two other steps come between testing and airing. Oiling is over before airing begins. "
        "Dusting follows testing with nothing in between. List all the steps in the order in which they are carried out, "
        "separated by commas.",
        "testing, dusting, oiling, airing",
    ),
    (
        step_sequencing.revised_checklist,
        "Hana has a list. At first the list reads: filing, copying, dating, folding. These changes follow in turn: filing "
        "and dating change places; then folding is moved to the very start; then the last three steps are put in reverse "
        "order. Write down the final order of the steps, separated by commas.",
        "folding, filing, copying, dating",
    ),
    (
        step_sequencing.revised_checklist,
        "Hana has a list. At first the list reads: filing, copying, dating, folding. These changes follow in turn: filing "
        "and copying change places; then sorting is added right after copying; then dating is struck off the list. Write "
        "down the final order of the steps, separated by commas.",
        "copying, sorting, filing, folding",
    ),
    (
        step_sequencing.looped_procedure,
        "Umar times it. The steps stand in this order: heating, sealing, tuning. Each of the first two times sealing has "
        "been done, the work goes back to heating. Counts run over the whole procedure and are never reset. Counting every "
        "repetition, how many steps are carried out in all?",
        "7",
    ),
    (
        step_sequencing.looped_procedure,
        "Umar times it. The steps stand in this order: heating, sealing, tuning. The first time tuning has been done, the "
        "work goes back to sealing. The first time sealing has been done, the work goes back to heating. Counts run over "
        "the whole procedure. How many times is sealing carried out in all?",
        "3",
    ),
    (
        step_sequencing.guaranteed_order,
        "Rosa has notes. Airing comes before oiling. Testing starts only after oiling. Testing is later than dusting. Do "
        "the notes guarantee that airing is done before testing? Answer yes or no.",
        "yes",
    ),
    (
        step_sequencing.guaranteed_order,
        "Rosa has notes. Airing comes before oiling. Oiling waits until dusting is over. Do the notes guarantee that "
        "airing is done before dusting? Answer yes or no.",
        "no",
    ),
    (
        dependency_ordering.tie_break_order,
        "Nils has jobs. Airing needs testing to be finished first. Dusting depends on nothing. Testing can be done at any "
        "time. Before oiling can begin, airing and dusting must be complete. Jobs are done one at a time; whenever several "
        "are ready, the one that comes first in the alphabet is taken. In what order are the jobs done? List all of them, "
        "separated by commas.",
        "dusting, testing, airing, oiling",
    ),
    (
        dependency_ordering.tie_break_order,
        "Nils has jobs. Counting depends on nothing. Airing can only start once weighing is done. Weighing has to wait for "
        "counting. One job is done at a time, and of all the jobs that are ready the alphabetically first one is always "
        "chosen. Write down all the jobs in the order in which they get done, separated by commas.",
        "counting, weighing, airing",
    ),
    (
        dependency_ordering.parallel_finish,
        "Leila plans. The jobs take, in minutes: filing 20, copying 35, dating 15. Dating needs filing and copying to be "
        "finished first. Jobs that are not mentioned as waiting for another can start at once. The start is at 09:50. When "
        "is the last job over? Answer in 24-hour time, HH:MM.",
        "10:40",
    ),
    (
        dependency_ordering.parallel_finish,
        "Leila plans. The jobs take, in minutes: filing 50, copying 11, dating 12. Dating needs copying to be finished "
        "first. Jobs that are not mentioned as waiting for another can start at once. Work begins at 07:15. When is the "
        "last job over? Answer in 24-hour time, HH:MM.",
        "08:05",
    ),
    (
        dependency_ordering.counted_prerequisites,
        "Goran asks. Raking depends on nothing. Sowing needs raking and digging to be finished first. Digging has to wait "
        "for raking. Counting indirect ones too, how many jobs have to be done before sowing can begin? Answer in digits.",
        "2",
    ),
    (
        dependency_ordering.counted_prerequisites,
        "Goran asks. Raking depends on nothing. Sowing needs raking to be finished first. Digging has to wait for sowing. "
        "Pruning has to wait for digging. If only digging matters in the end, how many other jobs must be done before it? "
        "Answer in digits.",
        "2",
    ),
    (
        dependency_ordering.blocked_by_failure,
        "Elif hears it. Airing depends on nothing. Oiling can be done at any time. Dusting needs one of two things, airing "
        "or oiling. If airing cannot be done at all, can dusting still be completed? Answer yes or no.",
        "yes",
    ),
    (
        dependency_ordering.blocked_by_failure,
        "Elif hears it. Airing depends on nothing. Oiling has to wait for airing. Either airing or oiling must be complete "
        "before dusting can begin. With airing ruled out, is there still a way to complete dusting? Answer yes or no.",
        "no",
    ),
]


@pytest.mark.parametrize(("solve", "text", "answer"), HAND_WORKED, ids=lambda v: getattr(v, "__name__", ""))
def test_solvers_agree_with_items_worked_by_hand(solve, text, answer):
    assert solve(text, ()).answer == answer


@pytest.mark.parametrize("family", procedural.FAMILIES, ids=lambda f: f.name)
def test_solvers_refuse_a_text_they_do_not_understand(family):
    with pytest.raises((ValueError, KeyError)):
        family.solve("The quick brown fox reads nothing. It asks nothing either.", ("one", "two"))
