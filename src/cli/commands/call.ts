import type { CallErrorCode } from "../../contract/call-errors.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { createPolicy, type Policy } from "../../runtime/policy.ts";
import type { CallAnswer, ToolResult } from "../../runtime/result.ts";
import { within } from "../../server/within.ts";
import { ExitCode } from "../exit-code.ts";
import { hostDoor } from "../host-door.ts";
import { type LocalRegistry, openLocalCatalog } from "../local-catalog.ts";
import { Refusal } from "../refusal.ts";
import { print, printError, printJson, type Terminal } from "../terminal.ts";
import { readArguments } from "../tool-arguments.ts";

export interface CallOptions {
  readonly catalog?: string;
  readonly session?: string;
  /** Of the tool's contract. */
  readonly toolVersion?: number;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** Seconds. */
  readonly timeout?: number;
  readonly json?: true;
}

/** Calls one tool in this process: the same road as a server's, without the wire. */
export async function call(
  terminal: Terminal,
  tool: string,
  words: readonly string[],
  options: CallOptions,
): Promise<ExitCode> {
  const given = await readArguments(words, terminal);
  const catalog = await openLocalCatalog(terminal, options.catalog);
  const policy = createPolicy(options);
  refuseDenied(catalog.registry, policy, tool);
  const road = catalog.openRoad({
    door: hostDoor(terminal),
    policy,
    ...(options.timeout === undefined ? {} : { deadlineMs: options.timeout * 1000 }),
  });
  const interrupted = terminal.catchInterrupts();
  let code: ExitCode = ExitCode.fault;
  try {
    const answer = await road({
      name: tool,
      arguments: given,
      ...(options.toolVersion === undefined ? {} : { meta: { "pegboard/version": options.toolVersion } }),
      connection: { sessionHandle: options.session ?? sessionOf(terminal) },
      signal: () => interrupted,
      progress: (done, total, message) => printError(terminal, progressLine(done, total, message)),
    });
    report(terminal, answer, options.json === true);
    code = interrupted.aborted ? ExitCode.interrupted : exitCodeOf(answer);
  } finally {
    const closed = road.close();
    if (code === ExitCode.timedOut) await within(stopGraceMs, closed).catch(tellUnclosed(terminal));
    else await closed;
  }
  return code;
}

/** Elsewhere a denied name is unknown; here the caller wrote the patterns, so there is nothing to hide. */
function refuseDenied(registry: LocalRegistry, policy: Policy, name: string): void {
  const alias = Object.hasOwn(registry.aliases, name) ? registry.aliases[name] : undefined;
  const canonical = alias?.target ?? name;
  if (!Object.hasOwn(registry.tools, canonical) || policy.permits(canonical, alias?.name)) return;
  throw new Refusal(`'${name}' is not allowed by --allow and --deny`, { exitCode: ExitCode.refused });
}

/** A tool that was stopped gets so long to leave; what it then still does ends with the process. */
const stopGraceMs = 250;

/** What is closed under a tool that still works may object; the call has timed out all the same. */
function tellUnclosed(terminal: Terminal): (error: unknown) => void {
  return (error) =>
    printError(terminal, `the host did not close: ${error instanceof Error ? error.message : String(error)}`);
}

/** A variable that is set to nothing is not set. */
function sessionOf({ env }: Terminal): string | undefined {
  return env.PEGBOARD_SESSION === "" ? undefined : env.PEGBOARD_SESSION;
}

function report(terminal: Terminal, answer: CallAnswer, asJson: boolean): void {
  if (asJson) {
    printJson(terminal, answer.kind === "result" ? answer.result : { error: protocolError(answer) });
    return;
  }
  const { red, yellow } = terminal.errorColors;
  if (answer.kind === "protocol-error") {
    printError(terminal, `${red("error:")} ${answer.message}`);
    return;
  }
  const [first, ...notices] = answer.result.content.map((block) => block.text);
  if (answer.result.isError) printError(terminal, `${red("error:")} ${first ?? ""}`);
  else print(terminal, forPeople(first ?? ""));
  for (const notice of notices) printError(terminal, yellow(notice));
}

function protocolError({ code, message, data }: Extract<CallAnswer, { kind: "protocol-error" }>): JsonObject {
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Compact JSON is for models; people get the same facts with line breaks. Any other text is printed as it is. */
function forPeople(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // A tool may answer with a text of its own.
    return text;
  }
}

function exitCodeOf(answer: CallAnswer): ExitCode {
  // The protocol refuses only what the caller typed: a name that is unknown, or not allowed.
  if (answer.kind === "protocol-error") return ExitCode.usage;
  if (answer.result.isError !== true) return ExitCode.fine;
  const code = errorCode(answer.result);
  return roadCodes.get(code) ?? ExitCode.toolError;
}

/** Errors of the road itself that mean something else than "the tool answered with an error". */
const roadCodes: ReadonlyMap<string | undefined, ExitCode> = new Map<CallErrorCode, ExitCode>([
  ["HOST_UNAVAILABLE", ExitCode.unreachable],
  ["DEADLINE_EXCEEDED", ExitCode.timedOut],
  ["CANCELLED", ExitCode.interrupted],
  ["INTERNAL", ExitCode.fault],
]);

function errorCode({ structuredContent }: ToolResult): string | undefined {
  const error = structuredContent?.error;
  const code = isJsonObject(error) ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

function progressLine(done: number, total: number | undefined, message: string | undefined): string {
  const share = total === undefined ? String(done) : `${done}/${total}`;
  return message === undefined ? share : `${share} ${message}`;
}
