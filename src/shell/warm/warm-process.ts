// The warm process: it keeps servers for the next command lines, and ends by itself when none has come for a while.
import { chmodSync, rmSync, statSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { AskRefused } from "../../client/server-connection.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Asking } from "../asking/open-asking.ts";
import { withLock } from "../logins/file-lock.ts";
import type { PromptArguments, ToolSource } from "../sources/tool-source.ts";
import { type KeptServers, keepServers } from "./kept-servers.ts";
import { anyVersion, reach } from "./warm-line.ts";
import { programIdentity, warmIdleMs } from "./warm-place.ts";
import { readRequest, type WarmRequest } from "./warm-request.ts";
import { openWire, type Wire } from "./wire.ts";

/** Between looks at calls that are still under way, in milliseconds. */
const pauseMs = 20;

/** Written to stdout when it listens: who has started it waits for that. */
export const readyLine = "ready";

/**
 * Listens at this socket until no command has come for a while, until one stops it, or until a command of another version
 * of the program comes.
 */
export async function keepWarm(terminal: Terminal, path: string): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const idleMs = warmIdleMs(terminal.env);
  if (idleMs === undefined) throw new CliError("PEGBOARD_DAEMON is off");
  const identity = programIdentity();
  const startedAt = terminal.clock();
  const leaving = new AbortController();
  const stopped = AbortSignal.any([interrupted, leaving.signal]);
  let mayFinish = false;
  const servers = keepServers(terminal, idleMs);
  const lines = new Set<Socket>();
  let timer = setTimeout(stop, idleMs, "when calls have ended");

  function stop(when: "at once" | "when calls have ended"): void {
    mayFinish = when !== "at once";
    leaving.abort();
  }

  function rest(): void {
    clearTimeout(timer);
    if (lines.size === 0) timer = setTimeout(stop, idleMs, "when calls have ended");
  }

  const server = createServer((socket) => {
    lines.add(socket);
    clearTimeout(timer);
    socket.on("close", () => {
      lines.delete(socket);
      rest();
    });
    answerLine(socket, servers, {
      identity,
      stop,
      status: () => ({ pid: process.pid, startedAt, idleMs, servers: servers.facts().map((facts) => ({ ...facts })) }),
    });
  });
  if (!(await listenAt(server, path))) return ExitCode.fine;
  const { ino } = statSync(path);
  terminal.stdout.write(`${readyLine}\n`);
  terminal.releaseStdout?.();
  await aborted(stopped);
  clearTimeout(timer);
  // Another one may listen there by now.
  if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
  server.close();
  while (mayFinish && servers.running > 0 && !interrupted.aborted) await wait(pauseMs);
  await servers.close();
  for (const socket of lines) socket.destroy();
  return ExitCode.fine;
}

interface LineWorld {
  readonly identity: string;
  readonly status: () => JsonObject;
  readonly stop: (when: "at once" | "when calls have ended") => void;
}

/** One command line, from its greeting to its end. What it has asked for is given up when it goes. */
function answerLine(socket: Socket, servers: KeptServers, { identity, status, stop }: LineWorld): void {
  const running = new Map<number, Work>();
  let isGreeted = false;
  const wire = openWire(socket, (message) => {
    if (!isGreeted) {
      isGreeted = message.hello === identity || message.hello === anyVersion;
      wire.send({ ready: isGreeted });
      if (isGreeted) return;
      // Its servers are kept by a process of its own version from now on.
      wire.end();
      stop("when calls have ended");
      return;
    }
    if (message.status === true) wire.send({ status: status() });
    else if (message.stop === true) stop("at once");
    else if (typeof message.cancel === "number") running.get(message.cancel)?.ending.abort();
    else if (typeof message.answerOf === "number") running.get(message.answerOf)?.answered(message);
    else {
      const request = readRequest(message);
      if (request === undefined) socket.destroy();
      else void answerRequest(wire, servers, request, running);
    }
  });
  socket.on("close", () => {
    for (const { ending } of running.values()) ending.abort();
  });
}

/** A request that is under way. */
interface Work {
  readonly ending: AbortController;
  readonly answered: (message: JsonObject) => void;
}

async function answerRequest(
  wire: Wire,
  servers: KeptServers,
  request: WarmRequest,
  running: Map<number, Work>,
): Promise<void> {
  const { id } = request;
  const ending = new AbortController();
  const questions = passQuestions(wire, id, ending.signal);
  running.set(id, { ending, answered: questions.answered });
  try {
    const result = await servers.use(
      request,
      (source) =>
        askSource(source, request, {
          signal: ending.signal,
          timeoutMs: request.timeoutMs,
          onProgress: (progress) => wire.send({ id, progress: { ...progress } }),
        }),
      questions.ask,
    );
    wire.send(result === undefined ? { id, full: true } : { id, result });
  } catch (error) {
    wire.send({ id, error: errorFacts(error) });
  } finally {
    running.delete(id);
  }
}

/** What a server asks goes to the command that has called it. */
function passQuestions(wire: Wire, id: number, signal: AbortSignal) {
  const open = new Map<number, (message: JsonObject) => void>();
  let count = 0;
  const ask: Asking["answer"] = (_server, params, { method, isSentAgain }) =>
    new Promise((resolve, reject) => {
      const question = ++count;
      const refuse = () => reject(new AskRefused("the command has ended"));
      signal.addEventListener("abort", refuse, { once: true });
      open.set(question, ({ answer, refused }) => {
        open.delete(question);
        signal.removeEventListener("abort", refuse);
        if (isJsonObject(answer)) resolve(answer);
        else reject(new AskRefused(typeof refused === "string" ? refused : "the command did not answer"));
      });
      wire.send({ id, question, method, isSentAgain, params });
    });
  return { ask, answered: (message: JsonObject) => open.get(Number(message.question))?.(message) };
}

type Asked = Parameters<ToolSource["call"]>[3];

/** @returns JSON: what servers answer came as that */
async function askSource(source: ToolSource, request: WarmRequest, asked: Asked): Promise<Json> {
  const { server, method, params } = request;
  const [first, second] = params;
  const name = typeof first === "string" ? first : "";
  switch (method) {
    case "tools":
      return (await source.tools(server, asked)).map((tool) => ({ ...tool }));
    case "call":
      return source.call(server, name, isJsonObject(second) ? second : {}, asked);
    case "read":
      return source.read(server, name, asked);
    case "getPrompt":
      return source.getPrompt(server, name, textsOf(second), asked);
    default:
      return source[method](server, asked);
  }
}

function textsOf(value: Json | undefined): PromptArguments {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(members.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])));
}

/** What the command line makes its own error of. An error that is not for people is one here, too. */
function errorFacts(error: unknown): JsonObject {
  if (!(error instanceof CliError)) return { message: error instanceof Error ? error.message : String(error) };
  const { message, exitCode, hint } = error;
  return { message, exitCode, ...(hint === undefined ? {} : { hint }) };
}

/** @returns false where another process listens there already. A socket that a process has left behind is removed. */
function listenAt(server: ReturnType<typeof createServer>, path: string): Promise<boolean> {
  return withLock(path, async () => {
    const other = await reach(path);
    other?.destroy();
    if (other !== undefined) return false;
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
    return true;
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener("abort", () => done(), { once: true }));
}
