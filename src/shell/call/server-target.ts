import { loadExplainer } from "../../bridge/check-arguments.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { askOptions } from "../sources/ask-options.ts";
import { findServerTool } from "../sources/find-tool.ts";
import { openSource } from "../sources/open-source.ts";
import { StartRefused, ToolRefused } from "../sources/tool-source.ts";
import type { CallOptions, CallTarget } from "./call-target.ts";
import { confirmHint, readPolicy, reportUnmetRules, writeDownRefused } from "./decide.ts";
import { sourceTarget } from "./source-target.ts";

/** A tool of a server that is not this process: of a configuration file, or behind a bridge. */
export async function serverTarget(terminal: Terminal, name: string, early: CallOptions): Promise<CallTarget> {
  const interrupted = terminal.catchInterrupts();
  const { server = "" } = early;
  const { source, local, loaded, isBridge } = await openSource(terminal, early);
  const finding = findServerTool(terminal, source, { server, name }, askOptions(terminal, interrupted, early));
  loadForCall();
  const tool = await finding.catch(async (error: unknown) => {
    if (error instanceof ToolRefused || error instanceof StartRefused) await writeDownRefused(terminal, server, name);
    await source.close();
    throw error;
  });
  return sourceTarget(terminal, {
    source,
    server,
    tool,
    interrupted,
    isBridge,
    policyOf(options) {
      const policy = readPolicy({
        allow: [...(loaded?.allow ?? []), ...(options.allow ?? [])],
        deny: [...(loaded?.deny ?? []), ...(options.deny ?? [])],
        ...(options.yes === undefined ? {} : { yes: options.yes }),
      });
      if (loaded !== undefined) {
        const names = [...loaded.named, ...(local === undefined ? [] : [local])];
        reportUnmetRules(terminal, { given: options, found: loaded, names });
      }
      const named = { "--url": early.url, "--stdio": early.stdioCommand, "--config": options.config };
      const insteadOfFile = Object.entries(named).find(([, value]) => value !== undefined)?.[0];
      return { policy, hint: confirmHint(insteadOfFile) };
    },
  });
}

/** What a call needs once the tool is found, while the server starts. What goes wrong with it is said when it is used. */
function loadForCall(): void {
  const modules = [
    import("../completion/listing-cache.ts"),
    import("./call-words.ts"),
    import("./tool-arguments.ts"),
    loadExplainer(),
  ];
  for (const loading of modules) loading.catch(() => undefined);
}
