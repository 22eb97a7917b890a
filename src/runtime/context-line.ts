import type { Session } from "./ports.ts";

/**
 * Who called and where, in one line: "claude (opus), in project Atlas". Control characters become spaces, so that any name
 * of an agent stays on one line.
 */
export function contextLine(session: Session | undefined, place: string | undefined): string {
  const { agent, model } = session ?? { agent: "no session" };
  const who = model === undefined ? agent : `${agent} (${model})`;
  return (place === undefined ? who : `${who}, in ${place}`).replaceAll(/\p{Cc}+/gu, " ");
}
