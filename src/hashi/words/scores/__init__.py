"""Points in sentences: the score, ranks, the end in company, the result of a day."""
