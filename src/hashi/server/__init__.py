"""Web pages and live play over a table. The browser holds no rules."""
