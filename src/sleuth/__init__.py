"""Sleuth: deduction games. Write the secrets and the law; get the player, the assistant and the proof.

Names are loaded when they are first used, so that `import sleuth` stays quick.
"""

from sleuth._exports import export_stub

__version__ = "0.1.0"

export_stub(__name__)
