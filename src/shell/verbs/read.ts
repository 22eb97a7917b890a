import { isJsonObject } from "../../contract/json.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printJson, type Terminal } from "../../terminal/terminal.ts";
import { type OutputOptions, openOutput } from "../print/print-result.ts";
import { contentsText } from "../print/result-text.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { withOneServer } from "../sources/one-server.ts";
import type { SourceOptions } from "../sources/open-source.ts";

export interface ReadOptions extends SourceOptions, OutputOptions {
  /** Only what is known of it, and how much it is. */
  readonly meta?: true;
}

/** Reads one resource: text to stdout, bytes into a file. */
export async function read(terminal: Terminal, uri: string, given: ReadOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const interrupted = terminal.catchInterrupts();
  const output = await openOutput(terminal, options);
  const answer = await withOneServer(terminal, options, interrupted, ({ source, server }, asked) =>
    source.read(server, uri, asked),
  );
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
