import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type FetchedList, type FetchLimits, FetchTimeout, fetchList } from "./fetch-list.ts";

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the few variables that are safe to hand on (PATH, HOME and the like). */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Why a list could not be had, and what the server last wrote to its stderr. */
export class ServerFailed extends Error {
  override readonly name = "ServerFailed";
  readonly stderr: string;

  constructor(message: string, stderr: string, cause: unknown) {
    super(message, { cause });
    this.stderr = stderr;
  }
}

/** Characters of stderr that are kept. */
const maxStderrLength = 4000;

/**
 * Starts a server without a shell, asks it for its tools, and ends it.
 * @throws ServerFailed with whatever the server wrote to stderr
 */
export async function fetchListOverStdio(server: ServerCommand, limits: FetchLimits): Promise<FetchedList> {
  const startedAt = performance.now();
  const first = await attempt(server, limits, "auto");
  if ("list" in first) return first.list;
  // Some servers end at the first request that they don't know; they are started again and greeted as of old.
  const left = limits.timeoutMs - (performance.now() - startedAt);
  const isOver = first.error instanceof FetchTimeout || limits.signal?.aborted === true || left <= 0;
  const second = isOver ? first : await attempt(server, { ...limits, timeoutMs: left }, "legacy");
  if ("list" in second) return second.list;
  const { error, stderr } = second;
  throw new ServerFailed(error instanceof Error ? error.message : String(error), stderr, error);
}

type Attempt = { readonly list: FetchedList } | { readonly error: unknown; readonly stderr: string };

async function attempt(server: ServerCommand, limits: FetchLimits, mode: "auto" | "legacy"): Promise<Attempt> {
  const transport = new OwnedTransport({
    command: server.command,
    args: [...server.args],
    env: { ...getDefaultEnvironment(), ...server.env },
    cwd: server.cwd,
    stderr: "pipe",
    maxBufferSize: 64 * 1024 * 1024,
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer | string) => {
    stderr = (stderr + chunk.toString()).slice(-maxStderrLength);
  });
  try {
    return { list: await fetchList(transport, limits, mode) };
  } catch (error) {
    return { error, stderr: stderr.trim() };
  }
}

/**
 * For the SDK's own class the client asks for the revision in a second process beside this one, which nobody could end
 * when time is over. Of a class of ours it keeps to the one process that `close` ends.
 */
class OwnedTransport extends StdioClientTransport {}
