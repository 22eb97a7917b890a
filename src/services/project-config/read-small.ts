import { readFile, stat } from "node:fs/promises";
import { isAbsent } from "../../disk/disk-errors.ts";
import { ProjectFailure } from "./failure.ts";

const maxBytes = 1024 * 1024;

/**
 * @returns undefined where there is none
 * @throws ProjectFailure CONFIG_INVALID
 */
export async function readSmall(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new ProjectFailure("CONFIG_INVALID", { file, problems: ["1:1 longer than 1 MiB"] });
    return await readFile(file, "utf8");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    if (error instanceof ProjectFailure) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new ProjectFailure("CONFIG_INVALID", { file, problems: [problem] }, { cause: error });
  }
}
