import { clip } from "../contract/utf8.ts";
import type { Identity, Session, SessionStore } from "./ports.ts";

/** Sessions of those who open none themselves: one for each agent of each identity, shared by all its calls in this process. */
export interface AutomaticSessions {
  /** The agent's session; no other identity shares it. Opens one where there is none or it has ended. @throws what the session store throws */
  of(agent: string, identity?: Identity): Promise<Session>;
}

/** Agents whose handles are kept. A further one replaces the one that was opened first, whose session ends unused. */
const maxAgents = 1_000;

/**
 * Requests over HTTP share nothing but the name that the client gives itself, and a session for each of them would fill the
 * store. So the handles are kept here, by that name.
 */
export function createAutomaticSessions(sessions: () => Promise<SessionStore>): AutomaticSessions {
  const opened = new Map<string, ReturnType<SessionStore["open"]>>();

  async function open(key: string, agent: string, store: SessionStore): Promise<Session> {
    const opening = store.open({ agent });
    opened.delete(key);
    opened.set(key, opening);
    const [first] = opened.keys();
    if (opened.size > maxAgents && first !== undefined) opened.delete(first);
    try {
      return (await opening).session;
    } catch (error) {
      // The next call tries again.
      if (opened.get(key) === opening) opened.delete(key);
      throw error;
    }
  }

  return {
    async of(agent, identity) {
      const store = await sessions();
      const key = identity === undefined ? agent : JSON.stringify([agent, identity.issuer, identity.subject]);
      const known = opened.get(key);
      if (known === undefined) return open(key, agent, store);
      const session = await store.use((await known).handle);
      if (session !== undefined) return session;
      const current = opened.get(key);
      // Another call may have opened a new one meanwhile.
      return current === undefined || current === known ? open(key, agent, store) : (await current).session;
    },
  };
}

/** The agent of a client that does not say its name. */
const unknownAgent = "unknown-agent";

/** As long as an agent's name may be that opens its session by itself. */
const maxNameLength = 128;

/** The agent's name for a client that calls itself by this name: one line, well-formed, without characters that
 * change its direction. */
export function agentNamed(client: string | undefined): string {
  const line = (client ?? "").replaceAll(/[\s\p{Cc}\p{Cs}\p{Bidi_Control}]+/gu, " ").trim();
  return line === "" ? unknownAgent : clip(line, maxNameLength);
}
