"""Arrays in, arrays out: the compiled inner loops. The readable twins that the tests hold them to are in `tests`."""
