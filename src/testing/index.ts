/** The public API of this module: what a catalog's own tests import as `pegboard/testing`. */
export {
  type Bench,
  type BenchOptions,
  type CallerIdentity,
  type CallOptions,
  openBench,
  type Progress,
  type Question,
  type TestCaller,
} from "./bench.ts";
export type { Completed, GivenPrompt, OfferOptions } from "./bench-offers.ts";
export { type ExampleCase, examplesOf } from "./examples.ts";
export type { Answer, RaisedAnswer } from "./read-answer.ts";
