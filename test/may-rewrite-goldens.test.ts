import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectedReport } from "./lint/golden-case.ts";
import { mayRewriteGoldens } from "./may-rewrite-goldens.ts";

afterEach(() => vi.unstubAllEnvs());

describe("goldens", () => {
  it.each([
    [{ UPDATE_GOLDENS: "1" }, true],
    [{ UPDATE_GOLDENS: "1", CI: "" }, true],
    [{}, false],
    [{ UPDATE_GOLDENS: "0" }, false],
    [{ UPDATE_GOLDENS: "true" }, false],
    [{ UPDATE_GOLDENS: "1", CI: "true" }, false],
    [{ UPDATE_GOLDENS: "1", CI: "1" }, false],
    // What GitLab, GitHub and others set is not distinguished: any word is a yes.
    [{ UPDATE_GOLDENS: "1", CI: "false" }, false],
  ])("with %j may be rewritten: %s", (env, expected) => {
    expect(mayRewriteGoldens(env)).toBe(expected);
  });

  it("stay as they are on CI, even when somebody asks for new ones", () => {
    const before = expectedReport("clean", "");
    vi.stubEnv("UPDATE_GOLDENS", "1");
    vi.stubEnv("CI", "true");
    expect(expectedReport("clean", "something else\n")).toBe(before);
    expect(expectedReport("clean", "")).toBe(before);
  });

  it("are asked for in one place: no test reads the variable by itself", () => {
    const own = ["may-rewrite-goldens.ts", "may-rewrite-goldens.test.ts"];
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && !own.includes(path),
    );
    const readers = files.filter((path) =>
      /env\s*(?:\.|\[["'])UPDATE_GOLDENS/.test(readFileSync(join(import.meta.dirname, path), "utf8")),
    );
    expect(readers).toEqual([]);
  });
});
