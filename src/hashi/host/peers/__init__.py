"""The other servers on the same store."""
