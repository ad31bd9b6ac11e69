"""HTTP and WebSockets under uvicorn, with bounds that it has no public settings for."""
