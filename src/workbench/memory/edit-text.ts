import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "../../terminal/terminal.ts";

export interface EditedText {
  readonly text: string;
  /** Where it stands. */
  readonly path: string;
  /** Removes it. */
  readonly remove: () => Promise<void>;
}

/**
 * Lets the person edit a text in the editor that VISUAL or EDITOR names, with its words as arguments: no shell reads them.
 * @returns why not, in words
 */
export async function editText(
  { env }: Pick<Terminal, "env">,
  name: string,
  text: string,
): Promise<EditedText | { readonly problem: string }> {
  const [command, ...args] =
    [env.VISUAL, env.EDITOR]
      .map((one) => one?.trim() ?? "")
      .find(Boolean)
      ?.split(/\s+/) ?? [];
  if (command === undefined) return { problem: "set EDITOR to your editor, like EDITOR=nano" };
  // For this user alone, because a memory may be a secret.
  const folder = await mkdtemp(join(tmpdir(), "pegboard-memory-"));
  const path = join(folder, name);
  const remove = () => rm(folder, { recursive: true, force: true });
  await writeFile(path, text, { mode: 0o600 });
  const child = spawn(command, [...args, path], { stdio: "inherit" });
  const ended = await once(child, "exit").catch((error: unknown) => error);
  if (Array.isArray(ended) && ended[0] === 0) return { text: await readFile(path, "utf8"), path, remove };
  await remove();
  const reason = ended instanceof Error ? ended.message : "it ended with an error";
  return { problem: `${command}: ${reason}; nothing was changed` };
}
