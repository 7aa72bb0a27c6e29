"""What a citation rests on: quotes that stand in saved pages; pure functions."""
