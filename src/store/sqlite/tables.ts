import type { Generated, GeneratedAlways } from "kysely";
import type { ActivityRow, Writer } from "../activity-rows.ts";
import type { DecisionState, NewDecision } from "../decision-rows.ts";
import type { EvolutionRow, LinkChange } from "../evolution-rows.ts";
import type { NewLink } from "../graph-rows.ts";
import type { MemoryRow } from "../memory-rows.ts";
import type { OffloadedText } from "../offload-rows.ts";
import type { MemberRole, NewOrganization } from "../organization-rows.ts";
import type { NewPack } from "../pack-rows.ts";
import type { PlaceRow } from "../place-rows.ts";
import type { NewPlan } from "../plan-rows.ts";
import type { NewProject } from "../project-rows.ts";
import type { SessionRow } from "../session-rows.ts";
import type { NewDependency, NewTask, NewTaskNote, TaskState } from "../task-rows.ts";
import type { VaultRow } from "../vault.ts";
import type { WorkspaceRow } from "../workspace-rows.ts";
import type { SealedMemory } from "./seal-memory.ts";
import type { SealedTask } from "./seal-task.ts";

/**
 * The tables of migrations.ts that queries are built for. Their columns have the names of our members in snake case, which Kysely
 * converts. Times are milliseconds since 1970; truth values are 0 and 1; lists and objects are JSON.
 */
export interface Tables {
  readonly sessions: SessionRow;
  readonly organizations: OrganizationsTable;
  readonly organization_members: { readonly organization: number; readonly name: string; readonly role: MemberRole };
  readonly projects: ProjectsTable;
  readonly tasks: TasksTable;
  readonly task_notes: TaskNotesTable;
  readonly task_dependencies: TaskDependenciesTable;
  readonly task_imports: {
    readonly project: number;
    readonly source: string;
    readonly key: string;
    readonly taskId: string;
  };
  readonly task_tags: { readonly task: number; readonly folded: string };
  readonly active_tasks: ChoiceTable & { readonly task: number };
  readonly packs: PacksTable;
  readonly focus: ChoiceTable & { readonly pack: number };
  readonly decisions: DecisionsTable;
  readonly plans: PlansTable;
  readonly places: PlacesTable;
  readonly memories: MemoriesTable;
  readonly memory_tags: MemoryTagsTable;
  readonly memory_links: MemoryLinksTable;
  readonly offloaded_texts: OffloadedText;
  readonly vault: VaultRow & { readonly only: number };
  readonly workspaces: WorkspaceRow;
  readonly evolutions: EvolutionRow;
  readonly evolution_changes: LinkChange & { readonly evolution: string; readonly position: number };
  readonly activity: ActivityRow & { readonly number: Generated<number> };
}

interface Numbered {
  readonly row: Generated<number>;
}

interface ProjectsTable extends Numbered, Omit<NewProject, "encrypted"> {
  readonly encrypted: number;
  /** The slug of its name, which may change; a new project has the same as its slug. */
  readonly nameSlug: string;
  readonly archivedAt: number | null;
  readonly archived: GeneratedAlways<number>;
}

interface TasksTable
  extends Numbered,
    Omit<NewTask, "projectId" | "parentId" | "priority" | "tags" | "due" | "encrypted">,
    TaskState,
    SealedTask {
  readonly project: number;
  readonly parent: number | null;
  /** Among the subtasks of its parent. */
  readonly position: number;
  /** 20261231 for 2026-12-31. */
  readonly due: number | null;
  readonly dueKey: GeneratedAlways<number>;
  /** The assignee as names are compared. */
  readonly assigneeKey: string | null;
  readonly archived: GeneratedAlways<number>;
  /** 0 is most important. */
  readonly rank: number;
  readonly tags: string;
}

interface TaskNotesTable extends Numbered, Omit<NewTaskNote, "taskId" | "encrypted" | "locked"> {
  readonly task: number;
  readonly sealedContent: Uint8Array | null;
}

interface TaskDependenciesTable extends Omit<NewDependency, "taskId" | "needsId"> {
  readonly task: number;
  readonly needs: number;
}

/** What an agent has chosen. */
interface ChoiceTable extends Writer {
  readonly since: number;
}

interface PacksTable extends Numbered, Omit<NewPack, "tags"> {
  /** The name as names are compared. */
  readonly folded: string;
  readonly tags: string;
}

interface OrganizationsTable extends Numbered, NewOrganization {
  /** The name as names are compared. */
  readonly folded: string;
  readonly updatedAt: number;
}

interface PlansTable extends Numbered, Omit<NewPlan, "projectId" | "state"> {
  readonly project: number | null;
  readonly state: string;
}

export interface PlacesTable extends Omit<PlaceRow, "state"> {
  readonly state: string;
}

interface DecisionsTable extends Numbered, Omit<NewDecision, "projectId" | "status">, DecisionState {
  readonly project: number | null;
  /** The area as areas are compared. */
  readonly areaKey: string;
  readonly supersededBy: number | null;
  readonly document: string | null;
}

interface MemoriesTable
  extends Numbered,
    Omit<MemoryRow, "tags" | "cited" | "metadata" | "taskId" | "versionOf" | "encrypted" | "locked">,
    SealedMemory {
  readonly cited: number;
  readonly metadata: string;
  readonly task: number | null;
  readonly versionOf: number | null;
}

interface MemoryLinksTable extends Numbered, Omit<NewLink, "sourceId" | "targetId"> {
  readonly source: number;
  readonly target: number;
}

interface MemoryTagsTable {
  readonly memory: number;
  readonly position: number;
  readonly tag: string;
  readonly folded: string;
}
