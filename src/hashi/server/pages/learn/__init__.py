"""The tutorial, the tactics and their exercises."""
