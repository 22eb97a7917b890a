import { Client } from "@modelcontextprotocol/client";
import packageJson from "../../package.json" with { type: "json" };
import { secondsText } from "../contract/duration.ts";
import type { JsonObject } from "../contract/json.ts";

// What a server says of itself and its tools, whole and unread: for those who judge it. One short connection, which is
// always closed, whatever happens on it.

export interface FetchedList {
  /** The server's own name, "" when it has none. */
  readonly server: string;
  readonly title: string | undefined;
  readonly instructions: string | undefined;
  /** All pages, in the server's order. */
  readonly tools: readonly JsonObject[];
}

export interface FetchLimits {
  /** Milliseconds for everything together. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The server took longer than it was given. */
export class FetchTimeout extends Error {
  override readonly name = "FetchTimeout";
}

/** Most pages of one list: a server whose cursor never ends is not followed for ever. */
const maxPages = 500;

const maxProbeMs = 5000;

type Transport = Parameters<Client["connect"]>[0];

/**
 * Connects, lists the tools, and disconnects.
 * @param mode "auto" asks for the newest revision first and falls back to the handshake; "legacy" begins with the handshake
 * @throws FetchTimeout; whatever the SDK throws when the server can't be reached or breaks the protocol
 */
export async function fetchList(
  transport: Transport,
  limits: FetchLimits,
  mode: "auto" | "legacy" = "auto",
): Promise<FetchedList> {
  const client = new Client(
    { name: "pegboard", version: packageJson.version },
    {
      // A server that is silent when asked for the newest revision gets its handshake before all the time is over.
      versionNegotiation: { mode, probe: { timeoutMs: Math.min(maxProbeMs, limits.timeoutMs / 3) } },
      listMaxPages: maxPages,
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const stop = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FetchTimeout(`no list within ${secondsText(limits.timeoutMs)}`)),
      limits.timeoutMs,
    );
    limits.signal?.addEventListener("abort", () => reject(new Error("interrupted")), {
      once: true,
      signal: stop.signal,
    });
  });
  try {
    return await Promise.race([readList(client, transport, limits), ended]);
  } finally {
    clearTimeout(timer);
    stop.abort();
    // Closing ends the child process, or the HTTP session; a server that is gone already makes no difference.
    await Promise.allSettled([client.close(), transport.close()]);
  }
}

async function readList(client: Client, transport: Transport, { timeoutMs }: FetchLimits): Promise<FetchedList> {
  await client.connect(transport, { timeout: timeoutMs });
  const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
  const server = client.getServerVersion();
  return {
    server: server?.name ?? "",
    title: server?.title,
    instructions: client.getInstructions(),
    // It came as JSON; the SDK's type only can't say so.
    tools: tools as unknown as readonly JsonObject[],
  };
}
