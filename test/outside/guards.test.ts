import { describe, expect, it } from "vitest";
import { runInGroup } from "./process-groups.ts";
import { mayRun } from "./programs.ts";

// What the other tests of this folder rely on, broken on purpose.

describe("a program that ended", () => {
  const script = (stdio: string) =>
    `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "${stdio}" }).unref()`;

  // With its output inherited, the child also keeps the pipes open that are read to their end.
  it.each(["ignore", "inherit"])(
    "is not clean while a child of its own lives, and the child goes (%s)",
    async (stdio) => {
      const ended = await runInGroup(process.execPath, ["-e", script(stdio)], {}, 100);
      expect(ended).toEqual({ code: 0, stdout: "", stderr: "", isClean: false });
    },
  );

  it("is clean when nothing is left", async () => {
    const ended = await runInGroup(process.execPath, ["-e", 'console.log("done")'], {});
    expect(ended).toEqual({ code: 0, stdout: "done\n", stderr: "", isClean: true });
  });
});

describe("programs that can't be had", () => {
  it("are passed over at home and are a failure in continuous integration", () => {
    const missing = { problem: "no network" };
    expect([mayRun({}, { CI: "1" }), mayRun(missing, {})]).toEqual([true, false]);
    expect(() => mayRun(missing, { CI: "1" })).toThrow("the outside programs can't be had: no network");
  });
});
