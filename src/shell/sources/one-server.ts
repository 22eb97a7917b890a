// The one server that a command line means which reads something of it.
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { askOptions } from "./ask-options.ts";
import { localOf, openLocal, openSource, type SourceOptions } from "./open-source.ts";
import type { AskOptions, ToolSource } from "./tool-source.ts";

/** Asks it, and closes its source whatever happens. */
export async function withOneServer<Result>(
  terminal: Terminal,
  options: SourceOptions,
  interrupted: AbortSignal,
  ask: (one: { readonly source: ToolSource; readonly server: string }, asked: AskOptions) => Promise<Result>,
): Promise<Result> {
  const { source, server } = await chosen(terminal, options);
  const asked = askOptions(terminal, interrupted, options);
  return (async () => ask({ source, server: server ?? (await soleServer(source, asked)) }, asked))().finally(() =>
    source.close(),
  );
}

/** Without a server: the only one there is, else the local catalog. */
async function chosen(
  terminal: Terminal,
  options: SourceOptions,
): Promise<{ readonly source: ToolSource; readonly server: string | undefined }> {
  const isElsewhere = options.server !== undefined || options.config !== undefined || options.bridge !== undefined;
  const catalog = isElsewhere && options.server === undefined ? undefined : await localOf(terminal, options);
  if (catalog !== undefined) {
    const local = await openLocal(terminal, catalog, options);
    return { source: local, server: local.name };
  }
  const { source } = await openSource(terminal, options);
  return { source, server: options.server };
}

async function soleServer(source: ToolSource, asked: AskOptions): Promise<string> {
  const names = (await source.servers(asked)).map(({ name }) => name);
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new CliError("there is more than one server", { hint: `choose one with --server: ${names.join(", ")}` });
}
