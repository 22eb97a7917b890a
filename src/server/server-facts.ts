import type { Registry } from "../runtime/registry.ts";

export interface CapabilityOptions {
  readonly isModern?: boolean;
  readonly tasks?: TaskOffer | undefined;
  /** Whether the client can be notified of changes. Default: yes. */
  readonly tellsChanges?: boolean;
}

/** What a server is able to do: what it has beside tools and resources only where its catalog has it. */
export function capabilitiesOf<Deps>(
  {
    prompts,
    completes,
    logging,
    subscriptions,
    listChanges,
  }: Pick<Registry<Deps>, "prompts" | "completes" | "logging" | "subscriptions" | "listChanges">,
  { isModern, tasks, tellsChanges = true }: CapabilityOptions = {},
) {
  return {
    tools: {},
    resources: {
      ...(subscriptions === undefined || !tellsChanges ? {} : { subscribe: true }),
      ...(listChanges === undefined || !tellsChanges ? {} : { listChanged: true }),
    },
    ...(prompts === undefined ? {} : { prompts: {} }),
    ...(completes === undefined ? {} : { completions: {} }),
    ...(logging === undefined ? {} : { logging: {} }),
    ...(tasks === undefined
      ? {}
      : isModern === true
        ? { extensions: { [tasksExtension]: {} } }
        : { tasks: olderTasks(tasks) }),
  };
}

/** Callers who can't be distinguished from others are listed no tasks. @see MCP 2025-11-25, basic/utilities/tasks, "Task Isolation and Access Control" */
function olderTasks({ lists }: TaskOffer) {
  return { ...(lists ? { list: {} } : {}), cancel: {}, requests: { tools: { call: {} } } };
}

/** Of clients and servers since 2026-07-28. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Some tools of a server may be tasks. */
export interface TaskOffer {
  /** A caller is listed its tasks. */
  readonly lists: boolean;
}

/** What a server calls itself: what its author lists as it stands, where that is there. */
export function serverInfoOf<Deps>({ server: { name, title, version, listed } }: Pick<Registry<Deps>, "server">) {
  return { name, version, ...(listed ?? (title === undefined ? {} : { title })) };
}

/** Begins the message of an internal error that is logged already and written for the client. */
export const loggedPrefix = "Internal error: ";
