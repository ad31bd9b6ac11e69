"""Pictures of games to share, still and moving."""
