# Runs the commands in the first word, a JSON list, each on a pseudo-terminal that is closed once its text was printed:
# [{"command": [...], "until": text}, ...]. Prints how each has ended as a JSON list: its exit code, or its signal as a negative number.
import json, os, pty, select, sys, time


def started(plan):
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp(plan["command"][0], plan["command"])
    # While another process has it, the terminal is open.
    os.set_inheritable(fd, False)
    return pid, fd


def close_when_printed(pid, fd, until):
    screen = ""
    end = time.monotonic() + 60
    while until not in screen and time.monotonic() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try:
                screen += os.read(fd, 65536).decode("utf8", "replace")
            except OSError:
                return screen
    os.close(fd)
    while time.monotonic() < end:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    return "goes on"


plans = json.loads(sys.argv[1])
running = [(*started(plan), plan["until"]) for plan in plans]
print(json.dumps([close_when_printed(*one) for one in running]))
