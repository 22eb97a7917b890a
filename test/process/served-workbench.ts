import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStdio, type McpConnection, type RemoteAnswer } from "../../scripts/plain-connection.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { makeEmptyDatabase } from "../store/empty-database.ts";
import { mainPath } from "./run-pegboard.ts";
import { serveHere } from "./serve-here.ts";

export type Result = Extract<RemoteAnswer, { kind: "result" }>;

/** The built server on an empty database of its own, and a real client that talks to it over stdio. */
export interface ServedWorkbench {
  readonly connection: McpConnection;
  readonly databasePath: string;
  result(tool: string, given: JsonObject, meta?: JsonObject): Promise<Result>;
  /** The structured value of a call that must succeed. */
  value(tool: string, given: JsonObject, meta?: JsonObject): Promise<JsonObject>;
  /** The structured error of a call that must fail. */
  error(tool: string, given: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

export interface ServedOptions {
  readonly profile?: string;
  /** An existing database to share; default is a new one, which goes with the server. */
  readonly databasePath?: string;
  /** Further words of the command, and variables. */
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where a process of its own is started; default: here. */
  readonly cwd?: string;
  /** What the client calls itself. */
  readonly client?: string;
  /** Default: the newest. */
  readonly revision?: string;
}

/** As clients start it: a process of its own. */
export function serveWorkbench(options: ServedOptions = {}): Promise<ServedWorkbench> {
  const { client, revision = newest } = options;
  const hello = client === undefined ? { revision } : { client, revision };
  const place = options.cwd === undefined ? {} : { cwd: options.cwd };
  return served(options, (words, env) =>
    connectStdio({ command: process.execPath, args: [mainPath, "serve", ...words], env, ...place, ...hello }),
  );
}

/** The same in this process, for tests with many servers. */
export function serveWorkbenchHere(options: ServedOptions = {}): Promise<ServedWorkbench> {
  return served(options, (words, env) => serveHere(words, env, newest));
}

const newest = "2026-07-28";

async function served(
  options: ServedOptions,
  connect: (words: readonly string[], env: Readonly<Record<string, string>>) => Promise<McpConnection>,
): Promise<ServedWorkbench> {
  const folder = options.databasePath === undefined ? mkdtempSync(join(tmpdir(), "pegboard-served-")) : undefined;
  const databasePath = options.databasePath ?? join(folder ?? "", "workbench.db");
  if (folder !== undefined) await makeEmptyDatabase(databasePath);
  const words = [...(options.profile === undefined ? [] : ["--profile", options.profile]), ...(options.words ?? [])];
  const connection = await connect(words, { ...options.env, PEGBOARD_DB: databasePath });
  const result = async (tool: string, given: JsonObject, meta?: JsonObject): Promise<Result> => {
    const answer = await connection.callTool(tool, given, meta);
    if (answer.kind === "protocol-error") throw new Error(`${tool}: ${answer.code} ${answer.message}`);
    return answer;
  };
  return {
    connection,
    databasePath,
    result,
    async value(tool, given, meta) {
      const { isError, structuredContent } = await result(tool, given, meta);
      if (isError || structuredContent === undefined) throw new Error(`${tool}: ${JSON.stringify(structuredContent)}`);
      return structuredContent;
    },
    async error(tool, given) {
      const { isError, structuredContent } = await result(tool, given);
      const error = structuredContent?.error;
      if (!isError || !isJsonObject(error))
        throw new Error(`${tool} did not fail: ${JSON.stringify(structuredContent)}`);
      return error;
    },
    async close() {
      await connection.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function notices({ meta }: Result): readonly JsonObject[] {
  return objects(meta?.["pegboard/notices"]);
}

export function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** `$name` stands for a value that an earlier step kept, wherever it is the whole of a text. */
export function fill(value: Json, kept: ReadonlyMap<string, Json>): Json {
  if (typeof value === "string") return value.startsWith("$") ? (kept.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, kept));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, fill(child, kept)]));
}
