import type { Session } from "pegboard/runtime";
import type { Writer } from "../services/writer.ts";

/** The session on whose behalf a handler writes. */
export function writerOf(session: Session): Writer {
  return { sessionId: session.id, agent: session.agent };
}
