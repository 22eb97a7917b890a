import type { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { projectNear } from "../catalog/find-project.ts";
import { openLocalCatalog } from "../catalog/local-catalog.ts";
import { type ServeOptions, serveCatalog } from "./serve-catalog.ts";

/** Serves the workbench, or the catalog that `--catalog` names: code of a folder runs only where it is named. */
export async function serve(terminal: Terminal, options: ServeOptions): Promise<ExitCode> {
  if (options.catalog === undefined) await sayNotServed(terminal);
  return serveCatalog(terminal, options, {
    open: (log) =>
      openLocalCatalog(terminal, options.catalog, (changed) =>
        log.warn("generated/ is older than schema/; run `pegboard generate`", { changed }),
      ),
    beforeCalls,
  });
}

/** Who works at a catalog may mean that one: `call` and `describe` do. */
async function sayNotServed(terminal: Terminal): Promise<void> {
  // A folder that can't be read keeps no server from starting.
  const near = await projectNear(terminal.cwd).catch(() => undefined);
  if (near === undefined) return;
  const { dim } = terminal.errorColors;
  printError(terminal, dim(`the workbench is served; --catalog ${near.place} serves the catalog there`));
}

/** Handlers import it by the package's name. What goes wrong with it is said by the call that needs it. */
function beforeCalls(): void {
  void import("../../runtime/index.ts").catch(() => undefined);
}
