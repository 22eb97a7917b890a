import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { CliError } from "./cli-error.ts";
import { reasonOf } from "./project.ts";

/**
 * Writes a file that only its owner may read. It is made beside its place and renamed, so that nobody meets a half of it,
 * a link that lies there is replaced and not followed, and an old file's looser mode does not stay.
 * @param path absolute
 * @throws CliError when it can't be written
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(fresh, "wx", 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw new CliError(`'${path}' can't be written: ${reasonOf(error)}`, { cause: error });
  }
}
