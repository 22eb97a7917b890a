import type { ServerConnection } from "../../client/server-connection.ts";
import { lintList } from "../../compiler/lint/published/lint-list.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { clip, utf8Length } from "../../contract/utf8.ts";
import type { Code } from "../../diagnostics/codes.ts";
import { counted } from "../../terminal/terminal.ts";
import { type Check, fine, problem, warning } from "./check.ts";

/** What a client would do with the list. */
export interface ListReader {
  /** As `compiler/clients/client-facts.ts` names it; undefined: any that is known. */
  readonly target: string | undefined;
  readonly title: string;
  /** The name that the client gives the server, and puts before those of tools. */
  readonly server: string;
}

/** Problems beyond these are only counted. */
const maxReported = 5;

export function checkList(tools: readonly JsonObject[], { target, title, server }: ListReader): readonly Check[] {
  if (tools.length === 0) {
    return [warning("tools", "lists no tools", "if it should have some, look at its profile, --allow and --deny")];
  }
  const size = utf8Length(JSON.stringify(tools));
  const listed = fine("tools", `lists ${counted(tools.length, "tool")} in ${Math.ceil(size / 1024)} kB`);
  const targets = target === undefined ? {} : { targets: [target] };
  const found = lintList([...tools], { path: server, server, ...targets });
  const refused = (found ?? []).filter(({ severity, code }) => severity === "error" && losses.has(code));
  // Who does not use the client whose limit it is, loses nothing.
  const check = target === undefined ? warning : problem;
  const reported = refused
    .slice(0, maxReported)
    .map(({ message, help, code }) =>
      check("limits", message, help ?? `pegboard explain ${code} says why, and what to do`),
    );
  const rest = refused.length - reported.length;
  const more = rest > 0 ? [check("limits", `${rest} more such findings`, "pegboard lint --list shows all")] : [];
  const long = (found ?? []).filter(({ code, severity }) => code === "profile-tool-count" && severity !== "error");
  const warnings = long.map(({ message, help }) =>
    warning("limits", message, help ?? "list fewer: --profile, --surface"),
  );
  const clean = refused.length === 0 ? [fine("limits", `within the limits of ${title}`)] : [];
  return [listed, ...reported, ...more, ...warnings, ...clean];
}

/** Findings for which a client refuses, drops, cuts or renames something; the rest is advice to authors. */
const ofNames = ["duplicate-name", "name-charset", "name-start", "name-too-long", "name-prefix"] as const;
const ofSizes = ["profile-tool-count", "description-too-long", "schema-size", "schema-enum-size"] as const;
const ofRoots = ["schema-root-object", "schema-root-combinator", "output-root-not-object"] as const;
const ofProperties = ["param-key-charset", "schema-properties-present", "x-mcp-header-invalid"] as const;
const ofTypes = ["schema-enum-types", "schema-format-portable", "schema-array-items"] as const;
const ofParts = [
  "schema-ref-missing",
  "schema-remote-ref",
  "schema-union-untyped-branch",
  "list-entry-invalid",
] as const;
const losses = new Set<Code>([...ofNames, ...ofSizes, ...ofRoots, ...ofProperties, ...ofTypes, ...ofParts]);

/** Calls one tool that only reads and needs no arguments; rather one that stays in its own world. */
export async function checkCall(
  connection: ServerConnection,
  tools: readonly JsonObject[],
  { now, ...asked }: { readonly timeoutMs: number; readonly signal: AbortSignal; readonly now: () => number },
): Promise<Check> {
  const harmless = tools.filter(isHarmless);
  const tool = harmless.find(({ annotations }) => isJsonObject(annotations) && annotations.openWorldHint === false);
  const name = (tool ?? harmless[0])?.name;
  if (typeof name !== "string")
    return fine("call", "no tool was called: none is read-only and without required arguments");
  const started = now();
  try {
    const result = await connection.callTool(name, {}, asked);
    const seconds = ((now() - started) / 1000).toFixed(2);
    if (result.isError !== true) return fine("call", `'${name}' answers in ${seconds} s`);
    return warning("call", `'${name}' answers with an error: ${textIn(result)}`, "call it by hand: pegboard call");
  } catch (error) {
    asked.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return problem("call", `'${name}' does not answer: ${reason}`, "look at the server's log");
  }
}

/** By the tool's own annotations; a tool that is not marked read-only counts as able to do anything. */
function isHarmless({ annotations, inputSchema }: JsonObject): boolean {
  if (!isJsonObject(annotations) || annotations.readOnlyHint !== true || annotations.destructiveHint === true)
    return false;
  const required = isJsonObject(inputSchema) ? inputSchema.required : undefined;
  const isOpen = isJsonObject(inputSchema) && inputSchema.anyOf === undefined && inputSchema.oneOf === undefined;
  return isOpen && (!Array.isArray(required) || required.length === 0);
}

function textIn({ content }: JsonObject): string {
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) && typeof first.text === "string" ? clip(first.text, 200) : "(no text)";
}
