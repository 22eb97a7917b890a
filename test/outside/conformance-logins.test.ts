import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../process/run-pegboard.ts";
import { type Ended, runInGroup } from "./process-groups.ts";
import { outsidePrograms } from "./programs.ts";

// In a file of its own, so that it runs beside the suite's server scenarios, which take as long.

const programs = await outsidePrograms();

describe.skipIf(programs === undefined)("the suite's authorization scenarios", () => {
  const logins = (...words: string[]): Promise<Ended> =>
    runInGroup(process.execPath, [join(root, "scripts", "conformance-client.mjs"), ...words], {
      PATH: process.env.PATH ?? "",
    });

  it("of the newest revision pass for `pegboard login`", { timeout: 900_000 }, async () => {
    const { code, stdout, stderr, isClean } = await logins("--revision", "2026-07-28");
    expect({ code, isClean, said: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, isClean: true, said: "" });
    expect(stdout.match(/^✓ auth\/\S+: Passed: (\d+)\/\1, 0 failed/gm)).toHaveLength(25);
  });

  // What `pegboard login` does not have.
  it("fail where they must", async () => {
    const { code, stdout } = await logins("--revision", "2026-07-28", "--scenario", "auth/client-credentials-basic");
    expect(code).toBe(1);
    expect(stdout).toContain("✗ auth/client-credentials-basic");
  });
});
