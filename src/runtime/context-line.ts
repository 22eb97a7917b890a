import type { Session } from "./ports.ts";

/**
 * Who asked and where, in one line: "claude (opus), in project Atlas". Control characters become spaces, so that it stays
 * one line whatever the agent calls itself.
 */
export function contextLine(session: Session | undefined, place: string | undefined): string {
  const who = session === undefined ? "no session" : whoIs(session);
  return oneLine(place === undefined ? who : `${who}, in ${place}`);
}

function whoIs({ agent, model }: Session): string {
  return model === undefined ? agent : `${agent} (${model})`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
