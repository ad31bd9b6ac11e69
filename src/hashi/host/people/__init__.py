"""People and their browsers: keys, devices, links, who comes and goes, who is told."""
