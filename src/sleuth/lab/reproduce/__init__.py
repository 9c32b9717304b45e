"""Published results beside ours, paper by paper."""

from sleuth.lab.reproduce.claims import PAPERS, Claim, Reproduction, Run, Verdict, reproduce

__all__ = ["PAPERS", "Claim", "Reproduction", "Run", "Verdict", "reproduce"]
