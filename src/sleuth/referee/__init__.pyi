from sleuth.referee.prompt import Exchange as Exchange
from sleuth.referee.prompt import Prompt as Prompt
from sleuth.referee.referee import Referee as Referee
from sleuth.referee.report import RefereeReport as RefereeReport
from sleuth.referee.rewards import REWARDS as REWARDS
from sleuth.referee.verdict import Refusal as Refusal
from sleuth.referee.verdict import Reply as Reply
from sleuth.referee.verdict import Verdict as Verdict
