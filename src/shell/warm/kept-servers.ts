// The servers that the warm process keeps: each one by everything that decides how it is started.
import { createHash } from "node:crypto";
import { mayAsk } from "../../client/offers.ts";
import { AskRefused } from "../../client/server-connection.ts";
import { canonicalJsonLine } from "../../contract/canonical-json.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Asking } from "../asking/open-asking.ts";
import { serverLogins } from "../logins/server-logins.ts";
import { serverSource } from "../sources/config-source.ts";
import type { ToolSource } from "../sources/tool-source.ts";
import type { WarmRequest } from "./warm-request.ts";

/** What is known of a server that is kept. */
export interface KeptFacts {
  readonly server: string;
  /** Requests so far. */
  readonly requests: number;
  readonly running: number;
  /** Milliseconds since the last request began. */
  readonly idleMs: number;
}

export interface KeptServers {
  /**
   * Works with the server of the request; it is started where it is not kept.
   * @param answer what the server asks meanwhile
   * @returns undefined where too many are in use, or a server that may ask is: its questions must go to the right command
   */
  use<Result>(
    request: WarmRequest,
    work: (source: ToolSource) => Promise<Result>,
    answer: Asking["answer"],
  ): Promise<Result> | undefined;
  facts(): readonly KeptFacts[];
  /** Requests that are under way. */
  readonly running: number;
  close(): Promise<void>;
}

interface Kept {
  readonly source: ToolSource;
  readonly server: string;
  /** Without what may change: of one slot and two identities, the older one is of no use any more. */
  readonly slot: string;
  readonly mayAsk: boolean;
  /** Of the request that is under way. */
  readonly asker: Asker;
  requests: number;
  running: number;
  usedAt: number;
}

interface Asker {
  answer: Asking["answer"] | undefined;
}

/** Every server is a process, and each environment may bring one more. */
const maxKept = 24;

/** @param idleMs how long a server without requests is kept */
export function keepServers(terminal: Pick<Terminal, "env" | "cwd" | "clock">, idleMs: number): KeptServers {
  const kept = new Map<string, Kept>();
  const leaving = new Set<Promise<void>>();

  function drop(key: string, { source }: Kept): void {
    kept.delete(key);
    const left = source.close().finally(() => leaving.delete(left));
    leaving.add(left);
  }

  function makeRoom(slot: string): boolean {
    for (const [key, one] of kept) if (one.slot === slot && one.running === 0) drop(key, one);
    if (kept.size < maxKept) return true;
    const [oldest] = [...kept].filter(([, { running }]) => running === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest !== undefined) drop(...oldest);
    return oldest !== undefined;
  }

  function find(request: WarmRequest): Kept | undefined {
    const { server, place, target, files, offers } = request;
    const inherited = target.kind === "stdio" ? target.inherited : undefined;
    const slot = hashOf({ server, place, inherited, offers });
    const key = hashOf({ slot, target: target.kind === "http" ? { ...target, url: target.url.href } : target, files });
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (!makeRoom(slot)) return undefined;
    const asker: Asker = { answer: undefined };
    const source = open(terminal, request, { idleMs, asker });
    const fresh = { source, server, slot, mayAsk: mayAsk(offers), asker, requests: 0, running: 0, usedAt: 0 };
    kept.set(key, fresh);
    return fresh;
  }

  return {
    use(request, work, answer) {
      const one = find(request);
      if (one === undefined || (one.mayAsk && one.running > 0)) return undefined;
      one.asker.answer = answer;
      one.requests += 1;
      one.running += 1;
      one.usedAt = performance.now();
      return work(one.source).finally(() => {
        one.running -= 1;
        if (one.asker.answer === answer) one.asker.answer = undefined;
      });
    },
    facts: () =>
      [...kept.values()].map(({ server, requests, running, usedAt }) => ({
        server,
        requests,
        running,
        idleMs: Math.round(performance.now() - usedAt),
      })),
    get running() {
      return [...kept.values()].reduce((sum, { running }) => sum + running, 0);
    },
    async close() {
      for (const [key, one] of kept) drop(key, one);
      await Promise.all(leaving);
    },
  };
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJsonLine(value)).digest("hex");
}

function open(
  terminal: Pick<Terminal, "env" | "cwd" | "clock">,
  { server: name, place, target, offers }: WarmRequest,
  { idleMs, asker }: { readonly idleMs: number; readonly asker: Asker },
): ToolSource {
  const found = { file: "", line: 1, column: 1, origin: "", isEnabled: true, problem: undefined };
  const loaded = { shadowed: [], notUsed: [], problems: [], allow: [], deny: [], named: [name] };
  return serverSource(
    { ...loaded, servers: [{ ...found, name, target }] },
    {
      // A command that is repeated by a person starts the server again, whenever that may be.
      pool: { idleMs, pauseMs: 0 },
      asking: {
        offers,
        answer: (server, params, asked) =>
          asker.answer?.(server, params, asked) ?? Promise.reject(new AskRefused("no command waits for an answer")),
      },
      logins: serverLogins(terminal, place === "" ? {} : { config: place }),
    },
  );
}
