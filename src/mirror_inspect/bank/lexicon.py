"""Hand-written lexicon of kinds, opposites and synonyms; every entry is confirmed by a second source in a test."""

from typing import Final

KIND_SYNSETS: Final = {
    "bird": "01505702",
    "fish": "02514684",
    "mammal": "01864419",
    "insect": "02162607",
    "tree": "13124818",
    "musical instrument": "03806455",
    "garment": "03423924",
    "vessel": "04537861",
    "fabric": "03314753",
    "weapon": "04572661",
    "dance": "00429255",
    "disease": "14093842",
    "mineral": "14686753",
    "furniture": "03410635",
}
"""Kind to the offset of its noun synset in WordNet 3.1."""

KINDS: Final = {
    "bird": (
        "robin sparrow eagle owl pigeon swan heron pelican falcon ostrich wren plover bittern grebe curlew dunnock "
        "capercaillie ptarmigan merganser pipit shrike nuthatch goshawk wheatear lapwing corncrake avocet dotterel "
        "siskin fulmar guillemot hoopoe cassowary kestrel osprey magpie vulture cormorant nightjar redstart parrot "
        "penguin seagull flamingo woodpecker raven stork chickadee oriole phalarope godwit"
    ).split(),
    "fish": (
        "salmon trout tuna cod herring haddock halibut mackerel turbot tench gudgeon bream wrasse gurnard pollock "
        "mullet sturgeon anchovy loach burbot blenny coelacanth remora tarpon grouper minnow goldfish catfish "
        "shark piranha stickleback dace swordfish weakfish lumpfish"
    ).split(),
    "mammal": (
        "horse rabbit tiger squirrel otter badger weasel stoat okapi tapir pangolin aardvark wombat lemur vole "
        "shrew dormouse lynx ocelot capybara coypu polecat wolverine genet civet dugong manatee narwhal eland oryx "
        "kudu gnu hyrax numbat jerboa gerbil elephant giraffe lion zebra hippopotamus rhinoceros kangaroo whale "
        "bat hedgehog hamster gorilla chimpanzee springbok wildebeest potoroo"
    ).split(),
    "insect": (
        "ant bee beetle butterfly moth mosquito wasp hornet grasshopper earwig aphid weevil cicada mayfly lacewing "
        "katydid termite firefly damselfly sawfly gnat midge dragonfly cockroach housefly bumblebee mealybug "
        "whitefly antlion leafhopper stonefly"
    ).split(),
    "tree": (
        "oak maple birch willow poplar alder hornbeam rowan larch sycamore baobab linden aspen cypress acacia "
        "eucalyptus ginkgo tamarack beech elm spruce kapok casuarina pine cedar palm magnolia medlar quandong"
    ).split(),
    "musical instrument": (
        "guitar piano violin trumpet flute cello clarinet oboe bassoon trombone harp banjo mandolin accordion "
        "harmonica zither sitar dulcimer sackbut shawm theremin marimba xylophone tuba ukulele bagpipe celesta "
        "cornet lyre tambourine balalaika koto samisen psaltery spinet clavichord euphonium saxophone harpsichord "
        "glockenspiel virginal sousaphone"
    ).split(),
    "garment": (
        "shirt jacket trousers skirt sweater waistcoat tunic kilt sarong poncho kimono anorak jerkin doublet "
        "dirndl toga caftan burnous camisole parka pullover overcoat chemise tabard raincoat surcoat jellaba "
        "kaftan chiton scapular"
    ).split(),
    "vessel": (
        "ferry yacht canoe kayak submarine schooner frigate sloop ketch yawl dinghy dhow sampan brigantine galleon "
        "trireme felucca wherry tugboat gondola catamaran trawler barge corvette coracle pinnace lugger sailboat "
        "ship boat steamer lifeboat speedboat warship tanker whaleboat bumboat trimaran"
    ).split(),
    "fabric": (
        "cotton silk linen wool velvet satin corduroy muslin taffeta chiffon damask brocade calico gingham chintz "
        "organza poplin seersucker fustian cambric twill tulle batiste bombazine percale nankeen serge worsted "
        "chenille nylon polyester felt lace canvas grosgrain"
    ).split(),
    "weapon": (
        "sword dagger rifle pistol spear cannon musket crossbow rapier cutlass halberd scimitar arquebus "
        "blunderbuss claymore falchion poniard javelin lance sabre bayonet carbine longbow tomahawk revolver "
        "shotgun missile flamethrower harquebus culverin flintlock"
    ).split(),
    "dance": (
        "waltz tango polka minuet foxtrot rumba mazurka gavotte quickstep flamenco fandango tarantella ballet "
        "cancan habanera charleston farandole schottische cakewalk beguine"
    ).split(),
    "disease": (
        "measles influenza cholera tuberculosis pneumonia diphtheria typhus scurvy rickets pellagra beriberi "
        "leprosy mumps rabies gout psoriasis eczema silicosis brucellosis diabetes cancer smallpox polio anthrax "
        "dengue typhoid trachoma kwashiorkor impetigo"
    ).split(),
    "mineral": (
        "quartz feldspar gypsum talc mica calcite dolomite galena fluorite olivine pyrite malachite magnetite "
        "zircon asbestos garnet hematite borax sphalerite corundum barite tourmaline wolframite "
        "cassiterite"
    ).split(),
    "furniture": (
        "chair sofa wardrobe bookcase armchair sideboard ottoman settee chiffonier credenza davenport escritoire "
        "armoire commode desk bed bench dresser sectional highboy lowboy hassock divan"
    ).split(),
}  # fmt: skip
"""Kind to words of which it is a dictionary sense, each in no other of these kinds."""

OPPOSITES: Final = (
    ("hot", "cold"), ("early", "late"), ("empty", "full"), ("dry", "wet"), ("heavy", "light"), ("rich", "poor"),
    ("loud", "soft"), ("cheap", "expensive"), ("deep", "shallow"), ("awake", "asleep"), ("public", "private"),
    ("guilty", "innocent"), ("major", "minor"), ("true", "false"), ("alive", "dead"), ("domestic", "foreign"),
    ("urban", "rural"), ("maximum", "minimum"), ("senior", "junior"), ("male", "female"), ("buy", "sell"),
    ("love", "hate"), ("victory", "defeat"), ("internal", "external"), ("optimist", "pessimist"),
    ("generous", "stingy"), ("humble", "proud"), ("vertical", "horizontal"), ("ascend", "descend"),
    ("inhale", "exhale"), ("import", "export"), ("active", "passive"), ("amateur", "professional"),
    ("singular", "plural"), ("expand", "contract"), ("attract", "repel"), ("mortal", "immortal"),
    ("fertile", "sterile"), ("sacred", "profane"), ("tangible", "intangible"), ("explicit", "implicit"),
    ("subjective", "objective"), ("literate", "illiterate"), ("praise", "criticize"), ("concave", "convex"),
    ("benign", "malignant"), ("zenith", "nadir"), ("synonym", "antonym"), ("diurnal", "nocturnal"),
    ("centrifugal", "centripetal"), ("apogee", "perigee"), ("aphelion", "perihelion"), ("analytic", "synthetic"),
    ("inductive", "deductive"), ("hypertension", "hypotension"), ("anode", "cathode"), ("acquit", "convict"),
    ("proximal", "distal"), ("dorsal", "ventral"), ("afferent", "efferent"), ("abduct", "adduct"),
    ("oviparous", "viviparous"), ("deciduous", "evergreen"), ("catabolism", "anabolism"), ("misogyny", "philogyny"),
    ("exoteric", "esoteric"), ("euphemism", "dysphemism"), ("sinistral", "dextral"),
    ("autochthonous", "allochthonous"), ("anterograde", "retrograde"), ("dystopia", "utopia"),
    ("euphoria", "dysphoria"), ("cyclone", "anticyclone"), ("agonist", "antagonist"), ("crescendo", "decrescendo"),
    ("legato", "staccato"), ("prognathous", "opisthognathous"), ("isotropic", "anisotropic"),
    ("plaintiff", "defendant"), ("debit", "credit"), ("windward", "leeward"), ("embark", "disembark"),
    ("homozygous", "heterozygous"), ("dominant", "recessive"), ("alkaline", "acidic"), ("hydrophilic", "hydrophobic"),
    ("exogamy", "endogamy"), ("outpatient", "inpatient"), ("tributary", "distributary"), ("taciturn", "voluble"),
    ("caudal", "cephalic"), ("anabatic", "katabatic"), ("sympatric", "allopatric"),
    ("levity", "gravity"), ("synchronic", "diachronic"), ("recto", "verso"),
)  # fmt: skip
"""Pairs of opposites; no word is the opposite of a word in another pair."""

SYNONYMS: Final = (
    ("begin", "start"), ("shut", "close"), ("big", "large"), ("autumn", "fall"), ("film", "movie"), ("ill", "sick"),
    ("buy", "purchase"), ("car", "automobile"), ("child", "kid"), ("error", "mistake"), ("jump", "leap"),
    ("doctor", "physician"), ("answer", "reply"), ("hide", "conceal"), ("lawyer", "attorney"), ("teach", "instruct"),
    ("choose", "select"), ("cloth", "fabric"), ("sofa", "couch"), ("garbage", "refuse"), ("courage", "bravery"),
    ("famous", "celebrated"), ("mend", "repair"), ("odd", "peculiar"), ("quarrel", "dispute"), ("seashore", "coast"),
    ("umpire", "referee"), ("cemetery", "graveyard"), ("postpone", "defer"), ("wizard", "magician"),
    ("vacation", "holiday"), ("torch", "flashlight"), ("noon", "midday"), ("pharmacist", "druggist"),
    ("wilt", "droop"), ("cobbler", "shoemaker"), ("pinnacle", "acme"), ("stubborn", "obstinate"), ("brag", "boast"),
    ("yearn", "long"), ("cougar", "puma"), ("wolverine", "carcajou"), ("reindeer", "caribou"),
    ("aubergine", "eggplant"), ("courgette", "zucchini"), ("hiccup", "singultus"), ("hives", "urticaria"),
    ("chickenpox", "varicella"), ("tetanus", "lockjaw"), ("rabies", "hydrophobia"), ("knapsack", "rucksack"),
    ("lighter", "barge"), ("filbert", "hazelnut"), ("groundhog", "woodchuck"), ("wildebeest", "gnu"),
    ("coypu", "nutria"), ("manioc", "cassava"), ("lapwing", "pewit"), ("sycophant", "toady"), ("tramp", "hobo"),
    ("insolvent", "bankrupt"), ("garrulous", "loquacious"), ("obsequious", "fawning"), ("lachrymose", "tearful"),
    ("somnambulist", "sleepwalker"), ("hirsute", "hairy"), ("sesquipedalian", "polysyllabic"),
    ("strabismus", "squint"), ("clavicle", "collarbone"), ("patella", "kneecap"), ("sternum", "breastbone"),
    ("mandible", "jawbone"), ("epistaxis", "nosebleed"), ("cicatrix", "scar"), ("myopia", "nearsightedness"),
    ("pyrosis", "heartburn"), ("penury", "indigence"), ("opprobrium", "obloquy"), ("tumescent", "tumid"),
    ("flagitious", "heinous"), ("apothegm", "aphorism"), ("xanthous", "yellow"), ("palliate", "extenuate"),
    ("abjure", "recant"), ("cozen", "deceive"), ("execrate", "abominate"), ("vitiate", "corrupt"),
    ("cogitate", "cerebrate"), ("masticate", "chew"), ("osculate", "kiss"), ("deglutition", "swallow"),
    ("micturate", "urinate"), ("eructation", "belch"), ("horripilation", "goosebump"), ("sternutation", "sneeze"),
    ("pellucid", "limpid"), ("crepuscule", "twilight"), ("zephyr", "breeze"), ("clandestine", "surreptitious"),
    ("perfidy", "treachery"), ("parlous", "perilous"), ("mephitic", "miasmic"), ("ebullient", "exuberant"),
    ("vituperate", "vilify"), ("bivouac", "encampment"), ("largess", "munificence"), ("farrago", "hodgepodge"),
    ("gallimaufry", "mishmash"), ("sudorific", "diaphoretic"), ("emollient", "demulcent"), ("cathartic", "purgative"),
    ("antipyretic", "febrifuge"), ("spume", "froth"), ("fetor", "stench"), ("aroma", "fragrance"),
    ("hauberk", "byrnie"),
)  # fmt: skip
"""Pairs of words that share a dictionary sense."""
