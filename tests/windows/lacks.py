"""What a Python on Windows does not have, of what Sleuth might use."""

from __future__ import annotations

MODULES = frozenset(
    ("crypt", "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
)
NAMES = {
    "os": frozenset((
        "EX_OK", "O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC",
        "WNOHANG", "chown", "confstr", "ctermid", "fchdir", "fchmod", "fchown", "fork", "forkpty", "fstatvfs",
        "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority",
        "getresuid", "getsid", "getuid", "killpg", "lchown", "lockf", "mkfifo", "mknod", "nice", "openpty",
        "pipe2", "posix_fadvise", "posix_fallocate", "posix_spawn", "pread", "pwrite", "register_at_fork",
        "sched_getaffinity", "sched_setaffinity", "sched_yield", "setgid", "setpgid", "setpriority", "setsid",
        "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp", "uname", "wait", "wait3", "wait4", "waitid",
    )),
    "signal": frozenset((
        "ITIMER_PROF", "ITIMER_REAL", "ITIMER_VIRTUAL", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL",
        "SIGPIPE", "SIGPROF", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH",
        "SIG_BLOCK", "SIG_SETMASK", "SIG_UNBLOCK", "alarm", "getitimer", "pause", "pthread_kill",
        "pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigtimedwait", "sigwait", "sigwaitinfo",
    )),
    "socket": frozenset(("AF_UNIX", "SO_REUSEPORT")),
    "time": frozenset(("tzset", "pthread_getcpuclockid")),
}  # fmt: skip
