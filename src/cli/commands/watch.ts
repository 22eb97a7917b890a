import { once } from "node:events";
import { basename, relative, sep } from "node:path";
import { watch as watchFiles } from "chokidar";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { summary } from "../../diagnostics/render.ts";
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
  const runner = openRunner({
    settleMs,
    patienceMs,
    async run(paths) {
      const foreign = await session.withoutOwn(paths);
      if (foreign.length > 0) await runOnce(terminal, options, foreign, session.run);
    },
    onFailure: end.fail,
  });
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
  }
  return ExitCode.interrupted;
}

/** Stands in place of a path for the first run, which nothing has to change for. */
const beginning = "";

async function runOnce(
  terminal: Terminal,
  options: GenerateOptions,
  paths: readonly string[],
  run: () => Promise<RunOutcome>,
): Promise<void> {
  const startedAt = terminal.clock();
  try {
    const outcome = await run();
    const changed = paths.filter((path) => path !== beginning);
    report(terminal, options, { paths: changed, ms: terminal.clock() - startedAt }, outcome);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // What stands in the way now may be gone at the next edit.
    printError(terminal, errorText(error, terminal.errorColors.red));
  }
}

function report(
  terminal: Terminal,
  options: GenerateOptions,
  { paths, ms }: { readonly paths: readonly string[]; readonly ms: number },
  { diagnostics, done }: RunOutcome,
): void {
  if (formatOf(options) === "json") {
    const files = (done ?? []).map(({ path, status }) => ({ path, status }));
    const line = { changed: paths, written: done !== undefined, findings: findingsJson(diagnostics), files, ms };
    terminal.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  if (diagnostics.length > 0) printError(terminal, findingsText(diagnostics, terminal.errorColors));
  const { dim, green, red } = terminal.colors;
  const cause = paths.length === 0 ? "watching schema/ and src/handlers/" : causeOf(paths);
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
  const inside = relative(root, path).split(sep).join("/");
  if (inside === "" || inside === "src") return true;
  if (basename(path).startsWith(".")) return false;
  return isBelow("schema", inside) || isBelow("src/handlers", inside);
}

/** The path as messages say it, of a file whose change is worth a run; undefined for all others. */
export function relevantFile(root: string, path: string): string | undefined {
  const inside = relative(root, path).split(sep).join("/");
  const counts =
    (isBelow("schema", inside) && /\.(ya?ml|md)$/.test(inside)) ||
    (isBelow("src/handlers", inside) && inside.endsWith(".ts"));
  return counts && !inside.split("/").some((part) => part.startsWith(".")) ? inside : undefined;
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
