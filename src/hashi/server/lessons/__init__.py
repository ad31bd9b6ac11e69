"""The exercises of the tutorial and of the tactics, judged by the rules; no page and no request."""
