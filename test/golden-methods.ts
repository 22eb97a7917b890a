/** A golden that shows it, or why this revision does not have it; and, for requests, the golden that shows the refusal. */
export type Where = string | { readonly none: string; readonly refused?: string };

export interface MethodRow {
  readonly method: string;
  readonly from: "client" | "server";
  /** 2025-11-25 */
  readonly older: Where;
  /** 2026-07-28 */
  readonly newer: Where;
}

const calls = "session/modern-calls.jsonl";
const noSessions = "2026-07-28, basic/transports: without sessions, each request stands for itself";
const noHandshake = "2026-07-28, basic/versioning: no handshake, each request names its revision";
const listens = "2026-07-28, basic/patterns/subscriptions: subscriptions/listen replaces it";
const asTasks = "2026-07-28, the tasks extension: tasks/get holds the result, and a caller keeps its own ids";
const newer = "came with 2026-07-28";
const neverChanges = "listChanged is not declared: the list does not change while the server runs";
const notSent = "optional for a server; this one does not send it";

/** Methods of both revisions, and requests of HTTP, with the transcript in test/golden that shows them. */
export const methods: readonly MethodRow[] = [
  row("client", "initialize", "session/legacy-calls.jsonl", {
    none: noHandshake,
    refused: "session/modern-meta.jsonl",
  }),
  row(
    "client",
    "server/discover",
    { none: newer, refused: "session/legacy-calls.jsonl" },
    "session/modern-discover.jsonl",
  ),
  row("client", "notifications/initialized", "session/legacy-calls.jsonl", { none: noHandshake }),
  row("client", "ping", "methods/legacy-progress.jsonl", {
    none: "2026-07-28, changelog: ping is removed",
    refused: "methods/modern-progress.jsonl",
  }),
  row("client", "tools/list", "session/legacy-list-direct.jsonl", "session/modern-list-direct.jsonl"),
  row("client", "tools/call", "session/legacy-calls.jsonl", calls),
  ...bothEras("client", "prompts", ["prompts/list", "prompts/get", "completion/complete"]),
  ...bothEras("client", "resources", ["resources/list", "resources/templates/list", "resources/read"]),
  ...["resources/subscribe", "resources/unsubscribe"].map((method) =>
    row("client", method, "methods/legacy-resources.jsonl", {
      none: listens,
      refused: "methods/modern-resources.jsonl",
    }),
  ),
  row(
    "client",
    "subscriptions/listen",
    { none: newer, refused: "methods/legacy-resources.jsonl" },
    "methods/modern-resources.jsonl",
  ),
  row("server", "notifications/subscriptions/acknowledged", { none: newer }, "methods/modern-resources.jsonl"),
  ...bothEras("server", "resources", ["notifications/resources/updated", "notifications/resources/list_changed"]),
  row("server", "notifications/tools/list_changed", { none: neverChanges }, { none: neverChanges }),
  row("server", "notifications/prompts/list_changed", { none: neverChanges }, { none: neverChanges }),
  row("client", "logging/setLevel", "methods/legacy-log.jsonl", {
    none: "2026-07-28, server/utilities/logging: each request names its level in _meta",
    refused: "methods/modern-log.jsonl",
  }),
  ...bothEras("server", "log", ["notifications/message"]),
  ...bothEras("server", "progress", ["notifications/progress"]),
  ...bothEras("client", "progress", ["notifications/cancelled"]),
  row("server", "notifications/cancelled", "methods/legacy-asking.jsonl", {
    none: "2026-07-28, basic/patterns/mrtr: a server sends no requests that it could cancel",
  }),
  row("client", "tasks/get", "tasks/legacy-tasks.jsonl", "tasks/modern-tasks.jsonl"),
  row("client", "tasks/cancel", "tasks/legacy-tasks.jsonl", "tasks/modern-tasks.jsonl"),
  row("client", "tasks/list", "tasks/legacy-tasks.jsonl", { none: asTasks, refused: "tasks/modern-tasks.jsonl" }),
  row("client", "tasks/result", "tasks/legacy-tasks.jsonl", { none: asTasks, refused: "tasks/modern-tasks.jsonl" }),
  row("client", "tasks/update", { none: newer, refused: "tasks/legacy-refused.jsonl" }, "tasks/modern-input.jsonl"),
  row("server", "notifications/tasks/status", "tasks/legacy-tasks.jsonl", { none: notSent }),
  ...bothEras("server", "asking", ["elicitation/create", "sampling/createMessage", "roots/list"]),
  row(
    "server",
    "notifications/elicitation/complete",
    { none: notSent },
    {
      none: "2026-07-28, client/elicitation: the next request brings the outcome",
    },
  ),
  row("client", "notifications/roots/list_changed", "methods/legacy-asking.jsonl", {
    none: "2026-07-28, client/roots: asked for with each call, so nothing is sent when they change",
  }),
  row("client", "HTTP Mcp-Session-Id", "http-sessions/session.jsonl", { none: noSessions }),
  row("client", "HTTP GET", "http-sessions/session.jsonl", { none: noSessions, refused: "http/modern.jsonl" }),
  row("client", "HTTP DELETE", "http-sessions/session.jsonl", { none: noSessions, refused: "http/modern.jsonl" }),
  row("client", "HTTP reply", "http-sessions/asking.jsonl", { none: noSessions }),
  row("client", "HTTP Last-Event-ID", "http-sessions/resumption.jsonl", { none: noSessions }),
];

function row(from: MethodRow["from"], method: string, older: Where, newer: Where): MethodRow {
  return { method, from, older, newer };
}

/** Shown by one transcript of each era. */
function bothEras(from: MethodRow["from"], topic: string, names: readonly string[]): readonly MethodRow[] {
  return names.map((name) => row(from, name, `methods/legacy-${topic}.jsonl`, `methods/modern-${topic}.jsonl`));
}
