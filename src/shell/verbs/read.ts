import { isJsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printJson, type Terminal } from "../../terminal/terminal.ts";
import { type OutputOptions, openOutput } from "../print/print-result.ts";
import { contentsText } from "../print/result-text.ts";
import { askOptions } from "../sources/ask-options.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { localOf, openLocal, openSource, type SourceOptions } from "../sources/open-source.ts";
import type { ToolSource } from "../sources/tool-source.ts";

export interface ReadOptions extends SourceOptions, OutputOptions {
  /** Only what is known of it, and how much it is. */
  readonly meta?: true;
}

/** Reads one resource: text to stdout, bytes into a file. */
export async function read(terminal: Terminal, uri: string, given: ReadOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const interrupted = terminal.catchInterrupts();
  const output = await openOutput(terminal, options);
  const { source, server } = await chosen(terminal, options);
  const asked = askOptions(terminal, interrupted, options);
  const answer = await (async () => {
    const name = server ?? (await soleServer(source, asked));
    return source.read(name, uri, asked);
  })().finally(() => source.close());
  if (!options.meta) return output.text(answer, contentsText(answer));
  const parts = Array.isArray(answer.contents) ? answer.contents.filter(isJsonObject) : [];
  printJson(terminal, {
    contents: parts.map(({ text, blob, ...rest }) => ({
      ...rest,
      kind: typeof blob === "string" ? "binary" : "text",
      bytes: typeof blob === "string" ? Buffer.byteLength(blob, "base64") : Buffer.byteLength(String(text ?? "")),
    })),
  });
  return ExitCode.fine;
}

/** Without a server: the only one there is, else the local catalog. */
async function chosen(
  terminal: Terminal,
  options: ReadOptions,
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

async function soleServer(source: ToolSource, asked: Parameters<ToolSource["servers"]>[0]): Promise<string> {
  const names = (await source.servers(asked)).map(({ name }) => name);
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new CliError("there is more than one server", { hint: `choose one with --server: ${names.join(", ")}` });
}
