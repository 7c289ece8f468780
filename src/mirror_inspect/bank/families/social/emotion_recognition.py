"""Emotion recognition: appraisal by stated rules, wishes that hang on other people's wishes, faces and feelings."""

from typing import Final

from mirror_inspect.bank.family import Draft, Draw, Family, Redraw
from mirror_inspect.bank.solvers.social import emotion_recognition as solve
from mirror_inspect.bank.wording import listing, param, people, persistent, scene
from mirror_inspect.taxonomy import AnswerType

APPRAISAL_LEVELS: Final = {
    1: {"feelings": 4, "people": 1, "steps": 2, "borrowed": 0},
    2: {"feelings": 6, "people": 2, "steps": 5, "borrowed": 0},
    3: {"feelings": 8, "people": 3, "steps": 9, "borrowed": 2},
    4: {"feelings": 10, "people": 4, "steps": 14, "borrowed": 5},
    5: {"feelings": 10, "people": 6, "steps": 24, "borrowed": 11},
}
WISH_LEVELS: Final = {
    1: {"people": 3, "depth": 1},
    2: {"people": 5, "depth": 2},
    3: {"people": 8, "depth": 4},
    4: {"people": 12, "depth": 6},
    5: {"people": 18, "depth": 10},
}
MASK_LEVELS: Final = {
    1: {"order": 1, "customs": 1},
    2: {"order": 2, "customs": 2},
    3: {"order": 3, "customs": 3},
    4: {"order": 4, "customs": 5},
    5: {"order": 5, "customs": 8},
}

FEELINGS: Final = {
    ("hope", "off"): ("disappointment", "disappointed", "what one hopes for will not happen"),
    ("fear", "off"): ("relief", "relieved", "what one fears will not happen"),
    ("hope", "chance"): ("joy", "joyful", "what one hopes for has come by chance"),
    ("fear", "chance"): ("sadness", "sad", "what one fears has come by chance"),
    ("hope", "open"): ("excitement", "excited", "what one hopes for is still undecided"),
    ("fear", "open"): ("worry", "worried", "what one fears is still undecided"),
    ("hope", "other"): ("gratitude", "grateful", "what one hopes for is somebody else's doing"),
    ("fear", "other"): ("anger", "angry", "what one fears is somebody else's doing"),
    ("hope", "self"): ("pride", "proud", "what one hopes for is one's own doing"),
    ("fear", "self"): ("guilt", "guilty", "what one fears is one's own doing"),
}
MATTERS: Final = (
    "the picnic is cancelled", "the shop closes early", "the statue is moved", "the old oak is felled",
    "the choir travels to the coast", "the wall is painted green", "the lake is drained", "the fair is postponed",
    "the orchestra plays outdoors", "the bridge is closed", "the mayor gives a speech", "the bell is taken down",
)  # fmt: skip
APPRAISAL_SCENES: Final = (
    "a story about feelings was told at the {work}",
    "{name} wrote a short play for the {work}",
    "the drama club of the {work} worked with fixed rules for feelings",
    "a psychologist at the {work} used a simple model",
    "{name} programmed a doll's house for the {work}",
    "the figures of a game made at the {work} were given rule-bound hearts",
    "a picture story from the {work} was to be interpreted",
    "{name} taught a robot at the {work} about moods",
)
ATTITUDES: Final = {
    "hope": ("{n} hopes for it", "{n} now hopes for it", "{n} comes to hope for it"),
    "fear": ("{n} fears it", "{n} now fears it", "{n} comes to fear it"),
}
BORROWED: Final = {
    True: ("{n} takes over the attitude {m} has at this moment", "{n} comes to feel about it as {m} does right now"),
    False: (
        "{n} takes the attitude opposite to {m}'s present one",
        "{n} now feels about it the reverse of what {m} does",
    ),
}
STATUS: Final = {
    "open": ("it is open again whether it will happen", "the matter is undecided once more"),
    "off": ("it is settled that it will not happen", "word comes that it will never happen"),
    "chance": ("it happens by pure chance", "chance alone makes it happen"),
    "doing": ("{n} brings it about", "it happens, and it is {n}'s doing"),
}
APPRAISAL_RULES: Final = (
    "In this world only one's latest attitude and the latest news count. One feels {rules}.",
    "Feelings depend on nothing but the present attitude and the newest news. There is {rules}.",
    "What counts is each person's last attitude and the last news. The rules: {rules}.",
)


def make_appraisal(draw: Draw) -> Draft:
    """What somebody feels in the end, by stated rules, after changes of attitude and of the news."""
    rng, size, steps = draw.rng, param(draw, "people"), param(draw, "steps")
    kinds = list(FEELINGS)[: param(draw, "feelings")]
    states = sorted({state for _, state in kinds})
    cast = people(rng, max(2, size))
    shown = cast[:size]
    attitude: dict[str, str] = {}
    state, doer = "", ""
    told = []
    other = {"hope": "fear", "fear": "hope"}
    borrowed = set(rng.sample(range(2, steps - 1), param(draw, "borrowed"))) if param(draw, "borrowed") else set()
    for step in range(steps):
        fresh = [n for n in shown if n not in attitude]
        last = step == steps - 1
        if step in borrowed:
            if not attitude:
                raise Redraw("nobody to borrow an attitude from")
            model = rng.choice(sorted(attitude))
            name = rng.choice([n for n in shown if n != model])
            same = rng.random() < 0.5
            attitude[name] = attitude[model] if same else other[attitude[model]]
            told.append(rng.choice(BORROWED[same]).format(n=name, m=model))
        elif (fresh and (len(fresh) >= steps - 1 - step or rng.random() < 0.5)) or (not last and rng.random() < 0.4):
            name = rng.choice(fresh or shown)
            now = other.get(attitude.get(name, ""), rng.choice(("hope", "fear")))
            attitude[name] = now
            told.append(rng.choice(ATTITUDES[now]).format(n=name))
        else:
            state = rng.choice([s for s in states if s != state or s in ("other", "self")])
            doer = rng.choice(shown) if state in ("other", "self") else ""
            told.append(rng.choice(STATUS["doing" if doer else state]).format(n=doer))
    if not state or len(attitude) < size:
        raise Redraw("somebody's attitude or the state is not told")
    if len(set(told)) < len(told) and size == 1:
        raise Redraw("a step is repeated")
    reliant = [
        n for n in shown if any(line.startswith(f"{n} ") for line in told if " attitude " in line or "feels" in line)
    ]
    target = rng.choice(reliant or shown)
    if doer:
        state = "self" if doer == target else "other"
    if (attitude[target], state) not in kinds:
        raise Redraw("no rule for this feeling")
    rules = [f"{FEELINGS[k][0]} when {FEELINGS[k][2]}" for k in kinds]
    rng.shuffle(rules)
    gold = FEELINGS[attitude[target], state][1]
    mirrored = other[attitude[target]]
    near = [FEELINGS[mirrored, state][1]]
    near += rng.sample([FEELINGS[k][1] for k in kinds if FEELINGS[k][1] not in (gold, *near)], 2)
    question = (
        f"{scene(rng, APPRAISAL_SCENES, but=cast)}. {rng.choice(APPRAISAL_RULES).format(rules='; '.join(rules))} "
        "The matter is "
        f"whether {rng.choice(MATTERS)}. In order: {'; '.join(told)}. How does {target} feel now?"
    )
    return Draft(
        question, f"{target} is {gold}.", AnswerType.CHOICE, distractors=tuple(f"{target} is {w}." for w in near)
    )


CONTESTS: Final = (
    ("the red boat wins the race", "The red boat won the race.", "The red boat lost the race."),
    ("the new law passes", "The new law passed.", "The new law was voted down."),
    ("it snows overnight", "It snowed overnight.", "No snow fell."),
    ("the strike goes on", "The strike went on.", "The strike was ended."),
    ("the old mill is sold", "The old mill was sold.", "The old mill was not sold."),
    ("the film gets a prize", "The film got a prize.", "The film got no prize."),
    ("the match is replayed", "The match was replayed.", "The match was not replayed."),
)
WISHES: Final = {
    True: (
        "{a} wishes for whatever {b} wishes", "{a} wants the same as {b}",
        "{a} is pleased whenever {b} is pleased, and only then",
    ),
    False: (
        "{a} wishes for the opposite of what {b} wishes", "{a} always wants what {b} does not want",
        "{a} is pleased exactly when {b} is displeased",
    ),
}  # fmt: skip
WISH_SCENES: Final = (
    "envy and friendship ran through the {work}",
    "{name} drew a map of sympathies at the {work}",
    "opinions were divided at the {work}",
    "a bet kept the people of the {work} busy",
    "the moods at the {work} depended on one piece of news",
    "{name} asked around at the {work} before the decision",
    "loyalties at the {work} were complicated",
    "nobody at the {work} was indifferent",
)
WISH_ASK: Final = (
    "A person is pleased if the wish comes true and displeased if not. How many of the people named in the list are "
    "pleased?",
    "Whoever gets the wished-for outcome is pleased, all others are displeased. How many people in the list are "
    "pleased?",
    "Everyone in the list is pleased if things went as wished and displeased otherwise. How many are pleased?",
)


def make_wishes(draw: Draw) -> Draft:
    """How many people are pleased with an outcome when wishes copy or oppose other people's wishes."""
    rng, n, depth = draw.rng, param(draw, "people"), param(draw, "depth")
    cast = people(rng, n)
    level = [0] * n
    wants = [rng.random() < 0.5]
    matter, came, failed = rng.choice(CONTESTS)
    told = [f"{cast[0]} hopes that {matter}" if wants[0] else f"{cast[0]} hopes that it is not the case that {matter}"]
    for i in range(1, n):
        allowed = [j for j in range(i) if level[j] < depth]
        j = i - 1 if i <= depth else rng.choice(allowed)
        level[i] = level[j] + 1
        same = rng.random() < 0.5
        wants.append(wants[j] == same)
        told.append(rng.choice(WISHES[same]).format(a=cast[i], b=cast[j]))
    rng.shuffle(told)
    happened = rng.random() < 0.5
    question = (
        f"{scene(rng, WISH_SCENES, but=cast)}: {'; '.join(told)}. {came if happened else failed} {rng.choice(WISH_ASK)}"
    )
    return Draft(question, str(sum(w == happened for w in wants)), AnswerType.INTEGER)


TURNS: Final = (
    ("the head of the house is present", "The head of the house is present", "The head of the house is away"),
    ("music is playing", "Music is playing", "No music is playing"),
    ("it is a feast day", "It is a feast day", "It is an ordinary day"),
    ("a child is in the room", "A child is in the room", "No child is in the room"),
    ("the curtains are drawn", "The curtains are drawn", "The curtains are open"),
    ("tea has been served", "Tea has been served", "Tea has not been served"),
    ("a letter is being read aloud", "A letter is being read aloud", "No letter is being read aloud"),
    ("the lamps are lit", "The lamps are lit", "The lamps are out"),
    ("a stranger is at the table", "A stranger is at the table", "There is no stranger at the table"),
)
MASK_SCENES: Final = (
    "a family living above the {work} had odd customs",
    "{name} described the manners of an island to the people of the {work}",
    "the theatre group of the {work} played a house of masks",
    "an anthropologist gave a talk at the {work}",
    "{name} visited relatives near the {work}",
    "an old novel was discussed at the {work}",
    "a role play at the {work} had strict rules for faces",
    "the guests at the {work} learned about a strange village",
)
MASK_CUSTOMS: Final = (
    "A native's face shows the true feeling, but by custom each of these conditions that holds turns the face to the "
    "opposite, so that two of them cancel out",
    "By custom the face of a native, glad or sad, is turned into its opposite once for every one of the following "
    "conditions that holds, so that two make it true again",
)
MASK_CUSTOM: Final = (
    "A native's face shows the true feeling, but by custom it shows the opposite as long as one condition holds",
    "By custom the face of a native, glad or sad, is turned into its opposite as long as one condition holds",
)
MASK_RULES: Final = (
    "Natives know the customs, see through every face, and know who is a native. Foreigners know nothing of the "
    "customs, take "
    "every face for the true feeling, and suppose that everybody else does so too; the natives know that about them.",
    "Foreigners take each face at its word, have never heard of the customs and believe all others judge faces as "
    "they do. "
    "Natives know the customs and the true feelings behind the faces, know who is native, and know how foreigners "
    "think.",
)


def make_masks(draw: Draw) -> Draft:
    """Whether A thinks that B thinks that C is glad, when faces follow customs that only natives know."""
    rng, order, customs = draw.rng, param(draw, "order"), param(draw, "customs")
    *minds, bearer = people(rng, order + 1)
    turns = rng.sample(TURNS, customs)
    active = [rng.random() < 0.6 for _ in turns]
    glad = rng.random() < 0.5
    turned = sum(active) % 2 == 1
    shown = glad != turned
    native = [rng.random() < 0.75 for _ in minds]
    taken = glad if all(native) else shown
    asked = rng.choice(("glad", "sad"))
    if ((asked == "glad") == taken) != draw.first_side:
        raise Redraw("the other answer is due")
    if (taken == glad) != ((draw.index // 2 + draw.level) % 2 == 0):
        raise Redraw("what is asked would tell the answer")
    if order > 1 and (not native[0] or glad == shown) and rng.random() < 0.7:
        raise Redraw("decided too early")
    rule = "; ".join(t[0] for t in turns)
    facts = [yes if on else no for (_, yes, no), on in zip(turns, active, strict=True)]
    rng.shuffle(facts)
    kinds = [
        f"{name} is a {'native' if is_native else 'foreigner'}" for name, is_native in zip(minds, native, strict=True)
    ]
    rng.shuffle(kinds)
    chain = " that ".join([f"{minds[0]} think", *(f"{m} thinks" for m in minds[1:])])
    custom = rng.choice(MASK_CUSTOMS if customs > 1 else MASK_CUSTOM)
    question = (
        f"{scene(rng, MASK_SCENES, but=[*minds, bearer])}. {custom}: {rule}. "
        f"{rng.choice(MASK_RULES)} All of them see each other. {'. '.join(facts)}. {listing(kinds)}. {bearer} is a "
        "native "
        f"and in truth {'glad' if glad else 'sad'}. Does {chain} that {bearer} is {asked}? Answer yes or no."
    )
    return Draft(question, "yes" if draw.first_side else "no", AnswerType.YES_NO)


FAMILIES: Final = (
    Family(
        name="appraisal",
        subcategory="emotion_recognition",
        levels=APPRAISAL_LEVELS,
        make=persistent(make_appraisal),
        solve=solve.appraisal,
        method="last attitude and last news, read from the end",
    ),
    Family(
        name="borrowed_wishes",
        subcategory="emotion_recognition",
        levels=WISH_LEVELS,
        make=make_wishes,
        solve=solve.borrowed_wishes,
        method="parity search over the graph of wishes",
    ),
    Family(
        name="masked_feelings",
        subcategory="emotion_recognition",
        levels=MASK_LEVELS,
        make=persistent(make_masks),
        solve=solve.masked_feelings,
        method="one mind after the other, from the innermost outwards",
        two_way=True,
    ),
)
