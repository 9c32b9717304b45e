"""The counting of fleets."""
