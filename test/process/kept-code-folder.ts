import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { userFolders } from "../../src/disk/user-folders.ts";
import { root } from "./run-pegboard.ts";

const shared = join(root, "node_modules", ".cache", "pegboard-kept-code");

/**
 * Gives commands in a new home the compiled code that commands in others have kept, as a user's second command has it: without it
 * each of them compiles everything, which is a quarter of its time.
 */
export function shareKeptCode(home: string): void {
  const { cache } = userFolders({ HOME: home });
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  mkdirSync(shared, { recursive: true, mode: 0o700 });
  symlinkSync(shared, join(cache, "scripts"), "junction");
}
