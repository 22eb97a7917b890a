// The project's own type checker, where it has one.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { isThere } from "./project.ts";

export type TypeCheck =
  | { readonly outcome: "holds" }
  /** `report` is what the checker printed. */
  | { readonly outcome: "fails"; readonly report: string }
  | { readonly outcome: "not-checked"; readonly why: string };

/** Longest time for the whole project, in milliseconds. */
const maxMs = 5 * 60_000;
const maxBytes = 64 * 1024 * 1024;

/** Runs `tsc --noEmit` of the project on its tsconfig.json; writes nothing. */
export async function checkTypes(root: string): Promise<TypeCheck> {
  const checker = await findChecker(root);
  if (checker === undefined) return { outcome: "not-checked", why: "typescript is not installed in the project" };
  if (!(await isThere(join(root, "tsconfig.json"))))
    return { outcome: "not-checked", why: "there is no tsconfig.json" };
  const words = [checker, "--noEmit", "--pretty", "false", "-p", "tsconfig.json"];
  return new Promise((resolve, reject) => {
    execFile(execPath, words, { cwd: root, timeout: maxMs, maxBuffer: maxBytes }, (error, stdout, stderr) => {
      const report = stdout + stderr;
      if (error === null) resolve({ outcome: "holds" });
      else if (error.signal != null) {
        resolve({ outcome: "fails", report: `${report}the type checker was stopped by ${error.signal}\n` });
      } else if (typeof error.code === "number") resolve({ outcome: "fails", report });
      else reject(error);
    });
  });
}

/** The script that `tsc` of the project's own typescript runs. */
async function findChecker(root: string): Promise<string | undefined> {
  let manifest: string;
  try {
    manifest = createRequire(join(root, "package.json")).resolve("typescript/package.json");
  } catch {
    // Not installed there, which the caller says.
    return undefined;
  }
  const { bin }: { bin?: { tsc?: string } } = JSON.parse(await readFile(manifest, "utf8"));
  return bin?.tsc === undefined ? undefined : join(dirname(manifest), bin.tsc);
}
