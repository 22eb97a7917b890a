import type { Registry } from "../runtime/registry.ts";

/** What a server is able to do, in every era: what it has beside tools and resources only where its catalog has it. */
export function capabilitiesOf<Deps>({
  prompts,
  completes,
  logging,
  subscriptions,
  listChanges,
}: Pick<Registry<Deps>, "prompts" | "completes" | "logging" | "subscriptions" | "listChanges">) {
  return {
    tools: {},
    resources: {
      ...(subscriptions === undefined ? {} : { subscribe: true }),
      ...(listChanges === undefined ? {} : { listChanged: true }),
    },
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
