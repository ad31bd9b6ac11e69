"""The board of the day: its page before and after it is played, and the archive."""
