"""Words that carry logic: negators, hedges, quantifiers, conditions and opposites, by class; pure tables, English unless said.

Words are classes of the grammar (closed lists) or common opposites of the language; none is taken from a particular subject.
"""

# Interchangeable: each turns its clause round. "Without", "lack" and "fail" do so lexically.
NEGATORS = frozenset(
    "not no never none neither nor nobody nothing nowhere cannot without lack lacks lacked lacking fail fails failed failing "
    "failure unable inability absence absent hardly scarcely barely refuse refuses refused refusal devoid".split()
)
# Negative in part: enough to explain a negator of the other sentence, too weak to be missed on their own.
SOFT_NEGATORS = frozenset(
    "few little rarely seldom rare except excluding exclude excludes excluded unless until only instead rather deny denies "
    "denied reject rejects rejected rejection prevent prevents prevented preventing avoid avoids avoided avoiding omit omits "
    "omitted missing miss misses missed cease ceases ceased ceasing stopping lose loses lost losing  "
    "false falsely impossible forbid forbids forbidden prohibit prohibits prohibited ban bans banned ignore ignores ignored "
    "ignoring skip skips skipped discard discards discarded remove removes removed removal abandon abandoned "
    "spare spared zero exempt free gone alone solely exclusively just sole nil minor negligible doubt doubtful "
    "doubts dispense disappear disappears disappeared vanish vanished ruled negative   "
    "contrary unlike optional     "
    "deprecated obsolete former formerly withdrawn inhibits    "
    "elsewhere off escape escaped stop stops stopped halt halts halted block blocks blocked inhibit suppress suppresses "
    "suppressed inhibited".split()
)
NEGATIVE_PREFIXES = ("un", "non", "in", "im", "il", "ir", "dis", "mis", "a", "de")
NEGATIVE_SUFFIXES = ("less", "free")

# Hedges by strength. Any hedge in a claim covers a hedge of its quote; certainty words are the claim's own addition.
POSSIBLE = frozenset(
    "may might could possibly perhaps maybe possible possibility potentially potential conceivably plausible plausibly "
    "speculate speculates speculated speculation speculative hypothesis hypothesize hypothesised hypothesized hypothesise "
    "conjecture unclear uncertain doubtful tentative tentatively".split()
)
PROBABLE = frozenset(
    "likely unlikely probably probable presumably presume presumed supposedly suppose supposed expect expects expected "
    "expectation anticipate anticipated assume assumed assumes suspect suspected suspects believe believes believed belief think "
    "thinks thought seem seems seemed seemingly appear appears appeared apparently suggest suggests suggested suggesting "
    "suggestion suggestive reportedly allegedly alleged rumoured rumored claimed claims hint hints hinted imply implies implied "
    "indication indications predict predicts predicted prediction forecast forecasts projected opinion "
    "theory theoretically theoretical guess "
    "inferred infer infers candidate hope hopes hoped propose proposes proposed "
    "chance chances promising tend tends tended tendency guaranteed "
    "argue argues argued".split()
)
# Modest readings of a may or could: enough in a claim, no hedge in a quote.
CAPABLE = frozenset(
    "can able permitted allowed allow allows if whether would should question questionable sign signs hypothetical ought "
    "probability odds".split()
)
HEDGE_PHRASES = ("not guaranteed", "no guarantee", "not necessarily", "as far as we know", "as far as is known", "in theory", "in principle", "in part", "said to", "prone to")
FREQUENT = frozenset(
    "usually generally typically normally mostly largely mainly often frequently sometimes occasionally commonly partly "
    "partially somewhat roughly predominantly ordinarily".split()
)
CERTAIN = frozenset(
    "prove proves proved proven certainly definitely undoubtedly undeniably invariably must guarantee guarantees guaranteed ensure "
    "ensures always conclusively unquestionably surely establish establishes established demonstrate demonstrates demonstrated "
    "confirm confirms confirmed".split()
)
LINKED = frozenset("associated association correlated correlates correlate correlation linked link links related".split())
CAUSES = frozenset("cause causes caused causing due because leads led makes made drives drove thanks results owing produces".split())

# Quantifiers from weak to strong; a claim may not be stronger than its quote.
QUANTIFIERS = {
    "some": frozenset("some several sometimes occasionally certain few partly partially portion part partial minority various fraction".split()),
    "many": frozenset("many often frequently numerous commonly much".split()),
    "most": frozenset("most mostly majority usually generally typically normally mainly largely predominantly tend tends tended nearly almost".split()),
    "all": frozenset(
        "all every each always entire entirely whole everyone everybody everything everywhere any anyone anything "
        "whenever universally wholly completely invariably never none nobody total totally throughout anybody whatever "
        "without-exception".split()
    ),
}
STRENGTHS = ("some", "many", "most", "all")

CONDITIONS = frozenset("if unless when whenever provided providing assuming until except excluding once where lest while given only".split())
CONDITION_PHRASES = (
    "as long as", "so long as", "in case", "on condition", "subject to", "in the event", "depend on", "depends on", "depending on",
    "apart from", "other than", "except for", "with the exception", "as soon as", "by means of", "conditional on", "provided that",
)  # fmt: skip
# Markers whose loss is a fault; the others only explain.
BINDING_CONDITIONS = frozenset("if unless provided providing except excluding whenever assuming until".split())

HUMANS = frozenset("patient patients human humans people persons person men women children volunteers volunteer adults clinical clinic".split())
NOT_HUMANS = frozenset(
    "mice mouse rat rats animal animals vitro cell cells monkeys monkey rabbits rabbit hamsters hamster ferrets ferret pigs "
    "macaques zebrafish worms vivo simulation simulations simulated murine".split()
)

# Axes of opposites: the two poles. Turnable ones say the same when the things compared change places.
TURNABLE_AXES = (
    ("more greater higher larger bigger exceed exceeds exceeded exceeding outnumber outnumbered outnumbers",
     "less fewer lower smaller"),
    ("before prior earlier precede precedes preceded preceding", "after later following follow follows followed subsequently subsequent since"),
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
    ("rise rises rose risen rising increase increases increased increasing grow grows grew grown growing growth climb climbs climbed "
     "gain gains gained expand expands expanded raise raises raised raising surge surged soar soared jumped higher upward upwards "
     "widen widens widened swell swelled extend extended elevate elevated elevates heighten heightened boost boosts boosted "
     "accelerate accelerated doubled tripled quadrupled",
     "fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining drop drops dropped "
     "dropping shrink shrank shrunk shrinks reduce reduces reduced reducing reduction lower lowers lowered lowering diminish diminishes "
     "diminished sank plunged dwindled narrow narrows narrowed weaken weakened lessen lessened cut cuts downward downwards halved slowed"),
    ("more most", "less least"),
    ("high highest higher", "low lowest lower"),
    ("large largest big biggest", "small smallest tiny"),
    ("long longest", "short shortest brief"),
    ("early earliest", "late latest"),
    ("fast fastest quick quickly rapid rapidly", "slow slowest slowly"),
    ("strong strongest strongly", "weak weakest weakly"),
    ("best", "worst"),
    ("maximum most", "minimum least"),
    ("improve improves improved improving improvement", "worsen worsens worsened worsening deteriorate deteriorated impair impaired"),
    ("enable enables enabled enabling on active activate activates activated", "disable disables disabled disabling off inactive"),
    ("allow allows allowed permit permits permitted", "forbid forbids forbidden prohibit prohibits prohibited prevent prevents prevented disallow disallowed"),
    ("accept accepts accepted", "reject rejects rejected refuse refuses refused"),
    ("include includes included including", "exclude excludes excluded excluding omit omits omitted"),
    ("add adds added adding", "remove removes removed removing delete deletes deleted subtract"),
    ("create creates created", "destroy destroys destroyed delete deletes deleted"),
    ("win wins won winning winner victory", "lose loses lost losing loser defeat"),
    ("survive survives survived surviving survival alive", "die dies died dead death deaths killed"),
    ("begin begins began begun start starts started starting open opens opened", "end ends ended ending finish finishes finished close closes closed stop stops stopped"),
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
    ("confirm confirms confirmed support supports supported", "refute refutes refuted contradict contradicts contradicted disprove disproved oppose opposed"),
    ("agree agrees agreed", "disagree disagrees disagreed"),
    ("promote promotes promoted stimulate stimulates stimulated activate activates activated enhance enhances enhanced facilitate facilitates",
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
     "keep keeps kept stay stays stayed remain remains remained same constant stable preserve preserves preserved retain retains fixed unchanged"),
    ("allow allowed allows permitted legal valid harmless", "error errors illegal invalid forbidden prohibited"),
    ("honour honours honoured honor honors honored respect respects respected obey obeyed heed heeded",
     "ignore ignores ignored disregard disregards disregarded"),
    ("acquire acquires acquired obtain obtained hold holds held", "release releases released free freed"),
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

FUNCTION_WORDS = frozenset(
    "a an the this that these those it its they them their theirs he him his she her hers we us our i you your who whom whose "
    "which what there here of in on at to for from by with as into onto upon about between among through during per via than "
    "then so such and or both either also too very quite just even still yet already again more most less least much many few be "
    "is are was were been being am do does did doing done have has had having will would shall should can could may might must "
    "not no nor neither never none if unless when while where because since although though however but only whether until before after "
    "over under above below up down out off all any some each every other another own same one ones two three s t re ve ll d "
    "up against within without toward towards across along around according text how why cannot like rather instead whereas "
    "thus hence therefore moreover furthermore namely i.e e.g etc respectively once get gets got put puts make makes made "
    "take takes took taken come comes came go goes went gone say says said found find finds show shows showed shown give gives "
    "gave given use uses used using".split()
)
