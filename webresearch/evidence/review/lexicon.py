"""Words that carry logic: negators, hedges, quantifiers, conditions and opposites, by class; pure tables, English unless said.

Words are classes of the grammar (closed lists) or common opposites of the language; none is taken from a particular subject.
"""


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set: how the tables of words are written."""
    return frozenset(text.split())


# Interchangeable: each turns its clause round. "Without", "lack" and "fail" do so lexically.
NEGATORS = word_set(
    "not no never none neither nor nobody nothing nowhere cannot without lack lacks lacked lacking fail fails "
    "failed failing failure unable inability absence absent hardly scarcely barely refuse refuses refused refusal "
    "devoid"
)
# Negative in part: enough to explain a negator of the other sentence, too weak to be missed on their own.
SOFT_NEGATORS = word_set(
    "abandon abandoned alone avoid avoided avoiding avoids ban banned bans blank block blocked blocks cancel "
    "canceled cancelled cancels cease ceased ceases ceasing cleared clears contrary delete deleted deletes deleting "
    "deletion deletions denied denies deny deprecate deprecated disappear disappeared disappears discard discarded discarding "
    "discards dispense doubt doubtful doubts eliminate eliminated eliminates eliminating elsewhere empty eradicate eradicated "
    "eradicates escape escaped except exclude excluded excludes excluding "
    "exclusively exempt false falsely few forbid forbidden forbids former formerly free gone guard guards halt "
    "halted halts ignore ignored ignores ignoring impossible inhibit inhibited inhibits instead just little lose "
    "loses losing lost minor miss missed misses missing negative negligible nil obsolete off omission omit omits "
    "omitted omitting only optional placebo prevent prevented preventing prevents prohibit prohibited prohibits protect "
    "protected protects rare rarely rather reject rejected rejection rejects removal remove removed removes removing ruled "
    "seldom shield shields skip skipped skips sole solely spare spared stop stopped stopping stops "
    "suppress suppressed suppresses unless unlike until vanish vanished void withdraw withdrawn withdraws withdrew zero"
)
NEGATIVE_SUFFIXES = ("less", "free")
ONLY_LIKE_NEGATIVES = word_set("nevertheless nonetheless regardless unless")
# Words with a prefix that turns them round, to where all of their forms are covered.
NEGATED_STEMS = tuple(
    prefix + stem
    for prefix, stems in (
        (
            "in",
            "valid active complete significan accura sufficien visib frequent consisten effective conclusive correct capab "
            "abilit adequa separab direct definite elig appropriate compat dependent express sensitiv escap evitab soluble "
            "toleran stab secur digest edib feasib applicab",
        ),
        ("im", "possib mutab mobil mature perfect probab precise proper permeab plausib pure"),
        ("ir", "relevan regular reversib respective resistib"),
        ("il", "legal legib logical legitim"),
        ("a", "symptom typical synchron septic political cellular symmetr"),
        (
            "dis",
            "abl allow agree appear card connect continu courag honest hono like prov regard similar us count pens qualif "
            "satisf trust join miss",
        ),
    )
    for stem in stems.split()
)
OTHER_UN = ("under", "unit", "until", "union", "uniq", "univers", "unifor", "unifi", "unison", "uncle")

# Hedges by strength. Any hedge in a claim covers a hedge of its quote; certainty words are the claim's own addition.
POSSIBLE = word_set(
    "may might could possibly perhaps maybe possible possibility potentially potential conceivably plausible "
    "plausibly speculate speculates speculated speculation speculative hypothesis hypothesize hypothesised "
    "hypothesized hypothesise conjecture unclear uncertain doubtful tentative tentatively"
)
PROBABLE = word_set(
    "likely likeliest unlikely probably probable presumably presume presumed supposedly suppose supposed expect "
    "expects expected expectation anticipate anticipated assume assumed assumes suspect suspected suspects "
    "believe believes believed belief think thinks thought seem seems seemed seemingly appear appears appeared "
    "apparently suggest suggests suggested suggesting suggestion suggestive reportedly allegedly alleged rumoured "
    "rumored claimed claims hint hints hinted imply implies implied indication indications predict predicts "
    "predicted prediction forecast forecasts projected opinion theory theoretically theoretical guess inferred "
    "infer infers candidate hope hopes hoped propose proposes proposed chance chances promising tend tends tended "
    "tendency guaranteed argue argues argued"
)
# Modest readings of a may or could: enough in a claim, no hedge in a quote.
CAPABLE = word_set(
    "can able permitted allowed allow allows if whether would should question questionable sign signs "
    "hypothetical ought probability odds"
)
HEDGE_PHRASES = (
    "not guaranteed",
    "no guarantee",
    "not necessarily",
    "looks? as (?:though|if)",
    "as though",
    "as far as we know",
    "as far as is known",
    "in theory",
    "in principle",
    "in part",
    "said to",
    "prone to",
)
FREQUENT = word_set(
    "usually generally typically normally mostly largely mainly often frequently sometimes occasionally commonly "
    "partly partially somewhat roughly predominantly ordinarily"
)
CERTAIN = word_set(
    "prove proves proved proven certainly definitely undoubtedly undeniably invariably must guarantee guarantees "
    "guaranteed ensure ensures always conclusively unquestionably surely establish establishes established "
    "demonstrate demonstrates demonstrated confirm confirms confirmed"
)
LINKED = word_set("associated association correlated correlates correlate correlation linked link links related")
ACTS = word_set("protects prevents reduces lowers raises increases improves worsens boosts triggers")
CAUSES = word_set("cause causes caused causing due because leads led makes made drives drove thanks results owing produces")

# Quantifiers from weak to strong; a claim may not be stronger than its quote.
QUANTIFIERS = {
    "some": word_set(
        "some several sometimes occasionally certain few partly partially portion part partial minority various fraction"
    ),
    "many": word_set("many often frequently numerous commonly much"),
    "most": word_set(
        "most mostly majority usually generally typically normally mainly largely predominantly tend tends tended nearly almost"
    ),
    "all": word_set(
        "all every each always entire entirely whole everyone everybody everything everywhere any anyone anything "
        "whenever universally wholly completely invariably never none nobody total totally throughout anybody "
        "whatever without-exception"
    ),
}
STRENGTHS = ("some", "many", "most", "all")

CONDITIONS = word_set(
    "if unless when whenever provided providing assuming until except excluding once where lest while given only"
)
CONDITION_PHRASES = (
    "as long as", "so long as", "in case", "on condition", "subject to", "in the event", "depend on", "depends on",
    "depending on", "apart from", "other than", "except for", "with the exception", "as soon as", "by means of",
    "conditional on", "provided that",
)  # fmt: skip
# Markers whose loss is a fault; the others only explain.
BINDING_CONDITIONS = word_set("if unless provided providing except excluding whenever assuming until")

HUMANS = word_set(
    "patient patients human humans people persons person men women children volunteers volunteer adults clinical clinic"
)
NOT_HUMANS = word_set(
    "mice mouse rat rats animal animals vitro cell cells monkeys monkey rabbits rabbit hamsters hamster ferrets "
    "ferret pigs macaques zebrafish worms vivo simulation simulations simulated murine"
)
FUNCTION_WORDS = word_set(
    "a an the this that these those it its they them their theirs he him his she her hers we us our i you your "
    "who whom whose which what there here of in on at to for from by with as into onto upon about between among "
    "through during per via than then so such and or both either also too very quite just even still yet already "
    "again more most less least much many few be is are was were been being am do does did doing done have has "
    "had having will would shall should can could may might must not no nor neither never none if unless when "
    "while where because since although though however but only whether until before after over under above below "
    "up down out off all any some each every other another own same one ones two three s t re ve ll d against "
    "within without toward towards across along around according text how why cannot like rather instead whereas "
    "thus hence therefore moreover furthermore namely i.e e.g etc respectively once get gets got put puts make "
    "makes made take takes took taken come comes came go goes went gone say says said found find finds show shows "
    "showed shown give gives gave given use uses used using"
)

# Words that leave everything else out.
EXCLUSIVES = word_set("only solely alone exclusively just sole")
