import { durationText } from "../contract/duration.ts";
import {
  completeEnvironment,
  type EnvironmentVariable,
  missingHere,
  missingText,
  missingVariables,
} from "../contract/environment.ts";
import { limits } from "../contract/limits.ts";
import { awaiting, withLimit } from "./awaited.ts";
import { HostUnavailable } from "./errors.ts";
import { createMemorySessions } from "./memory-sessions.ts";
import type { Entropy, SessionStore } from "./ports.ts";
import type { AnyOpenHost, Host, HostEnv } from "./registry.ts";

/** A host that is opened when it is first needed. */
export interface LazyHost<Deps> {
  /**
   * Opens the host once, also for concurrent calls; after a failure the next call tries again. One that is not open in time goes on
   * opening: a call is refused then, and a later one may find it open.
   */
  readonly get: () => Promise<Host<Deps>>;
  /** The host, once it is open. */
  readonly opened: () => Host<Deps> | undefined;
  /** The host's session store, or the one in memory. */
  readonly sessions: () => Promise<SessionStore>;
  /** Closes the host if it was opened. Later calls are refused. */
  close(): Promise<void>;
}

export interface HostSource<Deps> {
  readonly openHost: AnyOpenHost<Deps>;
  /** What the catalog declares. */
  readonly environment: readonly EnvironmentVariable[];
}

/** @throws HostUnavailable from `get` while a required variable is not set */
export function createLazyHost<Deps>(
  source: HostSource<Deps>,
  hostEnv: HostEnv,
  entropy: Entropy,
  maxMs: number = limits.loadMs,
): LazyHost<Deps> {
  let opening: Promise<Host<Deps>> | undefined;
  let opened: Host<Deps> | undefined;
  let inMemory: SessionStore | undefined;
  let isClosed = false;
  let isLate = false;

  function get(): Promise<Host<Deps>> {
    if (isClosed) return Promise.reject(new Error("invariant: the host was needed after it was closed"));
    if (opening !== undefined) return opened === undefined ? inTime(opening) : opening;
    const attempt = open(source, hostEnv).then(
      (host) => {
        opened = host;
        return host;
      },
      (error: unknown) => {
        if (opening === attempt) opening = undefined;
        throw error;
      },
    );
    opening = attempt;
    return inTime(attempt);
  }

  function inTime(attempt: Promise<Host<Deps>>): Promise<Host<Deps>> {
    const late = () => {
      isLate = true;
      const operatorMessage = `the host has not been opened within ${durationText(maxMs)}: ${doesNotEnd}`;
      return new HostUnavailable("the server is still starting", "later", { operatorMessage });
    };
    return withLimit(attempt, { maxMs, late });
  }

  return {
    get,
    // Once it is closed, `get` says so.
    opened: () => (isClosed ? undefined : opened),
    async sessions() {
      const host = await get();
      if (host.sessions !== undefined) return host.sessions;
      inMemory ??= createMemorySessions({ clock: hostEnv.clock, entropy });
      return inMemory;
    },
    async close() {
      isClosed = true;
      // It may never be open, and there is nothing else to close.
      if (isLate && opened === undefined) return;
      // A host that failed to open has nothing to close; the calls that needed it have reported the failure.
      const host = await opening?.catch(() => undefined);
      await host?.close();
    },
  };
}

const doesNotEnd = "openHost, or a top-level await in src/host.ts or in a module that it imports, does not end";

/** `async`, so that a host that throws fails like one that rejects. */
async function open<Deps>({ openHost, environment }: HostSource<Deps>, hostEnv: HostEnv): Promise<Host<Deps>> {
  const missing = missingVariables(environment, hostEnv.env);
  if (missing.length > 0) {
    throw new HostUnavailable(missingText(missing), "never", { operatorMessage: missingHere(missing) });
  }
  const env = environment.length === 0 ? hostEnv.env : completeEnvironment(environment, hostEnv.env);
  // Whatever the host's type of `env` requires was compiled from `environment`, which was just checked.
  return awaiting(
    `the host is never opened: ${doesNotEnd}`,
    Promise.resolve(openHost({ ...hostEnv, env } as HostEnv<never>)),
  );
}
