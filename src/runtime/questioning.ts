import type { Asked } from "./call-state.ts";
import type { Elicit, Questioning } from "./elicit-types.ts";
import type { CallContext } from "./ports.ts";

// What handlers ask with; what it needs is loaded by the first one that asks.

export function askOf(asked: Asked): CallContext["ask"] {
  return async (effect) => (await import("./elicit.ts")).ask(asked, effect);
}

export function elicitOf(asked: Asked): Elicit {
  type Question = Parameters<typeof import("./elicit.ts").elicit>[1];
  const run = async (question: Question) => (await import("./elicit.ts")).elicit(asked, question);
  // Overloads by the question's form: a form's reply has values.
  return run as Elicit;
}

export function sampleOf(asked: Asked): Questioning["sample"] {
  return async (wanted) => (await import("./elicit.ts")).sample(asked, wanted);
}

export function rootsOf(asked: Asked): Questioning["roots"] {
  return async (question) => (await import("./elicit.ts")).roots(asked, question);
}
