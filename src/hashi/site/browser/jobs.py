"""Jobs in a worker that has no app: bots' turns, hints, reviews."""
