import packageJson from "../../../package.json" with { type: "json" };
import { type ConnectOptions, connect } from "../../client/connect.ts";
import { secretMask } from "../../client/mask-secrets.ts";
import type { ServerConnection, ServerTarget } from "../../client/server-connection.ts";
import { clip } from "../../contract/utf8.ts";
import { counted, type Terminal } from "../../terminal/terminal.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { missingVariables } from "../servers/missing-variables.ts";
import { type Check, fine, problem, warning } from "./check.ts";
import { checkGenerated } from "./check-generated.ts";
import { checkProgram } from "./check-program.ts";
import { checkCall, checkList, type ListReader } from "./check-tools.ts";

export interface Examination {
  readonly server: ConfiguredServer;
  readonly reader: ListReader;
  /** It is to serve our catalog, with this package. */
  readonly isOurs: boolean;
  readonly mayCall: boolean;
  /** For each answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Clients give up on a server that takes long to introduce itself; the first do so after half a minute. */
const slowMs = 10_000;

/** Starts a server as its client would, and looks at all that the client would see. Nothing is left running. */
export async function examine(terminal: Terminal, examination: Examination): Promise<readonly Check[]> {
  const { server, isOurs } = examination;
  const { target } = server;
  if (target === undefined) {
    return [problem("entry", server.problem ?? "can't be read", `its place: ${server.file}:${server.line}`)];
  }
  const program = target.kind === "stdio" ? await checkProgram(target, terminal, isOurs) : [];
  if (program.some(({ status }) => status === "problem")) return program;
  const generated = target.kind === "stdio" && isOurs ? await checkGenerated(target) : [];
  const stray: string[] = [];
  const listen = { onStray: (line: string) => void stray.push(line) };
  const met = await meet(terminal, target, examination, listen);
  const older = met.revision >= firstModern ? await greet(target, examination, listen) : [];
  const isSilent = met.revision === "" && stray.length === 0;
  return [...program, ...generated, ...met.checks, ...older, ...(isSilent ? [] : checkStdout(stray, target))];
}

/** The first revision without a handshake. */
const firstModern = "2026-07-28";

async function meet(
  { clock, env }: Terminal,
  target: ServerTarget,
  { reader, isOurs, mayCall, timeoutMs, signal }: Examination,
  listen: Pick<ConnectOptions, "onStray">,
): Promise<{ readonly revision: string; readonly checks: readonly Check[] }> {
  const startedAt = clock();
  let connection: ServerConnection;
  try {
    connection = await connect(target, { timeoutMs, signal, ...listen });
  } catch (error) {
    signal.throwIfAborted();
    return {
      revision: "",
      checks: [problem("start", wordsOf(error), missingVariables(wordsOf(error), target, env) ?? adviceFor(target))],
    };
  }
  const startMs = clock() - startedAt;
  const { revision, server } = connection;
  const verb = target.kind === "stdio" ? "starts" : "answers";
  const known = `${server.name} ${server.version ?? ""}`.trim();
  const started = `${verb} in ${seconds(startMs)}`;
  const checks: Check[] = [
    startMs > slowMs
      ? warning("start", started, "clients may give up; an installed package starts faster than npx")
      : fine("start", `${started}: ${known}, revision ${revision}`),
  ];
  try {
    if (isOurs && target.kind === "stdio") checks.push(...checkVersion(connection));
    const tools = await connection.listTools({ timeoutMs, signal });
    checks.push(...checkList(tools, reader));
    if (mayCall) checks.push(await checkCall(connection, tools, { timeoutMs, signal, now: clock }));
  } catch (error) {
    signal.throwIfAborted();
    checks.push(problem("tools", `does not list its tools: ${wordsOf(error)}`, "look at the server's log"));
  } finally {
    await connection.close();
  }
  return { revision, checks };
}

/** Many clients still begin with the handshake of the revisions before. */
async function greet(
  target: ServerTarget,
  { timeoutMs, signal }: Examination,
  listen: Pick<ConnectOptions, "onStray">,
): Promise<readonly Check[]> {
  try {
    const connection = await connect(target, { timeoutMs, signal, era: "handshake", ...listen });
    await connection.close();
    return [fine("handshake", `also supports protocol ${connection.revision}`)];
  } catch (error) {
    signal.throwIfAborted();
    const hint = "clients that do not know the newest revision can't use it";
    return [problem("handshake", `does not answer the handshake: ${wordsOf(error)}`, hint)];
  }
}

/** The catalog of another project has a version of its own. */
function checkVersion({ server }: ServerConnection): readonly Check[] {
  const { name, version = "" } = server;
  if (name !== packageJson.name || version === packageJson.version) return [];
  const hint = "run pegboard install again to start this one";
  return [warning("version", `is pegboard ${version}, and this is ${packageJson.version}`, hint)];
}

function checkStdout(stray: readonly string[], target: ServerTarget): readonly Check[] {
  const [first] = stray;
  if (first === undefined)
    return target.kind === "stdio" ? [fine("stdout", "writes nothing but messages to stdout")] : [];
  const said = clip(secretMask(target)(first), 120);
  const hint = "some clients then close the connection; make the server log to stderr";
  return [problem("stdout", `writes ${counted(stray.length, "line")} to stdout that are not messages: ${said}`, hint)];
}

function adviceFor(target: ServerTarget): string {
  return target.kind === "stdio"
    ? "run the command of the entry by hand and read its output"
    : "is it the right address, and is the server running?";
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
