"""What people may use, and whose turn it is."""
