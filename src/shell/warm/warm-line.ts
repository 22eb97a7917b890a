// The line from a command to the warm process; it is started where it does not run.
import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import type { AnswerAsked } from "../../client/offers.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { within } from "../../server/within.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { thisProgram } from "../install/this-program.ts";
import type { ShellCallOptions } from "../sources/tool-source.ts";
import { programIdentity, WarmRefused, warmSocket, warmVariables } from "./warm-place.ts";
import { requestMessage, type WarmRequest } from "./warm-request.ts";
import { openWire, type Wire } from "./wire.ts";

/** How long it may take to greet, and to start, in milliseconds. */
const greetingMs = 2_000;
const startMs = 10_000;
/** For its state; before it stops, it ends its servers. */
const answerMs = 5_000;

export interface WarmLine {
  /**
   * @param answer what the server asks meanwhile
   * @throws LineLost; RemoteFailure; the signal's reason
   */
  ask(request: Omit<WarmRequest, "id">, asked: ShellCallOptions, answer: AnswerAsked): Promise<Json>;
  close(): void;
}

/** The warm process is gone, or keeps too much already; what was asked may or may not have been carried out. */
export class LineLost extends Error {
  override readonly name = "LineLost";
  /** False: it was not even begun. */
  readonly isBegun: boolean;

  constructor(message: string, isBegun: boolean) {
    super(message);
    this.isBegun = isBegun;
  }
}

/** What went wrong in the warm process, or with its server. */
export class RemoteFailure extends Error {
  override readonly name = "RemoteFailure";
  readonly facts: JsonObject;

  constructor(facts: JsonObject) {
    super(String(facts.message));
    this.facts = facts;
  }
}

/** @returns undefined where there is none to be had: the command does without */
export async function openLine(terminal: Pick<Terminal, "env">): Promise<WarmLine | undefined> {
  try {
    const path = warmSocket(terminal.env);
    const identity = programIdentity();
    const running = await reach(path);
    const line = running === undefined ? undefined : await greet(running, identity);
    if (line !== undefined) return line;
    if (!(await start(path, terminal))) return undefined;
    const fresh = await reach(path);
    return fresh === undefined ? undefined : await greet(fresh, identity);
  } catch (error) {
    if (error instanceof WarmRefused) return undefined;
    throw error;
  }
}

/** @returns undefined where nothing listens */
export function reach(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

/** Who only looks or stops speaks to every version. */
export const anyVersion = "any version";

/**
 * Asks a warm process of any version for its state, or tells it to stop.
 * @returns what it says; undefined where it says nothing, or has ended
 */
export async function askProcess(socket: Socket, what: "status" | "stop"): Promise<JsonObject | undefined> {
  let found: JsonObject | undefined;
  const ended = new Promise<void>((resolve) => {
    const wire = openWire(socket, (message) => {
      if (!isJsonObject(message.status)) return;
      found = message.status;
      socket.end();
    });
    socket.once("close", () => resolve());
    wire.send({ hello: anyVersion });
    wire.send({ [what]: true });
  });
  await within(answerMs, ended);
  socket.destroy();
  return found;
}

/** @returns undefined for a process that does not answer, or is of another version: that one ends */
async function greet(socket: Socket, identity: string): Promise<WarmLine | undefined> {
  const calls = new Map<number, OpenCall>();
  let said: (isReady: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    said = resolve;
  });
  const wire = openWire(socket, (message) => {
    if (typeof message.ready === "boolean") said(message.ready);
    else calls.get(Number(message.id))?.(message);
  });
  socket.once("close", () => {
    said(false);
    for (const call of calls.values()) call({ lost: true });
  });
  wire.send({ hello: identity });
  if ((await within(greetingMs, answered)) && (await answered)) return openCalls(wire, calls);
  socket.destroy();
  return undefined;
}

type OpenCall = (message: JsonObject) => void;

function openCalls(wire: Wire, calls: Map<number, OpenCall>): WarmLine {
  let count = 0;
  return {
    ask(request, { signal, onProgress }, answer) {
      const id = ++count;
      return new Promise<Json>((resolve, reject) => {
        const leave = () => {
          calls.delete(id);
          signal.removeEventListener("abort", onAbort);
        };
        const onAbort = () => {
          leave();
          wire.send({ cancel: id });
          reject(signal.reason);
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        signal.addEventListener("abort", onAbort, { once: true });
        calls.set(id, (message) => {
          const { progress, result, error } = message;
          if (isJsonObject(progress)) {
            const { done, total, message: text } = progress;
            onProgress?.({
              done: Number(done),
              ...(typeof total === "number" ? { total } : {}),
              ...(typeof text === "string" ? { message: text } : {}),
            });
            return;
          }
          if (typeof message.question === "number") {
            void sendAnswer(wire, id, message, answer);
            return;
          }
          leave();
          if (result !== undefined) resolve(result);
          else if (isJsonObject(error)) reject(new RemoteFailure(error));
          else reject(new LineLost("the warm process has ended", message.full !== true));
        });
        wire.send(requestMessage({ ...request, id }));
      });
    },
    close: () => wire.end(),
  };
}

async function sendAnswer(wire: Wire, id: number, message: JsonObject, answer: AnswerAsked): Promise<void> {
  const { question, params, isSentAgain, method: said } = message;
  const method = said === "elicitation/create" ? said : "sampling/createMessage";
  try {
    const given = await answer(isJsonObject(params) ? params : {}, { method, isSentAgain: isSentAgain === true });
    wire.send({ answerOf: id, question, answer: given });
  } catch (error) {
    wire.send({ answerOf: id, question, refused: error instanceof Error ? error.message : String(error) });
  }
}

/** In a session of its own, so that what ends this command does not end it. @returns whether it listens now */
async function start(path: string, terminal: Pick<Terminal, "env">): Promise<boolean> {
  const { PEGBOARD_DAEMON: said } = terminal.env;
  const { node, main } = thisProgram();
  const child = spawn(node, [main, "__warm", path], {
    cwd: "/",
    env: { ...warmVariables(terminal.env), ...(said === undefined ? {} : { PEGBOARD_DAEMON: said }) },
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { stdout } = child;
  // Its first bytes say that it listens; where another one was faster, it ends, and that one listens.
  const listens = new Promise<void>((resolve) => {
    stdout.once("data", () => resolve());
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const isInTime = await within(startMs, listens);
  stdout.destroy();
  child.unref();
  return isInTime;
}
