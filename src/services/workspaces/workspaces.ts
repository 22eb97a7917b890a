import type { Writer } from "../../store/activity-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import type { WorkspaceRow } from "../../store/workspace-rows.ts";
import { normaliseWorkspace, workspaceNamespace } from "../namespaces/workspace.ts";
import type { ServiceOptions } from "../service-options.ts";

// Workspaces: places of work with a name, each with the memories of its namespace. Times are milliseconds since 1970.

export type Workspaces = ReturnType<typeof storedWorkspaces>;

export interface Workspace extends WorkspaceRow {
  readonly namespace: string;
  /** Live memories of exactly this namespace. */
  readonly memoryCount: number;
}

export interface MakeWorkspace {
  /** A path or a word. */
  readonly identifier: string;
  /** undefined: made of the identifier. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly writer: Writer;
}

export interface MadeWorkspace {
  readonly workspace: Workspace;
  /** false: it was there already, and nothing changed. */
  readonly created: boolean;
}

export function storedWorkspaces({ store, clock }: ServiceOptions) {
  return {
    /** The workspace, made where it is not there yet. */
    make: (request: MakeWorkspace): Promise<MadeWorkspace> =>
      store.write((rows) => makeWorkspace(rows, request, clock())),
    /** undefined: it was never made, and it holds no memory. */
    find: (identifier: string): Promise<Workspace | undefined> =>
      store.read((rows) => findWorkspace(rows, normaliseWorkspace(identifier), clock())),
  };
}

async function makeWorkspace(
  rows: WritableRows,
  { identifier, name, description = "", writer }: MakeWorkspace,
  now: number,
): Promise<MadeWorkspace> {
  const id = normaliseWorkspace(identifier);
  const known = await rows.workspaces.find(id);
  const row = known ?? {
    id,
    name: name === undefined || name === "" ? nameOf(id) : name,
    description,
    createdBy: writer.agent,
    createdAt: now,
    updatedAt: now,
  };
  if (known === undefined) {
    await rows.workspaces.insert(row);
    await rows.activity.append({ ...writer, at: now, event: "workspace_created", subject: id });
  }
  return { workspace: await counted(rows, row, now), created: known === undefined };
}

async function findWorkspace(rows: ReadableRows, id: string, now: number): Promise<Workspace | undefined> {
  const known = await rows.workspaces.find(id);
  if (known !== undefined) return counted(rows, known, now);
  // Memories were stored there before anyone gave it a name.
  const unnamed = { id, name: nameOf(id), description: "", createdBy: "", createdAt: now, updatedAt: now };
  const found = await counted(rows, unnamed, now);
  return found.memoryCount === 0 ? undefined : found;
}

async function counted({ memories }: ReadableRows, row: WorkspaceRow, now: number): Promise<Workspace> {
  const namespace = workspaceNamespace(row.id);
  const { namespaces } = await memories.totals(now, now);
  const memoryCount = namespaces.find((each) => each.namespace === namespace)?.count ?? 0;
  return { ...row, namespace, memoryCount };
}

/** The last word of a path, and any other id as it is. */
function nameOf(id: string): string {
  return id.split("/").findLast((part) => part !== "") ?? id;
}
