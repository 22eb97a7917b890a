/** The compiler as a library: texts in, a catalog, findings and files out. Nothing here touches the disk. */

export type { Catalog, DeclaredError, Field, Profile, Tool, ToolAlias } from "./compiler/catalog/catalog.ts";
export type { Origins } from "./compiler/catalog/origins.ts";
export type { TypeNode } from "./compiler/catalog/type-node.ts";
export { type Compilation, type Compiled, type CompileOptions, compile } from "./compiler/compile.ts";
/** What a project has accepted, and what users read. */
export type { Acceptances } from "./compiler/diff/acceptance/acceptance.ts";
export { type AcceptanceOptions, applyAcceptances } from "./compiler/diff/acceptance/apply-acceptances.ts";
export { readAcceptances } from "./compiler/diff/acceptance/read-acceptances.ts";
export type { Change, DiffReport } from "./compiler/diff/change.ts";
export { type ChangelogEntry, changelogEntry, changelogText } from "./compiler/diff/changelog/entry.ts";
export { type DiffOptions, diff, failing } from "./compiler/diff/diff.ts";
export { type DiffListsOptions, diffLists } from "./compiler/diff/diff-lists.ts";
/** Renderers for reports, and the table of rules. */
export { renderDiffGithub } from "./compiler/diff/render/github.ts";
export { type JsonChange, type JsonDiff, renderDiffJson } from "./compiler/diff/render/json.ts";
export { renderDiffLines } from "./compiler/diff/render/lines.ts";
export { renderDiffMarkdown } from "./compiler/diff/render/markdown.ts";
export { renderDiffSarif } from "./compiler/diff/render/sarif.ts";
export { renderDiff } from "./compiler/diff/render/text.ts";
export { type RuleEntry, ruleBook } from "./compiler/diff/rule-book.ts";
export type { EmitOptions, Emitter } from "./compiler/emit/emit.ts";
/** Emitters that are off by default: `compile(sources, { extras: [await extras.zod()] })`. */
export { extras } from "./compiler/emit/emit.ts";
export type { OutputFile } from "./compiler/emit/output-file.ts";
export { type DiskState, plan, staleSteps, type WritePlan, type WriteStep } from "./compiler/plan.ts";
export { type WireTool, wireTool } from "./compiler/schema/wire-tool.ts";
/** What a list costs a model. The tokenizer is yours: `compile(sources, { countTokens })` judges the budgets with it. */
export type { CountTokens, TokenEncoding } from "./compiler/tokens/listing-cost.ts";
export { type ListingCost, listingCost, type ToolCost } from "./compiler/tokens/listing-cost.ts";
export { type ListedSurface, type ListingOptions, surfaceListing } from "./compiler/tokens/surface-listing.ts";
export { canonicalJson } from "./contract/canonical-json.ts";
/** Findings in other forms, and the fixes that they carry. */
export { applyFixes, type FixedSources, type FixRound, fixSources } from "./diagnostics/apply-fixes.ts";
export {
  type Checked,
  type Diagnostic,
  type Fix,
  hasErrors,
  type Severity,
  type TextEdit,
} from "./diagnostics/diagnostic.ts";
export { render, summary } from "./diagnostics/render.ts";
export { renderGithub } from "./diagnostics/render-github.ts";
export { type JsonFinding, renderJson } from "./diagnostics/render-json.ts";
export { renderSarif } from "./diagnostics/render-sarif.ts";
export { type Position, positionAt, type SourceFile, type Span } from "./diagnostics/source-file.ts";
