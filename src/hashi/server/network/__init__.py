"""The networks of this computer, and how others in them reach the server."""
