"""What the server tells whoever runs it: whether it works, numbers, the log."""
