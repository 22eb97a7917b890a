import type { WriteStep } from "../compiler/plan.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { counted, print, printError, printJson, type Terminal, write } from "../terminal/terminal.ts";
import { colourDiff } from "../terminal/unified-diff.ts";
import { unifiedDiff } from "./apply-plan.ts";
import type { GenerateOptions } from "./commands/generate.ts";
import { type FindingFormat, findingsDocument, findingsJson, findingsText, formatOf } from "./report.ts";

// What `generate` prints of a run.

export interface GeneratedReport {
  readonly root: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent while there are errors. */
  readonly files?: FilesReport;
}

export interface FilesReport {
  /** What was done, or with --check would be. */
  readonly changed: readonly Exclude<WriteStep, { status: "unchanged" }>[];
  readonly unchanged: number;
}

export function reportGenerated(
  terminal: Terminal,
  options: Pick<GenerateOptions, "check" | "json"> & { readonly format?: FindingFormat },
  { root, diagnostics, files }: GeneratedReport,
): void {
  const format = formatOf(options);
  if (format === "json") {
    const changed = files?.changed ?? [];
    const shown = changed.map((step) => ({ path: step.path, status: step.status, diff: unifiedDiff(step) }));
    const written = files !== undefined && !options.check;
    printJson(terminal, { written, findings: findingsJson(diagnostics), files: shown });
    return;
  }
  if (format !== "text") {
    write(terminal.stdout, findingsDocument(diagnostics, format, terminal, root));
    reportFiles({ ...terminal, stdout: terminal.stderr, colors: terminal.errorColors }, options, files);
    return;
  }
  if (diagnostics.length > 0) printError(terminal, findingsText(diagnostics, terminal.errorColors));
  reportFiles(terminal, options, files);
}

/** What happened to the files, or would. */
function reportFiles(
  terminal: Terminal,
  options: Pick<GenerateOptions, "check">,
  files: FilesReport | undefined,
): void {
  if (files === undefined) {
    printError(terminal, "nothing was written");
    return;
  }
  const { changed, unchanged } = files;
  if (options.check) {
    for (const step of changed) print(terminal, colourDiff(unifiedDiff(step), terminal.colors));
    const foreign = changed.filter((step) => step.status === "foreign").length;
    const stale = changed.length - foreign;
    if (stale > 0) printError(terminal, `${counted(stale, "file")} out of date; run \`pegboard generate\``);
    const foreignFiles = `${counted(foreign, "file")} in generated/ not written by \`pegboard generate\``;
    if (foreign > 0) printError(terminal, `${foreignFiles}; move or delete them`);
    if (changed.length === 0) print(terminal, `${counted(unchanged, "file")} up to date`);
    return;
  }
  const { green, yellow, red, dim } = terminal.colors;
  const words = { create: green("created"), update: yellow("updated"), orphan: red("removed") };
  // Foreign files stand in the findings; nothing was done to them.
  const done = changed.flatMap(({ status, path }) => (status === "foreign" ? [] : [{ word: words[status], path }]));
  if (done.length > 0) print(terminal, doneLines(done, dim).join("\n"));
  print(terminal, dim(`${counted(done.length, "file")} changed, ${unchanged} unchanged`));
}

/** A folder is one line from so many files on to which the same was done: a line for each of a thousand would hide the others. */
const filesInOneLine = 20;

function doneLines(
  done: readonly { readonly word: string; readonly path: string }[],
  dim: (text: string) => string,
): readonly string[] {
  const groups = new Map<string, { readonly word: string; readonly paths: string[] }>();
  for (const { word, path } of done) {
    const key = `${word} ${path.slice(0, path.lastIndexOf("/") + 1)}`;
    const group = groups.get(key) ?? { word, paths: [] };
    group.paths.push(path);
    groups.set(key, group);
  }
  return [...groups].flatMap(([folder, { word, paths }]) =>
    paths.length < filesInOneLine
      ? paths.map((path) => `${word} ${path}`)
      : [`${folder} ${dim(`(${counted(paths.length, "file")})`)}`],
  );
}
