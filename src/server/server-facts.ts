import type { Registry } from "../runtime/registry.ts";

/** What a server is able to do, in every era: prompts, completions and logging only where its catalog has them. */
export function capabilitiesOf<Deps>({
  prompts,
  completes,
  logging,
}: Pick<Registry<Deps>, "prompts" | "completes" | "logging">) {
  return {
    tools: {},
    resources: {},
    ...(prompts === undefined ? {} : { prompts: {} }),
    ...(completes === undefined ? {} : { completions: {} }),
    ...(logging === undefined ? {} : { logging: {} }),
  };
}

/** What a server calls itself: what its author lists as it stands, where that is there. */
export function serverInfoOf<Deps>({ server: { name, title, version, listed } }: Pick<Registry<Deps>, "server">) {
  return { name, version, ...(listed ?? (title === undefined ? {} : { title })) };
}

/** Begins the message of an internal error that is logged already and written for the client. */
export const loggedPrefix = "Internal error: ";
