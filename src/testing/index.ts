/** The public API of this module: what a catalog's own tests import as `pegboard/testing`. */
export { type Answer, type Bench, type BenchOptions, openBench, type RaisedAnswer } from "./bench.ts";
export { type ExampleCase, examplesOf } from "./examples.ts";
