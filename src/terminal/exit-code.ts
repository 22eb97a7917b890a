/** What the process reports to the shell, everywhere the same. */
export const ExitCode = {
  fine: 0,
  /** Diagnostics, stale files, breaks at the gate. */
  findings: 1,
  /** Usage or configuration. */
  usage: 2,
  /** A bug of pegboard. */
  fault: 3,
  /** The tool answered with an error. */
  toolError: 4,
  /** Server or network: it can't be started, reached or used. */
  unreachable: 5,
  /** Authentication or policy refused. */
  refused: 6,
  timedOut: 7,
  interrupted: 130,
  /** A second SIGTERM, while the command was shutting down. */
  terminated: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** For `--help`: code → what it means. */
export const exitCodeTexts: readonly (readonly [ExitCode, string])[] = [
  [ExitCode.fine, "success"],
  [ExitCode.findings, "findings: diagnostics, stale files, breaking changes"],
  [ExitCode.usage, "usage or configuration error"],
  [ExitCode.fault, "internal error"],
  [ExitCode.toolError, "the tool answered with an error"],
  [ExitCode.unreachable, "server or network error"],
  [ExitCode.refused, "refused by authentication or policy"],
  [ExitCode.timedOut, "timed out"],
  [ExitCode.interrupted, "interrupted"],
  [ExitCode.terminated, "killed during shutdown"],
];
