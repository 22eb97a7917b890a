import { askingOf } from "../../asking.ts";
import type { ClientLog } from "../../client-log.ts";
import type { Session } from "./session.ts";

/**
 * Stands for a session that is not here, such as one of another process, or of before a restart. What does not need it is answered all the same.
 * What its client could be asked is not known: a call is run as if it could be asked everything, and where it does ask, its client is
 * answered that it has to begin again.
 */
export function lostSession(clientLog: ClientLog | undefined): Session {
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
  return {
    id: undefined,
    client: { revision: "", capabilities, info: undefined },
    asking: askingOf(false, capabilities),
    subscriber: undefined,
    clientLog,
    noReplies: new AbortController().signal,
    keepStream: () => undefined,
    listen: () => false,
    resume: async () => false,
    deliver: async () => undefined,
    run: () => ({ end: () => undefined }),
    cancel: () => undefined,
    ask: () => "",
    reply: () => undefined,
    quieten: () => undefined,
    end: async () => undefined,
    isRead: () => false,
  };
}
