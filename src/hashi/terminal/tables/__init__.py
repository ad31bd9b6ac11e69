"""The tables at which a terminal plays: a log in a file of this device, or a table of a server."""
