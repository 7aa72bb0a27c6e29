"""Opposites of the language in pairs of poles, and what a negative prefix makes of a word; pure tables, English."""

from functools import cache

NEGATIVE_PREFIXES = ("un", "non", "in", "im", "il", "ir", "dis", "mis", "a", "de")


# Axes of opposites: the two poles. Turnable ones say the same when the things compared change places.
TURNABLE_AXES = (
    ("more greater higher larger bigger exceed exceeds exceeded exceeding outnumber outnumbered outnumbers "
        "outstrip outstrips outstripped surpass surpasses surpassed",
     "less fewer lower smaller"),
    ("before prior earlier precede precedes preceded preceding", "after later following follow follows followed "
                                                                 "subsequently subsequent since"),
    ("older", "younger newer"),
    ("longer", "shorter"),
    ("stronger", "weaker"),
    ("faster quicker", "slower"),
    ("better", "worse"),
    ("above over", "below under beneath"),
    ("heavier", "lighter"),
    ("wider broader", "narrower"),
    ("easier simpler", "harder"),
    ("cheaper", "dearer costlier"),
    ("richer wealthier", "poorer"),
    ("warmer hotter", "colder cooler"),
    ("taller", "shorter"),
    ("beat beats defeated defeats defeat", "lost loses"),
    ("buy buys bought buying purchased purchases", "sell sells sold selling"),
    ("lend lends lent", "borrow borrows borrowed"),
    ("superior", "inferior"),
    ("nearer closer", "farther further"),
)  # fmt: skip


FIXED_AXES = (
    ("rise rises rose risen rising increase increases increased increasing grow grows grew grown growing growth climb "
     "climbs climbed "
     "gain gains gained expand expands expanded raise raises raised raising surge surged soar soared jumped higher "
     "upward upwards "
     "widen widens widened swell swelled extend extended elevate elevated elevates heighten heightened boost boosts boosted "
     "accelerate accelerated doubled tripled quadrupled",
     "fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining drop "
     "drops dropped "
     "dropping shrink shrank shrunk shrinks reduce reduces reduced reducing reduction lower lowers lowered lowering "
     "diminish diminishes "
     "diminished sank plunged dwindled narrow narrows narrowed weaken weakened lessen lessened cut cuts downward "
     "downwards halved slowed"),
    ("more most", "less least"),
    ("high highest higher", "low lowest lower"),
    ("large largest big biggest", "small smallest tiny"),
    ("long longest", "short shortest brief"),
    ("early earliest", "late latest"),
    ("fast fastest quick quickly rapid rapidly", "slow slowest slowly"),
    ("strong strongest strongly", "weak weakest weakly"),
    ("best", "worst"),
    ("maximum most", "minimum least"),
    ("improve improves improved improving improvement", "worsen worsens worsened worsening deteriorate deteriorated "
                                                        "impair impaired"),
    ("enable enables enabled enabling on active activate activates "
     "activated", "disable disables disabled disabling off inactive"),
    ("allow allows allowed permit permits permitted", "forbid forbids forbidden prohibit prohibits prohibited prevent "
                                                      "prevents prevented disallow disallowed"),
    ("accept accepts accepted", "reject rejects rejected refuse refuses refused"),
    ("include includes included including", "exclude excludes excluded excluding omit omits omitted"),
    ("add adds added adding", "remove removes removed removing delete deletes deleted subtract"),
    ("create creates created", "destroy destroys destroyed delete deletes deleted"),
    ("win wins won winning winner victory", "lose loses lost losing loser defeat"),
    ("survive survives survived surviving survival alive", "die dies died dead death deaths killed"),
    ("begin begins began begun start starts started starting open opens "
     "opened", "end ends ended ending finish finishes finished close closes "
                                                                                 "closed stop stops stopped"),
    ("succeed succeeds succeeded success successful successfully", "fail fails failed failure unsuccessful"),
    ("first", "last"),
    ("same identical alike similar", "different differing dissimilar distinct"),
    ("present presence", "absent absence"),
    ("common commonly frequent frequently often", "rare rarely seldom infrequent uncommon"),
    ("safe safely safer", "dangerous unsafe harmful toxic"),
    ("easy easily", "difficult hard"),
    ("cheap cheaper inexpensive", "expensive costly"),
    ("public", "private"),
    ("internal inside inner", "external outside outer"),
    ("positive", "negative"),
    ("upper top", "lower bottom"),
    ("confirm confirms confirmed support supports supported", "refute refutes refuted contradict contradicts "
                                                              "contradicted disprove disproved oppose opposed"),
    ("agree agrees agreed", "disagree disagrees disagreed"),
    ("promote promotes promoted stimulate stimulates stimulated activate activates activated enhance enhances enhanced "
     "facilitate facilitates",
     "inhibit inhibits inhibited suppress suppresses suppressed block blocks blocked impede impedes hinder hinders hindered"),
    ("benefit beneficial", "harm harmful detrimental"),
    ("protect protects protected", "endanger endangers harm harms harmed damage damages damaged"),
    ("strengthen strengthened strengthens", "weaken weakened weakens"),
    ("widen widened widens", "narrow narrowed narrows"),
    ("lengthen lengthened extend extended prolong prolonged", "shorten shortened shortens"),
    ("mandatory required compulsory obligatory", "optional voluntary"),
    ("temporary temporarily", "permanent permanently"),
    ("automatic automatically", "manual manually"),
    ("ascending", "descending"),
    ("true", "false"),
    ("mild", "severe"),
    ("major", "minor"),
    ("thick", "thin"),
    ("wide broad", "narrow"),
    ("deep", "shallow"),
    ("full", "empty"),
    ("heavy", "light"),
    ("rich wealthy", "poor"),
    ("warm hot", "cold cool"),
    ("wet", "dry"),
    ("northern north", "southern south"),
    ("eastern east", "western west"),
    ("left", "right"),
    ("men male males man boys boy", "women female females woman girls girl"),
    ("urban cities", "rural countryside"),
    ("profit profits surplus", "loss losses deficit"),
    ("imports import imported", "exports export exported"),
    ("arrive arrives arrived enter enters entered", "depart departs departed leave leaves"),
    ("attack attacks attacked", "defend defends defended"),
    ("hire hired hires", "dismiss dismissed fired"),
    ("lock locks locked", "unlock unlocks unlocked release releases released"),
    ("ancestor ancestors parent parents", "descendant descendants child"),
    ("always", "never"),
    ("everyone everybody", "nobody"),
    ("many", "few"),
    ("majority", "minority"),
    ("more most", "fewer fewest"),
    ("with", "without"),
    ("together", "separately apart"),
    ("simple", "complex complicated"),
    ("sufficient enough", "insufficient"),
    ("faster", "slowly"),
    ("appear appears appeared", "disappear disappears disappeared vanished"),
    ("remember remembers retain retains retained keep keeps kept preserve preserves preserved",
     "forget forgets discard discards discarded lose loses lost"),
    ("hit hits", "miss misses missed"),
    ("ally allies allied", "enemy enemies"),
    ("guilty convicted", "innocent acquitted"),
    ("change changes changed alter alters altered vary varies varied differ differs differed modify modified modifies",
     "keep keeps kept stay stays stayed remain remains remained same constant stable preserve preserves preserved "
     "retain retains fixed unchanged"),
    ("allow allowed allows permitted legal valid harmless", "error errors illegal invalid forbidden prohibited"),
    ("honour honours honoured honor honors honored respect respects respected obey obeyed heed heeded",
     "ignore ignores ignored disregard disregards disregarded"),
    ("acquire acquires acquired obtain obtained", "release releases released free frees freed"),
    ("open opened", "closed shut"),
    ("visible shown", "hidden invisible"),
    ("attach attached attaches", "detach detached detaches"),
    ("insert inserts inserted inserting", "delete deletes deleted remove removed"),
    ("send sends sent sending", "receive receives received receiving"),
    ("upload uploads uploaded", "download downloads downloaded"),
    ("encrypt encrypts encrypted encode encodes encoded", "decrypt decrypts decrypted decode decodes decoded"),
    ("ahead", "behind"),
    ("appointed appoint hired", "dismissed dismiss fired removed"),
    ("married marry", "divorced divorce"),
    ("build builds built erected", "demolish demolished destroyed razed"),
    ("founded establish established introduced introduce", "dissolved abolished abolish"),
    ("born birth births", "died death deaths"),
    ("join joins joined", "leave leaves left quit"),
    ("merge merges merged unite united", "split splits divided divide"),
    ("approve approves approved adopt adopted adopts ratified", "reject rejects rejected vetoed"),
    ("praise praised praises", "criticise criticised criticize criticized condemned"),
    ("supporter supporters", "opponent opponents"),
    ("new modern", "old ancient"),
    ("clean", "dirty contaminated"),
    ("hard", "soft"),
    ("near", "far distant"),
    ("forward forwards", "backward backwards"),
    ("horizontal horizontally", "vertical vertically"),
    ("even", "odd"),
    ("single", "multiple several"),
    ("primary", "secondary"),
    ("initial initially", "final finally"),
    ("local", "remote global"),
    ("online", "offline"),
    ("healthy", "sick ill diseased"),
    ("sensitive susceptible vulnerable", "resistant immune"),
    ("acute", "chronic"),
    ("dominant", "recessive"),
    ("benign", "malignant"),
    ("mother mothers", "father fathers"),
    ("son sons", "daughter daughters"),
    ("brother brothers", "sister sisters"),
    ("husband", "wife"),
    ("king", "queen"),
    ("summer", "winter"),
    ("spring", "autumn"),
    ("day daytime", "night nighttime"),
    ("morning", "evening"),
    ("civilian", "military"),
    ("domestic", "foreign"),
    ("upstream", "downstream"),
    ("front", "rear back"),
    ("solid", "liquid"),
    ("synchronous synchronously", "asynchronous asynchronously"),
    ("input inputs", "output outputs"),
    ("read reads reading", "write writes writing written"),
    ("credit", "debit"),
    ("victory", "defeat"),
    ("advance advanced advances", "retreat retreated retreats"),
    ("tighten tightened tightens", "loosen loosened loosens relaxed"),
    ("encourage encourages encouraged", "discourage discourages discouraged deter"),
    ("quiet", "loud"),
    ("overestimate overestimated overestimates", "underestimate underestimated underestimates"),
    ("exceed exceeds exceeded", "undercut below"),
    ("homogeneous", "heterogeneous"),
    ("convex", "concave"),
    ("expand expands expanded", "collapse collapses collapsed compress compressed"),
    ("inherit inherits inherited", "override overrides overridden"),
    ("commit commits committed", "abort aborts aborted"),
    ("commits committed", "rollback"),
    ("independent independently", "dependent depends"),
    ("older oldest old", "younger youngest young"),
    ("newest newer latest", "oldest older earliest"),
)  # fmt: skip


@cache
def poles() -> dict[str, tuple[tuple[int, int, bool], ...]]:
    """Each word of the axes of opposites with (axis, pole, whether the axis may be turned round)."""
    table: dict[str, tuple[tuple[int, int, bool], ...]] = {}
    for number, (axis, turnable) in enumerate(
        [(axis, True) for axis in TURNABLE_AXES] + [(axis, False) for axis in FIXED_AXES]
    ):
        for pole, words in enumerate(axis):
            for word in words.split():
                table[word] = (*table.get(word, ()), (number, pole, turnable))
    return table


def turned_by_prefix(word: str) -> list[str]:
    """What a word becomes with a negative prefix or without its own: unlikely, likely; lock, unlock; harmful, harmless."""
    forms = [prefix + word for prefix in NEGATIVE_PREFIXES]
    forms += [word[len(prefix) :] for prefix in NEGATIVE_PREFIXES if word.startswith(prefix) and len(word) - len(prefix) >= 3]
    if word.endswith(("less", "ful")):
        forms.append(f"{word[:-4]}ful" if word.endswith("less") else f"{word[:-3]}less")
    return forms
