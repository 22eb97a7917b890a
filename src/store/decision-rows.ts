export const decisionStatuses = ["draft", "proposed", "accepted", "rejected", "superseded", "deprecated"] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];
export type DecisionSource = "agent" | "person" | "import";

/** The text of a decision. */
export interface DecisionTexts {
  /** One line. */
  readonly title: string;
  /** Blank: none. */
  readonly area: string;
  /** Why there was something to decide. */
  readonly context: string;
  /** What was decided. */
  readonly description: string;
  /** What follows from it. */
  readonly consequences: string;
}

/** Times are milliseconds since 1970. */
export interface NewDecision extends DecisionTexts {
  readonly id: string;
  /** null: it belongs to no project. */
  readonly projectId: string | null;
  /** From 1 on, unique in its project (and among those without one). */
  readonly number: number;
  readonly status: DecisionStatus;
  readonly source: DecisionSource;
  readonly createdBy: string;
  /** Id of the session; null outside one. */
  readonly session: string | null;
  readonly createdAt: number;
}

/** What becomes of a decision. */
export interface DecisionState {
  readonly status: DecisionStatus;
  /** Who decided last, in words; null before that. */
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly updatedAt: number;
}

export interface DecisionRow extends NewDecision, DecisionState {
  /** Grows with every decision: the order of creation. */
  readonly row: number;
  /** Name of its project. */
  readonly project: string | null;
  /** Number of the decision of the same project that takes its place. */
  readonly supersededBy: number | null;
  /** Numbers of those whose place it takes, in order. */
  readonly supersedes: readonly number[];
  /** Text of its file when it was last exported or imported. */
  readonly document: string | null;
}

/** Decisions. A number is given once: decisions go with their project only. */
export interface DecisionRows {
  byId(id: string): Promise<DecisionRow | undefined>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly DecisionRow[]>;
  /** Those with the number, of one project (null: of none) or of all, oldest first. */
  byNumber(number: number, projectId: string | null | undefined, limit: number): Promise<readonly DecisionRow[]>;
  /** Of one project (null: of none), by number. */
  ofProject(projectId: string | null): Promise<readonly DecisionRow[]>;
  /** Newest first. */
  list(list: DecisionList): Promise<readonly DecisionRow[]>;
  /** One more than the highest. */
  nextNumber(projectId: string | null): Promise<number>;
  insert(decision: NewDecision): Promise<void>;
  edit(id: string, texts: DecisionTexts): Promise<void>;
  update(id: string, state: DecisionState): Promise<void>;
  /** @param by id of the decision of the same project that takes its place; null: none */
  supersede(id: string, by: string | null): Promise<void>;
  keepDocument(id: string, document: string): Promise<void>;
}

/** Every part that is present must hold. */
export interface DecisionList {
  /** null: only those without a project. */
  readonly projectId?: string | null | undefined;
  readonly status?: DecisionStatus | undefined;
  /** Letter case is ignored. */
  readonly area?: string | undefined;
  /** Text in title, context, description or consequences, as `name-key.ts` compares texts. */
  readonly query?: string | undefined;
  /** Only what was made before the decision of this row. */
  readonly before?: number | undefined;
  readonly limit: number;
}
