import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { openLocalCatalog } from "../catalog/local-catalog.ts";
import { type ServeOptions, serveCatalog } from "./serve-catalog.ts";

/** Serves the workbench, or the catalog that `--catalog` names. */
export function serve(terminal: Terminal, options: ServeOptions): Promise<ExitCode> {
  return serveCatalog(terminal, options, {
    open: (log) =>
      openLocalCatalog(terminal, options.catalog, (changed) =>
        log.warn("generated/ is older than schema/; run `pegboard generate`", { changed }),
      ),
    beforeCalls,
  });
}

/** Handlers import it by the package's name. What goes wrong with it is said by the call that needs it. */
function beforeCalls(): void {
  void import("../../runtime/index.ts").catch(() => undefined);
}
