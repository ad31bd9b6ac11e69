"""What `hashi site FOLDER` does: it writes the game as a folder of files for any web space."""
