"""Published results beside ours, paper by paper."""

from sleuth.lab.reproduce.claims import Claim, Reproduction, reproduce

__all__ = ["Claim", "Reproduction", "reproduce"]
