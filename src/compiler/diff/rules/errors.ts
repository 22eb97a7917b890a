import { type DiffRule, rule } from "../rule.ts";

/** Rules about the errors that tools declare. */
export const errorRules: readonly DiffRule[] = [
  rule("error-code-added", "error-added", "INFO", ["RESULT"], {
    mirror: "error-code-removed",
    message: ({ tool, name }) => `'${tool.name}' may now fail with ${name}`,
    explain: {
      why: "Callers meet a failure that they do not know; generic handling still works.",
      bad: "errors: [NOTE_EXISTS]   # was []",
      good: "errors: [NOTE_EXISTS]   # was the same",
    },
  }),
  rule("error-code-removed", "error-removed", "WARN", ["RESULT", "SOURCE"], {
    mirror: "error-code-added",
    message: ({ tool, name }) => `'${tool.name}' no longer fails with ${name}`,
    help: ({ name }) => `keep ${name} declared, or say in the changelog what callers meet in its place`,
    explain: {
      why: "Callers that wait for this error to act on it wait for ever.",
      bad: "errors: []   # was [NOTE_EXISTS]",
      good: "errors: [NOTE_EXISTS, NOTE_LOCKED]   # was [NOTE_EXISTS]",
    },
  }),
  rule("error-code-retryability-changed", "error-kept", "WARN", ["RESULT"], {
    mirror: "error-code-retryability-changed",
    values: ({ base, head }) => [base.retry, head.retry],
    message: ({ base, head }) =>
      base.retry === head.retry ? undefined : `${head.name} has retry ${head.retry} instead of ${base.retry}`,
    help: ({ base }) => `keep retry: ${base.retry}, and declare an error of its own for the other case`,
    explain: {
      why: "Callers decide by it whether to call again.",
      bad: "NOTE_LOCKED: {code: -31001, message: it is locked, retry: never}   # was retry: later",
      good: "NOTE_LOCKED: {code: -31001, message: another call holds it, retry: later}   # was another message",
    },
  }),
  rule("error-code-number-changed", "error-kept", "WARN", ["RESULT"], {
    mirror: "error-code-number-changed",
    message: ({ base, head }) =>
      base.code === head.code ? undefined : `${head.name} has the number ${head.code} instead of ${base.code}`,
    help: ({ base }) => `keep code: ${base.code}`,
    explain: {
      why: "Clients of the protocol's error shape know it by its number.",
      bad: "NOTE_LOCKED: {code: -31002, message: it is locked, retry: later}   # was code: -31001",
      good: "NOTE_LOCKED: {code: -31001, message: another call holds it, retry: later}   # was another message",
    },
  }),
];
