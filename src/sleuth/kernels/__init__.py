"""Arrays in, arrays out: the compiled inner loops, each with a readable NumPy twin."""
