import type { DiffOptions } from "../../../src/compiler/diff/diff.ts";
import { handlers } from "./source.ts";

/** What the cases of all rules are compared with: a day, a base that was
 * released, somebody who counts tokens roughly, and handlers that are there. */
export const caseOptions: DiffOptions = {
  today: "2026-06-01",
  released: true,
  countTokens: (text) => Math.ceil(text.length / 4),
  handlers,
};
