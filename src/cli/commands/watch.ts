import { once } from "node:events";
import { basename } from "node:path";
import { watch as watchFiles } from "chokidar";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { findingsAtOnce, firstFindings } from "../../diagnostics/first-findings.ts";
import { summary } from "../../diagnostics/render.ts";
import { slashPath } from "../../disk/slash-path.ts";
import { findProject } from "../../shell/catalog/find-project.ts";
import { CliError, errorText } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printError, type Terminal } from "../../terminal/terminal.ts";
import { extrasInUse } from "../generated-changes.ts";
import { findingsJson, findingsText, formatOf } from "../report.ts";
import { openRunner } from "../watch/runner.ts";
import { openSession, type RunOutcome } from "../watch/session.ts";
import type { GenerateOptions } from "./generate.ts";

/**
 * An editor may save in several steps; a burst of files is over when it was quiet for so long. Longer than the 50 ms for
 * which chokidar drops further changes of one file: else an edit right after a short run would go unseen.
 */
const settleMs = 60;
/** One save after a while without any is most often all there is: what comes after it makes another run. */
const first = { settleMs: 5, quietMs: 200 };
/**
 * After so long without a change everything is compared once: generated/ is not watched, and an edit may go unseen between two
 * runs.
 */
const lookMs = 1_000;
/** Who never pauses gets a run all the same. */
const patienceMs = 500;

/**
 * `generate --watch`: brings generated/ up to date, and again whenever schema/ or a handler changes, until it is
 * interrupted. While there are errors the last good output stays as it is.
 */
export async function watch(terminal: Terminal, options: GenerateOptions): Promise<ExitCode> {
  if (formatOf(options) !== "text" && formatOf(options) !== "json") {
    throw new CliError("--watch prints text, or a line of JSON for each run", {
      hint: "leave --format out, or use --json",
    });
  }
  const root = await findProject(terminal.cwd, options.catalog);
  const wanted = await extrasInUse(root, options.extra);
  const session = openSession(root, { extras: wanted, clock: terminal.clock });
  const end = endOf(terminal);
  const reportRun = openReport(terminal, options);
  let later: NodeJS.Timeout | undefined;
  const runner = openRunner({
    settleMs,
    first,
    patienceMs,
    async run(paths, hasMore) {
      clearTimeout(later);
      const changed = paths.filter((path) => path !== beginning && path !== wholeProject);
      const isWhole = changed.length < paths.length;
      const foreign = session.withoutOwn(changed);
      if (isWhole || foreign.length > 0) {
        const isLook = changed.length === 0 && !paths.includes(beginning);
        await reportRun(foreign, {
          isLook,
          run: () => session.run(isWhole ? undefined : changed),
          finish: () => session.finish(hasMore),
        });
      }
      if (isWhole && paths.includes(beginning)) await session.warmUp(hasMore);
      if (changed.length > 0) later = setTimeout(() => followUp(changed), settleMs);
    },
    onFailure: end.fail,
  });
  /** Sees to it that nothing was missed: what was changed is looked at again at once, everything later. */
  function followUp(paths: readonly string[]): void {
    const missed = session.changedSince(paths);
    for (const path of missed) runner.touch(path);
    if (missed.length === 0) later = setTimeout(() => runner.touch(wholeProject), lookMs);
  }
  const files = watchFiles(root, {
    ignoreInitial: true,
    ignored: (path) => !isWatched(root, path),
  });
  files.on("all", (_event, path) => {
    const file = relevantFile(root, path);
    if (file !== undefined) runner.touch(file);
  });
  files.on("error", end.fail);
  try {
    await Promise.race([once(files, "ready"), end.reached]);
    // Only now can no edit be missed.
    runner.touch(beginning);
    await end.reached;
  } finally {
    await files.close();
    await runner.close();
    clearTimeout(later);
  }
  return ExitCode.interrupted;
}

/** Stands in place of a path for the first run, which nothing has to change for. */
const beginning = "";

/** Stands in place of a path where everything is to be compared. */
const wholeProject = "/";

interface ReportedRun {
  readonly run: () => Promise<RunOutcome>;
  /** What comes after the report. */
  readonly finish: () => Promise<void>;
  /** Nothing is known to have changed. */
  readonly isLook: boolean;
}

/** Reports what each run did; a look only where something differs from the last report. */
function openReport(terminal: Terminal, options: GenerateOptions) {
  let last = "";
  let known: ReadonlySet<string> = new Set();
  return async (paths: readonly string[], { run, finish, isLook }: ReportedRun): Promise<void> => {
    const startedAt = terminal.clock();
    try {
      const outcome = await run();
      const texts = outcome.diagnostics.map((finding) => JSON.stringify(findingsJson([finding])));
      const findings = texts.toSorted().join("\n");
      const isOld = isLook && findings === last && (outcome.done ?? []).length === 0;
      const unseen = outcome.diagnostics.filter((_, place) => !known.has(texts[place] ?? ""));
      [last, known] = [findings, new Set(texts)];
      const ms = terminal.clock() - startedAt;
      if (!isOld) report(terminal, options, { paths, isLook, ms, unseen }, outcome);
      await finish();
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      // What stands in the way now may be gone at the next edit.
      printError(terminal, errorText(error, terminal.errorColors.red));
    }
  };
}

interface ReportedFacts {
  readonly paths: readonly string[];
  readonly isLook: boolean;
  readonly ms: number;
  /** Findings that the report before did not have. */
  readonly unseen: readonly Diagnostic[];
}

function report(
  terminal: Terminal,
  options: GenerateOptions,
  { paths, isLook, ms, unseen }: ReportedFacts,
  { diagnostics, done }: RunOutcome,
): void {
  if (formatOf(options) === "json") {
    const files = (done ?? []).map(({ path, status }) => ({ path, status }));
    const line = { changed: paths, written: done !== undefined, findings: findingsJson(diagnostics), files, ms };
    terminal.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const shown = shownOf(diagnostics, unseen);
  if (shown.length > 0) printError(terminal, findingsText(diagnostics, terminal.errorColors, shown));
  const { dim, green, red } = terminal.colors;
  const cause = isLook ? "generated/" : paths.length === 0 ? "watching schema/ and src/handlers/" : causeOf(paths);
  const outcome =
    done === undefined
      ? red("nothing was written; generated/ still contains the last good output")
      : done.length === 0
        ? "nothing to write"
        : green(`${counted(done.length, "file")} written`);
  const findings = diagnostics.length === 0 ? "no findings" : summary(diagnostics);
  const mood = hasErrors(diagnostics) ? red(findings) : findings;
  print(terminal, `${cause}: ${outcome}, ${mood} ${dim(`(${Math.round(ms)} ms)`)}`);
}

/** Of many findings only those that the last report did not have, and errors: hundreds of warnings after each save would hide what is new. */
function shownOf(diagnostics: readonly Diagnostic[], unseen: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= findingsAtOnce) return diagnostics;
  const isUnseen = new Set(unseen);
  return firstFindings(diagnostics.filter((finding) => finding.severity === "error" || isUnseen.has(finding)));
}

function causeOf(paths: readonly string[]): string {
  const [first] = paths;
  return paths.length === 1 ? `${first} changed` : `${counted(paths.length, "file")} changed`;
}

/**
 * An interrupt, or a reader of the output that has gone.
 * @returns `reached`, which settles when it is time to go, or rejects with what went wrong
 */
function endOf(terminal: Terminal) {
  const signal = terminal.catchInterrupts();
  let finish: () => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const reached = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  if (signal.aborted) finish();
  signal.addEventListener("abort", () => finish(), { once: true });
  terminal.stdout.once("error", () => finish());
  terminal.stderr.once("error", () => finish());
  return { reached, fail: (error: unknown) => fail(error) };
}

// Which files of a project a watch looks at: the texts of schema/ and the handlers.

/** @returns false for what need not be watched at all; folders on the way are kept, so that one that vanishes may return */
export function isWatched(root: string, path: string): boolean {
  const inside = slashPath(root, path);
  if (inside === "" || inside === "src") return true;
  if (basename(path).startsWith(".")) return false;
  return isBelow("schema", inside) || isBelow("src/handlers", inside);
}

/** The path as messages say it, of a file whose change is worth a run; undefined for all others. */
export function relevantFile(root: string, path: string): string | undefined {
  const inside = slashPath(root, path);
  const counts =
    (isBelow("schema", inside) && /\.(ya?ml|md)$/.test(inside)) ||
    (isBelow("src/handlers", inside) && inside.endsWith(".ts"));
  return counts && !inside.split("/").some((part) => part.startsWith(".")) ? inside : undefined;
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
