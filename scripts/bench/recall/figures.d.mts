import type { QuestionKind, SetQuestion } from "./evaluation-set.mjs";

export interface Answer {
  /** Ids of the set, best first. */
  readonly ids: readonly string[];
  readonly tokens?: number;
}

/** Shares are 0 to 1; undefined where a kind has nothing of the sort. */
export interface Figures {
  readonly questions: number;
  readonly recall1: number | undefined;
  readonly recall5: number | undefined;
  readonly recall10: number | undefined;
  readonly mrr: number | undefined;
  /** Share of the unanswerable questions that got no hit at all. */
  readonly refused: number | undefined;
  /** Mean of the answers' texts. */
  readonly tokens: number | undefined;
}

export interface Grade extends Answer {
  readonly refused?: boolean;
  readonly recall?: Readonly<Record<1 | 5 | 10, number>>;
  readonly reciprocalRank?: number;
}

export function figuresOf(
  questions: readonly SetQuestion[],
  answers: readonly Answer[],
): {
  readonly kinds: readonly (Figures & { readonly kind: QuestionKind })[];
  readonly all: Figures & { readonly kind: "all" };
  readonly graded: readonly (Grade & { readonly question: SetQuestion })[];
};

export function grade(question: Pick<SetQuestion, "kind" | "answers">, answer: Answer): Grade;
