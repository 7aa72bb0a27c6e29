"""What a text costs a language model, estimated the same way everywhere: four characters a token."""

CHARACTERS_PER_TOKEN = 4  # the usual rule of thumb for English; scripts like Chinese cost more a character than this says


def tokens_of(characters: int) -> int:
    """Tokens of so many characters, rounded up."""
    return -(-characters // CHARACTERS_PER_TOKEN)


def characters_for(budget: int) -> int:
    """Most characters that cost no more than `budget` tokens."""
    return max(0, budget) * CHARACTERS_PER_TOKEN
