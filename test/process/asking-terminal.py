# Runs a command on a pseudo-terminal: for each prompt that appears, in order, its line is typed. The plan is JSON in the first word:
# {"command": [...], "typed": [[prompt, line], ...]}. Prints {"code", "screen"} as JSON.
import json, os, pty, select, sys, time

plan = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(plan["command"][0], plan["command"])
screen = ""
seen = 0
typed = list(plan["typed"])
end = time.monotonic() + 60
while time.monotonic() < end:
    ready, _, _ = select.select([fd], [], [], 0.2)
    if ready:
        try:
            data = os.read(fd, 65536)
        except OSError:
            data = b""
        if not data:
            break
        screen += data.decode("utf8", "replace")
    if typed:
        at = screen.find(typed[0][0], seen)
        if at >= 0:
            seen = at + len(typed[0][0])
            os.write(fd, typed[0][1].encode() + b"\n")
            typed.pop(0)
else:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
print(json.dumps({"code": os.waitstatus_to_exitcode(status), "screen": screen, "left": typed}))
