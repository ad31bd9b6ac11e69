"""Open pages: sockets and broadcasting."""
