from hypothesis import HealthCheck, settings

settings.register_profile(
    "hashi",
    deadline=None,  # speed is measured in benchmarks/, never in a test
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("hashi")
