"""Where the events of tables are kept: SQLite or PostgreSQL."""
