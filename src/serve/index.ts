// The program of a server that `pegboard build` wrote.
import { argv } from "node:process";
import { loadCatalog } from "../shell/catalog/bound-catalog.ts";
import { type ServeOptions, serveCatalog } from "../shell/verbs/serve-catalog.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import { runProcess } from "../terminal/run-process.ts";
import { nameOwnLines } from "./own-lines.ts";

/**
 * Serves a catalog with the options of `pegboard serve` (all but `--catalog`), and ends the process with its exit code.
 * @param catalog `registry`, `openHost` and `loadHost`
 * @param folder may hold a `pegboard.serve.json`
 */
export function serveBuilt(catalog: unknown, folder: string): Promise<never> {
  const words = argv.slice(2);
  nameOwnLines();
  return runProcess(async (terminal, isInterrupted) => {
    const open = () => loadCatalog(() => Promise.resolve(catalog));
    const serve = (options: ServeOptions): Promise<ExitCode> =>
      serveCatalog(terminal, { ...options, catalog: folder }, { open });
    try {
      if (words.length === 0) return await serve({});
      const { serveWords } = await import("./serve-words.ts");
      return await serveWords(words, terminal, { version: (await open()).registry.server.version, serve });
    } catch (error) {
      const { exitCodeOf } = await import("../shell/program/exit-code-of.ts");
      return exitCodeOf(error, terminal, isInterrupted, "--help lists the options");
    }
  });
}
