"""What can be asked at a table: read, decided, and turned into events or an objection."""
