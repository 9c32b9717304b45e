"""What people do: pure functions from a request to a result. The command line, the API and the page call only these."""

from sleuth._exports import export_stub

export_stub(__name__)
