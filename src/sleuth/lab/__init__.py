"""Analysis of games and of plays, and reproduction of published results."""

from sleuth.lab.asked import read_questions as read_questions
from sleuth.lab.fitting import Fit as Fit
from sleuth.lab.fitting import fit as fit
from sleuth.lab.grading import Grades as Grades
from sleuth.lab.grading import grade as grade
from sleuth.lab.report import Report as Report
from sleuth.lab.report import analyse as analyse
