"""The app of this browser, as the site's worker calls it."""
