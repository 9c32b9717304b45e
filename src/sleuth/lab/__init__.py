"""Analysis of games and of plays, and reproduction of published results."""

from sleuth.lab.grading import Grades as Grades
from sleuth.lab.grading import grade as grade
from sleuth.lab.report import Report as Report
from sleuth.lab.report import analyse as analyse
