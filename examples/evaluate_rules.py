"""Which one-step rule plays a game best, and what do its ties cost? Usage: evaluate_rules.py [GAME]"""

import sys

from sleuth import Evaluation, evaluate, parse_game, parse_strategy

RULES = ("minimax", "size", "entropy", "parts")
TIES = ("possible+lex", "lex")


def compare(spec: str) -> list[Evaluation]:
    """Every rule with every tie-break, the fewest steps first."""
    game = parse_game(spec)
    players = [parse_strategy(f"{rule}:ties={ties}") for rule in RULES for ties in TIES]
    return sorted((evaluate(game, player) for player in players), key=lambda result: result.total)


def main() -> None:
    spec = sys.argv[1] if len(sys.argv) > 1 else "mastermind"
    for result in compare(spec):
        print(f"{result.total:>7,}:{result.worst}  mean {result.mean:.4f}  {result.tie_break}")


if __name__ == "__main__":
    main()
