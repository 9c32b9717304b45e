"""What people do: pure functions from a request to a result. The command line, the API and the page call only these."""
