import {
  completeEnvironment,
  type EnvironmentVariable,
  missingHere,
  missingText,
  missingVariables,
} from "../contract/environment.ts";
import { awaiting } from "./awaited.ts";
import { HostUnavailable } from "./errors.ts";
import { createMemorySessions } from "./memory-sessions.ts";
import type { Entropy, SessionStore } from "./ports.ts";
import type { AnyOpenHost, Host, HostEnv } from "./registry.ts";

/** A host that is opened when it is first needed. */
export interface LazyHost<Deps> {
  /** Opens the host once, also for concurrent calls; after a failure the next call tries again. */
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
export function createLazyHost<Deps>(source: HostSource<Deps>, hostEnv: HostEnv, entropy: Entropy): LazyHost<Deps> {
  let opening: Promise<Host<Deps>> | undefined;
  let opened: Host<Deps> | undefined;
  let inMemory: SessionStore | undefined;
  let isClosed = false;

  function get(): Promise<Host<Deps>> {
    if (isClosed) return Promise.reject(new Error("invariant: the host was needed after it was closed"));
    if (opening !== undefined) return opening;
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
    return attempt;
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
      // A host that failed to open has nothing to close; the calls that needed it have reported the failure.
      const host = await opening?.catch(() => undefined);
      await host?.close();
    },
  };
}

/** `async`, so that a host that throws fails like one that rejects. */
async function open<Deps>({ openHost, environment }: HostSource<Deps>, hostEnv: HostEnv): Promise<Host<Deps>> {
  const missing = missingVariables(environment, hostEnv.env);
  if (missing.length > 0) {
    throw new HostUnavailable(missingText(missing), "never", { operatorMessage: missingHere(missing) });
  }
  const env = environment.length === 0 ? hostEnv.env : completeEnvironment(environment, hostEnv.env);
  // Whatever the host's type of `env` requires was compiled from `environment`, which was just checked.
  return awaiting(
    "the host is never opened: openHost, or a top-level await in src/host.ts or in a module that it imports, does not end",
    Promise.resolve(openHost({ ...hostEnv, env } as HostEnv<never>)),
  );
}
