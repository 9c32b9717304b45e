"""What every room speaks: games, histories, limits, errors and spec strings."""

import sleuth.core.compiling_notice  # noqa: F401  (whoever uses the library is told why it takes long)
from sleuth._exports import export_stub

export_stub(__name__)
