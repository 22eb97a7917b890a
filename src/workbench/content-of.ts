import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

const maxBytes = 32 * 1024 * 1024;

/** What a file holds that the user names; - is stdin. */
export async function contentOf({ stdin, cwd }: Terminal, file: string): Promise<string> {
  if (file === "-") return await text(stdin);
  const path = resolve(cwd, file);
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new CliError(`'${file}' has more than 32 MiB`);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof CliError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`'${file}' can't be read: ${reason}`, { cause: error });
  }
}
