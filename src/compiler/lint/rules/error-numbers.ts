import { pointer } from "../../catalog/origins.ts";
import { finding, type LintRule } from "../rule.ts";

/** Numbers of errors that already mean something to clients, or may one day: JSON-RPC and MCP took them. */
export const errorNumberRules: readonly LintRule[] = [
  {
    on: "error",
    about: "value",
    check: ({ error, at }) => {
      const range = ranges.find(({ from, to }) => error.code >= from && error.code <= to);
      if (range === undefined) return [];
      const params = { code: error.code, whose: taken.get(error.code) ?? range.whose };
      const help =
        "take a number outside -32768 to -32000, such as -31001; where callers know this one, suppress the rule";
      return [finding("error-number-reserved", params, pointer(at, "code"), { severity: range.severity, help })];
    },
  },
];

// JSON-RPC 2.0, "Error object"; MCP 2026-07-28, basic, "Error codes".
const ranges = [
  { from: -32_019, to: -32_000, severity: "warning", whose: "SDKs use these numbers, each for something else" },
  { from: -32_099, to: -32_020, severity: "error", whose: "MCP keeps these numbers for itself" },
  { from: -32_768, to: -32_100, severity: "error", whose: "JSON-RPC keeps these numbers for itself" },
] as const;

/** Those of which the meaning is known. */
const taken: ReadonlyMap<number, string> = new Map([
  [-32_000, "SDKs take it for a closed connection"],
  [-32_001, "SDKs take it for a time-out"],
  [-32_002, "SDKs take it for a resource that is not there, and may send another one in its place"],
  [-32_020, "MCP says with it that a header and the body differ"],
  [-32_021, "MCP says with it that the client lacks a capability"],
  [-32_022, "MCP says with it that the protocol version is not spoken"],
  [-32_042, "older MCP revisions ask with it for a page to be opened, and SDKs may send another one in its place"],
  [-32_600, "JSON-RPC says with it that the request is none"],
  [-32_601, "JSON-RPC says with it that there is no such method"],
  [-32_602, "JSON-RPC says with it that the params are wrong"],
  [-32_603, "JSON-RPC says with it that the server failed"],
  [-32_700, "JSON-RPC says with it that the text is no JSON"],
]);
