export type QuestionKind =
  | "same-words"
  | "paraphrase"
  | "inflection"
  | "typo"
  | "date"
  | "two-facts"
  | "name"
  | "long"
  | "no-answer-far"
  | "no-answer-near";

export interface SetMemory {
  /** Known in the set only; the store gives ids of its own. */
  readonly id: string;
  /** A memory has a project or a namespace. */
  readonly project?: string;
  readonly namespace?: string;
  /** RFC 3339, UTC. */
  readonly created_at: string;
  readonly kind: string;
  readonly tags?: readonly string[];
  readonly title?: string;
  readonly content: string;
}

export interface SetQuestion {
  readonly kind: QuestionKind;
  readonly question: string;
  /** Ids of the memories that answer: any one of them is enough, but `two-facts` wants all. */
  readonly answers: readonly string[];
}

export interface EvaluationSet {
  readonly name: string;
  readonly memories: readonly SetMemory[];
  readonly questions: readonly SetQuestion[];
}

export const questionKinds: readonly QuestionKind[];
export const setNames: readonly string[];
export function readEvaluationSet(name: string): EvaluationSet;
