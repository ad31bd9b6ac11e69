"""Web Push: messages to browsers whose pages are closed."""
