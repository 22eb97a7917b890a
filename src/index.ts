/** The compiler as a library: texts in, a catalog, findings and files out. Nothing here touches the disk. */
export { canonicalJson } from "./compiler/catalog/canonical-json.ts";
export type { Catalog, DeclaredError, Field, Profile, Tool, ToolAlias } from "./compiler/catalog/catalog.ts";
export type { Origins } from "./compiler/catalog/origins.ts";
export type { TypeNode } from "./compiler/catalog/type-node.ts";
export { type Compilation, type Compiled, compile } from "./compiler/compile.ts";
export type { Change, DiffReport } from "./compiler/diff/change.ts";
export { type DiffOptions, diff, failing } from "./compiler/diff/diff.ts";
export type { EmitOptions, Emitter } from "./compiler/emit/emit.ts";
/** Emitters that are off by default: `compile(sources, { extras: [await extras.zod()] })`. */
export { extras } from "./compiler/emit/extras.ts";
export type { OutputFile } from "./compiler/emit/output-file.ts";
export { type WireTool, wireTool } from "./compiler/emit/wire-tool.ts";
export { type DiskState, plan, staleSteps, type WritePlan, type WriteStep } from "./compiler/plan.ts";
export { type Checked, type Diagnostic, hasErrors, type Severity } from "./diagnostics/diagnostic.ts";
export { type Position, positionAt, type SourceFile, type Span } from "./diagnostics/source-file.ts";
