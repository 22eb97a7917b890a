/**
 * Limits that clients publish or were seen to enforce, as dated facts. The budget of a name is their intersection, so
 * that a catalog fits every client and not only those of today.
 */

/** VS Code cuts its own ids at 64, with up to 18 characters of prefix (2026-04). */
const vsCodeName = 64 - 18;
/** Cursor drops tools whose server and tool name together reach 60 (2026-07). */
const cursorTogether = 59;
/** The Messages API, Bedrock, Codex and Gemini took 64 with the prefix `mcp__<server>__` (2026-03). */
const prefixedName = 64;

/** Longest name of a tool beside a server's name, in characters. */
export function nameBudget(server: string): number {
  return Math.max(1, Math.min(vsCodeName, cursorTogether - server.length, prefixedName - `mcp__${server}__`.length));
}

/** Longest property key: `^[a-zA-Z0-9_.-]{1,64}$` of the Messages API (2026-03). */
export const paramNameLimit = 64;

/** Most tokens of a summary: it travels with every request of a client. */
export const summaryTokens = 50;
