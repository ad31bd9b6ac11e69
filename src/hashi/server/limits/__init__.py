"""Addresses, quotas and fair turns: what one visitor may use."""
