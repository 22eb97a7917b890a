import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { mainPath } from "./run-pegboard.ts";

// What the tests of identity share: a catalog with scopes, both servers, and requests as bytes want them.

export const authYaml = `auth:
  required: [notes:use]
  scopes:
    notes:read: { description: Reads notes, effects: [read_only] }
    notes:write: { description: Writes notes, families: [note], effects: [write] }
    notes:destroy: { description: Destroys notes, tools: [note_delete] }
`;

/** Says who calls. */
export const noteListOfCaller = `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async (_input, _deps, { caller }) =>
  ok([{ title: "caller", text: JSON.stringify(caller.identity ?? null) }]);
`;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export interface Running {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly exit: Promise<number | null>;
}

/** Starts a program and waits for what it says when it is there. */
export async function started(
  words: readonly string[],
  isThere: RegExp,
  { stdin = "", env = {} }: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Running & { readonly found: string }> {
  const child = spawn(process.execPath, words, { env: { PATH: process.env.PATH, ...env } });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let stderr = "";
  let all = "";
  child.stdin.end(stdin);
  const found = await new Promise<string>((resolve, reject) => {
    const heard = (part: string) => {
      all += part;
      const match = isThere.exec(all)?.[1];
      if (match !== undefined) resolve(match);
    };
    child.stdout.setEncoding("utf8").on("data", heard);
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      stderr += part;
      heard(part);
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${all}`)));
  });
  return { child, stderr: () => stderr, exit, found };
}

/** `pegboard serve` with a configuration file of its own. */
export function served(folder: string, config: object, env: Readonly<Record<string, string>> = {}) {
  const path = join(folder, "pegboard.serve.json");
  writeFileSync(path, JSON.stringify(config));
  return started([mainPath, "serve", "--catalog", folder, "--config", path], /serving at (\S+)/, {
    env: { PEGBOARD_USAGE: "off", PEGBOARD_SESSION_EVENTS: "memory", ...env },
  });
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** @param headers names and values in turn, so that one may come twice */
export function send(
  url: string,
  headers: readonly string[],
  body: string | undefined = undefined,
  method = "POST",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = ["host", new URL(url).host, ...(body === undefined ? [] : jsonHeaders(body)), ...headers];
    const asked = request(url, { method, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

function jsonHeaders(body: string): readonly string[] {
  const accept = "application/json, text/event-stream";
  return ["content-type", "application/json", "accept", accept, "content-length", String(Buffer.byteLength(body))];
}

export function message(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}
