import { once } from "node:events";
import { join } from "node:path";
import { watch as watchFiles } from "chokidar";
import { packageFolder } from "../../disk/package-folder.ts";
import { slashPath } from "../../disk/slash-path.ts";
import { findProject } from "../../shell/catalog/find-project.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, printError, type Terminal } from "../../terminal/terminal.ts";
import { openRelay } from "../dev/relay.ts";
import { linesOf, startServer } from "../dev/server-process.ts";
import { openRunner } from "../watch/runner.ts";
import { watch } from "./watch.ts";

export interface DevOptions {
  readonly catalog?: string;
}

const servedText =
  "serving; edits of schema/ and src/ are served. Types are not checked here: npx tsc --watch checks them";

/** An edit writes several files, one after the other: the server starts when they are all there. */
const settleMs = 150;
const patienceMs = 2_000;

/**
 * Serves the project over stdio while it is edited: generates at every edit, starts the new server beside the old one, and lets it take
 * over once it answers. The client stays connected. What is said about the edits goes to stderr, because stdout is the client's.
 * @param serveOptions for `serve`
 */
export async function dev(
  terminal: Terminal,
  serveOptions: readonly string[],
  { catalog }: DevOptions,
): Promise<ExitCode> {
  const root = await findProject(terminal.cwd, catalog);
  const said: Terminal = { ...terminal, stdout: terminal.stderr, colors: terminal.errorColors };
  if (isTerminal(terminal.stdin)) printError(terminal, usage(root));
  const program = join(packageFolder(), "dist", "cli", "main.js");
  const relay = openRelay({
    start: (onLine) =>
      startServer({
        command: process.execPath,
        args: [program, "serve", `--catalog=${root}`, ...serveOptions],
        cwd: terminal.cwd,
        env: terminal.env,
        onLine,
        stderr: terminal.stderr,
      }),
    toClient: (line) => terminal.stdout.write(`${line}\n`),
    onCrash: () =>
      printError(terminal, terminal.errorColors.red("the server has ended; the next edit starts it again")),
  });
  let isFirst = true;
  const runner = openRunner({
    settleMs,
    patienceMs,
    async run(paths) {
      const isReplaced = await relay.replace();
      if (!isReplaced) {
        printError(terminal, terminal.errorColors.red("the new server did not start; the last good one stays"));
      } else if (isFirst) printError(terminal, terminal.errorColors.dim(servedText));
      else printError(terminal, terminal.errorColors.green(`served again after a change of ${namesOf(paths)}`));
      if (isReplaced) isFirst = false;
    },
    onFailure: (error) => {
      throw error;
    },
  });
  const files = watchFiles([join(root, "src"), join(root, "generated")], { ignoreInitial: true });
  files.on("all", (_event, path) => {
    const inside = slashPath(root, path);
    if (isServed(inside)) runner.touch(inside);
  });
  const ended = new AbortController();
  linesOf(terminal.stdin, (line) => relay.receive(line));
  terminal.stdin.once("end", () => ended.abort());
  try {
    await once(files, "ready");
    const generating = watch(
      { ...said, catchInterrupts: () => AbortSignal.any([terminal.catchInterrupts(), ended.signal]) },
      { catalog: root },
    );
    // The server itself generates what is missing before it starts.
    runner.touch("");
    await generating;
  } finally {
    await files.close();
    await runner.close();
    await relay.close();
  }
  return ended.signal.aborted ? ExitCode.fine : ExitCode.interrupted;
}

/** What a server consists of: sources, and the registry with all that belongs to it. */
function isServed(path: string): boolean {
  return path.startsWith("src/")
    ? /\.[cm]?[jt]sx?$|\.json$/.test(path)
    : path.endsWith(".ts") && !path.includes("/docs/");
}

function namesOf(paths: readonly string[]): string {
  const sources = paths.filter((path) => path.startsWith("src/"));
  const [first] = sources.length > 0 ? sources : paths;
  return paths.length === 1 ? String(first) : `${first} and ${paths.length - 1} more`;
}

function usage(root: string): string {
  const command = `pegboard dev --catalog=${JSON.stringify(root)}`;
  return `This serves one client over stdio. To try it by hand: npx @modelcontextprotocol/inspector ${command}`;
}
