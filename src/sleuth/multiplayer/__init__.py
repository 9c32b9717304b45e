"""Games with several players who each know something else."""
