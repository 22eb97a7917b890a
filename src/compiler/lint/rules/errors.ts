import { pointer } from "../../catalog/origins.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** Numbers of errors that JSON-RPC and MCP reserve: clients give them a meaning, or may later. */
export const errorNumberRules: readonly LintRule[] = [
  rule("error", ({ error, at }) => {
    const range = ranges.find(({ from, to }) => error.code >= from && error.code <= to);
    if (range === undefined) return [];
    const params = { code: error.code, owner: taken.get(error.code) ?? range.owner };
    const help =
      "use a number outside -32768 to -32000, such as -31001; suppress the rule if callers already use this one";
    return [finding("error-number-reserved", params, pointer(at, "code"), { severity: range.severity, help })];
  }),
];

// JSON-RPC 2.0, "Error object"; MCP 2026-07-28, basic, "Error codes".
const ranges = [
  { from: -32_019, to: -32_000, severity: "warning", owner: "SDKs use these numbers for different purposes" },
  { from: -32_099, to: -32_020, severity: "error", owner: "MCP reserves these numbers" },
  { from: -32_768, to: -32_100, severity: "error", owner: "JSON-RPC reserves these numbers" },
] as const;

/** Numbers with a known meaning. */
const taken: ReadonlyMap<number, string> = new Map([
  [-32_000, "SDKs use it for a closed connection"],
  [-32_001, "SDKs use it for a timeout"],
  [-32_002, "SDKs use it for a missing resource, and may replace it by another number"],
  [-32_020, "MCP uses it for a header that differs from the body"],
  [-32_021, "MCP uses it for a capability that the client lacks"],
  [-32_022, "MCP uses it for an unsupported protocol version"],
  [-32_042, "older MCP revisions use it to ask for a page to be opened, and SDKs may replace it by another number"],
  [-32_600, "JSON-RPC uses it for an invalid request"],
  [-32_601, "JSON-RPC uses it for an unknown method"],
  [-32_602, "JSON-RPC uses it for invalid params"],
  [-32_603, "JSON-RPC uses it for an internal error"],
  [-32_700, "JSON-RPC uses it for text that is not JSON"],
]);

/** What a model can do about an error. */
export const errorTextRules: readonly LintRule[] = [
  rule("error", ({ error, at }) => {
    if (error.retry === "never" || error.hint !== undefined) return [];
    const help = "add 'hint': what to change, or which tool shows the right value";
    return [finding("error-contract", { name: error.name, retry: error.retry }, pointer(at, "message"), { help })];
  }),
];
