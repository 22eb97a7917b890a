import { isJsonObject } from "../contract/json.ts";

/** A call that runs, for what its server says meanwhile. */
export interface RelatedCall {
  /** The task that the server runs it as. */
  task?: { readonly id: string; readonly onStatus: (message: string) => void };
}

/** In `_meta`. @see MCP 2025-11-25, basic/utilities/tasks, "Associating Task-Related Messages" */
export const relatedTask = "io.modelcontextprotocol/related-task";

/**
 * Of the calls that run, the one that a message of the server is of.
 * @returns undefined where that is not known: of messages that name no task there must be one call only
 */
export function callOf<Call extends { readonly related: RelatedCall }>(
  calls: ReadonlySet<Call>,
  meta: unknown,
): Call | undefined {
  const related = isJsonObject(meta) ? meta[relatedTask] : undefined;
  if (isJsonObject(related)) return [...calls].find(({ related: { task } }) => task?.id === related.taskId);
  const [only, ...others] = calls;
  return others.length === 0 ? only : undefined;
}
