import { Readable, Writable } from "node:stream";
import pc from "picocolors";
import type { Terminal } from "../../src/terminal/terminal.ts";

export interface RecordedTerminal {
  readonly terminal: Terminal;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** A terminal without colours that remembers what is printed. */
export function recordTerminal(cwd: string, now = Date.parse("2026-11-21T12:00:00Z")): RecordedTerminal {
  const written = { stdout: "", stderr: "" };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const colors = pc.createColors(false);
  const terminal: Terminal = {
    cwd,
    env: {},
    stdin: Readable.from([]),
    stdout: into("stdout"),
    stderr: into("stderr"),
    clock: () => now,
    colors,
    errorColors: colors,
    columns: undefined,
    catchInterrupts: () => new AbortController().signal,
  };
  return { terminal, stdout: () => written.stdout, stderr: () => written.stderr };
}
