// What `diff` does before it prints: both sides are obtained, brought to one form, and compared.

import type { DiffReport } from "../../compiler/diff/change.ts";
import { type DiffOptions, diff } from "../../compiler/diff/diff.ts";
import { diffLists } from "../../compiler/diff/diff-lists.ts";
import type { Formats } from "../../compiler/diff/rule.ts";
import { readList } from "../../compiler/import/read-list.ts";
import { sameJson } from "../../contract/alias.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { visible } from "../../diagnostics/display-text.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { counted, printError, type Terminal } from "../../terminal/terminal.ts";
import { readHandlers } from "../project.ts";
import { loadTokenCounter } from "../token-counter.ts";
import { tuneForShortRun } from "../tune-engine.ts";
import { editedReport, withMissingBaseline } from "./baseline-side.ts";
import { type ChosenSides, chooseSides, type SideOptions } from "./choose-sides.ts";
import { asList, type ComparedSides, comparedSides } from "./compared-sides.ts";
import { type DiffSettings, readSettings } from "./diff-settings.ts";
import { namedSide } from "./named-side.ts";
import { type CatalogSide, locateIn, type Side, withPlaces } from "./side.ts";

export interface CompareOptions extends SideOptions {
  /** The profile that stands for a catalog beside a list of tools. */
  readonly profile?: string;
  /** What the servers of lists do with formats. */
  readonly formats?: Formats;
  /** What is decided about lists; default: pegboard.diff.yaml, where there is one. */
  readonly config?: string;
}

export interface Comparison {
  readonly kind: "compared";
  readonly report: DiffReport;
  /** As people call them: "test/baseline/catalog.json", "v1.2.0", "schema/". */
  readonly base: string;
  readonly head: string;
  /** Names of the tools of both sides. */
  readonly tools: ReadonlySet<string>;
  /** Both sides as they were compared, for what looks at more than the changes. */
  readonly catalogs: () => ComparedSides;
  /** What is decided about lists, where it is lists that were compared. */
  readonly settings?: DiffSettings;
  /** The project whose schema/ is the head; undefined when the head is something else. */
  readonly root?: string;
  /** The base is a baseline that was edited, so that nothing was compared: the report says this alone. */
  readonly edited?: true;
}

/** This project's own schema/ has errors. */
export interface BrokenHead {
  readonly kind: "broken";
  readonly root: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares what the words and options name; without any, schema/ with the baseline.
 * @throws CliError when a side can't be had
 */
export async function compare(
  terminal: Terminal,
  words: readonly string[],
  options: CompareOptions,
): Promise<Comparison | BrokenHead> {
  const chosen = chooseSides(terminal, words, options);
  const own =
    chosen.head === undefined && chosen.liveHead === undefined ? await ownSide(terminal, options.catalog) : undefined;
  if (own?.kind === "broken") return own;
  const head = own?.side ?? (await (chosen.liveHead?.() ?? headSide(terminal, options.catalog, chosen.head ?? "")));
  const base = await chosen.base();
  const today = new Date(terminal.clock()).toISOString().slice(0, 10);
  const areLists = head.kind === "list" || base.kind === "list";
  if (!areLists && options.config !== undefined) throw new CliError("--config is for lists of tools");
  const settings = areLists ? await readSettings(terminal, options.config, today) : undefined;
  const reported = (report: DiffReport): Comparison => ({
    kind: "compared",
    report,
    base: base.name,
    head: head.name,
    tools: new Set([...toolNames(base), ...toolNames(head)]),
    catalogs: () =>
      comparedSides(base.kind === "none-yet" || base.kind === "edited" ? head : base, head, options.profile),
    ...(settings === undefined ? {} : { settings }),
    ...(own === undefined ? {} : { root: own.root }),
  });
  if (base.kind === "edited") return { ...reported(await editedReport(base, versionOf(head))), edited: true };
  const how = {
    today,
    ...givenMembers({
      profile: options.profile,
      formats: options.formats ?? settings?.formats,
      targets: settings?.targets,
    }),
  };
  for (const side of base.kind === "none-yet" ? [head] : [base, head]) reportLeftOut(terminal, side);
  if (base.kind === "none-yet") {
    printError(terminal, `there is no catalog yet at ${base.name}: nothing can break`);
    return reported(await compareSides(head, head, how));
  }
  const report = await compareSides(base, head, how);
  return reported(own === undefined ? report : await withMissingBaseline(report, base, own.root));
}

/** Nothing is passed over in silence: a tool without a name, or with one that another has, can't be compared. */
function reportLeftOut(terminal: Terminal, side: Side): void {
  if (side.kind !== "list") return;
  const lost = readList(side.list)?.lost ?? [];
  const [first] = lost;
  if (first === undefined) return;
  const count = counted(lost.length, "entry", "entries");
  const where = first.pointer === "" ? "" : ` at ${visible(first.pointer)}`;
  printError(terminal, `${visible(side.name)}: ${count} of the list not compared; the first${where}: ${first.why}`);
}

async function ownSide(
  terminal: Terminal,
  catalog: string | undefined,
): Promise<{ readonly kind: "own"; readonly root: string; readonly side: CatalogSide } | BrokenHead> {
  // Two saved catalogs are compared without the compiler.
  const { checkProject } = await import("../compile-project.ts");
  const { root, value: checked, diagnostics } = await checkProject(terminal, catalog);
  if (checked === undefined || hasErrors(diagnostics)) return { kind: "broken", root, diagnostics };
  const { catalog: own, origins } = checked;
  const side = {
    kind: "catalog",
    name: "schema/",
    handlers: () => readHandlers(root),
    catalog: own,
    origins,
    locate: locateIn(origins),
  } as const;
  return { kind: "own", root, side };
}

async function headSide(terminal: Terminal, catalog: string | undefined, name: string): Promise<Side> {
  const side = await namedSide({ terminal, catalog }, name);
  if (side.kind === "catalog" || side.kind === "list") return side;
  if (side.kind === "none-yet") throw new CliError(`there is no catalog at ${side.name}`);
  throw new CliError(`'${side.name}' was edited: its hash does not match its catalog`, {
    hint: "as the newer side take schema/, a folder, a git ref or a generated/.cache/catalog.json",
  });
}

/** Two catalogs as catalogs; as soon as one is a list, both as lists: that is all that the other one says. */
async function compareSides(
  base: Side,
  head: Side,
  {
    today,
    profile,
    formats,
    targets,
  }: Pick<CompareOptions, "profile" | "formats"> & Pick<DiffSettings, "targets"> & { readonly today: string },
): Promise<DiffReport> {
  if (profile !== undefined && base.kind === head.kind) {
    throw new CliError("--profile is for comparing a catalog with a list of tools");
  }
  if (base.kind === "catalog" && head.kind === "catalog") {
    if (formats !== undefined) throw new CliError("--formats is for lists of tools: a catalog says what it checks");
    const facts = givenMembers({ origins: head.origins, released: base.released });
    const options = { basePath: base.name, headPath: head.name, today, ...facts };
    const compareWith = (means: Means) => diff(base.catalog, head.catalog, { ...options, ...means });
    const isSame = sameJson(base.catalog, head.catalog);
    return withPlaces(await comparedFully(compareWith, { isSame, head }), base, head);
  }
  const [from, to] = [asList(base, profile), asList(head, profile)];
  const paramNames = { base: from.paramNames, head: to.paramNames };
  const facts = givenMembers({ formats, targets, toolNames: to.toolNames });
  const options = { basePath: from.name, headPath: to.name, today, paramNames, ...facts };
  const compareWith = (means: Means) => {
    const report = diffLists(from.list, to.list, { ...options, ...means });
    if ("problem" in report) throw new CliError(`there is nothing to compare: ${visible(report.problem)}`);
    return report;
  };
  return withPlaces(await comparedFully(compareWith, { isSame: sameJson(from.list, to.list) }), from, to);
}

/** What takes time to get and only says more where something changed. */
type Means = Pick<DiffOptions, "countTokens" | "handlers" | "forwards">;

async function comparedFully(
  compareWith: (means: Means) => DiffReport,
  { isSame, head }: { readonly isSame: boolean; readonly head?: CatalogSide },
): Promise<DiffReport> {
  // Most runs find nothing, and those shall not wait for a tokenizer.
  const means = isSame ? {} : await meansFor(head);
  tuneForShortRun();
  return compareWith(means);
}

async function meansFor(head: CatalogSide | undefined): Promise<Means> {
  const countTokens = await loadTokenCounter();
  const own = await head?.handlers?.();
  const files = own ?? (await head?.handlersAround?.()) ?? [];
  // A catalog without a single handler is served by something else.
  if (files.length === 0) return { countTokens };
  const paths = (some: readonly SourceFile[]) => some.map(({ path }) => path);
  const handlers = own === undefined ? {} : { handlers: paths(own) };
  return { countTokens, ...handlers, forwards: paths(files.filter(isForward)) };
}

/** As `pegboard import --gateway` writes it. */
function isForward({ text }: SourceFile): boolean {
  return /^export const [^=]+=\s*forwardTo\(/m.test(text);
}

function versionOf(side: Side): string {
  return side.kind === "catalog" ? side.catalog.server.version : "unknown";
}

function toolNames(side: Awaited<ReturnType<ChosenSides["base"]>>): readonly string[] {
  switch (side.kind) {
    case "catalog":
      return side.catalog.tools.map(({ name }) => name);
    case "list":
      return (readList(side.list)?.tools ?? []).map(({ name }) => name);
    case "edited":
    case "none-yet":
      return [];
  }
}
