import type { Generated } from "kysely";
import type { Scope, Tier } from "../memory-rows.ts";
import type { PackStatus, PackType } from "../pack-rows.ts";
import type { TaskStatus } from "../task-rows.ts";

/** The tables of migrations.ts, for Kysely. Times are milliseconds since 1970; truth values are 0 and 1. */
export interface Tables {
  readonly sessions: SessionsTable;
  readonly projects: ProjectsTable;
  readonly tasks: TasksTable;
  readonly active_tasks: ActiveTasksTable;
  readonly packs: PacksTable;
  readonly focus: FocusTable;
  readonly memories: MemoriesTable;
  readonly memory_tags: MemoryTagsTable;
  readonly memories_fts: MemoriesFtsTable;
  readonly recalls: RecallsTable;
  readonly activity: ActivityTable;
}

interface SessionsTable {
  id: string;
  handle_hash: string;
  agent: string;
  model: string | null;
  opened_at: number;
  used_at: number;
  expires_at: number;
}

/** A row that an agent created. */
interface CreatedTable {
  row: Generated<number>;
  id: string;
  created_by: string;
  session: string;
  created_at: number;
}

interface ProjectsTable extends CreatedTable {
  name: string;
  slug: string;
  description: string;
}

interface TasksTable extends CreatedTable {
  project: number;
  title: string;
  description: string;
  status: TaskStatus;
  /** 0 is most important. */
  rank: number;
  progress: number;
  /** JSON. */
  tags: string;
  updated_at: number;
  completed_at: number | null;
}

/** What an agent has chosen. */
interface ChoiceTable {
  agent: string;
  session: string;
  since: number;
}

interface ActiveTasksTable extends ChoiceTable {
  task: number;
}

interface PacksTable extends CreatedTable {
  name: string;
  /** The name as names are compared. */
  folded: string;
  type: PackType;
  status: PackStatus;
  description: string;
  /** JSON. */
  tags: string;
  updated_at: number;
}

interface FocusTable extends ChoiceTable {
  pack: number;
}

interface MemoriesTable {
  row: Generated<number>;
  id: string;
  namespace: string;
  title: string;
  content: string;
  tier: Tier;
  kind: string;
  scope: Scope;
  source: string;
  priority: number;
  confidence: number;
  agent_id: string;
  source_uri: string | null;
  cited: number;
  metadata: string;
  signature: string | null;
  signed_created_at: string | null;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
  archived_at: number | null;
  access_count: Generated<number>;
  accessed_at: number | null;
  written_by: string | null;
  session: string | null;
  task: number | null;
}

interface MemoryTagsTable {
  memory: number;
  position: number;
  tag: string;
  folded: string;
}

interface MemoriesFtsTable {
  rowid: number;
  title: string;
  tags: string;
  content: string;
  metadata: string;
}

interface RecallsTable {
  number: Generated<number>;
  recall_id: string;
  session_key: string | null;
  at: number;
  position: number;
  memory: number;
}

interface ActivityTable {
  number: Generated<number>;
  at: number;
  event: string;
  subject: string;
  agent: string;
  session: string | null;
}
