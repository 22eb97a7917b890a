import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./run-pegboard.ts";

it("the modules of dist/ that quick commands read are in ASCII, which the engine reads faster", () => {
  const dist = join(root, "dist");
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const quick = names.filter((name) => /^(?:cli\/main|chunks\/with-[\w-]+|standalone\/.+)\.js$/.test(name));
  expect(quick.length).toBeGreaterThan(10);
  expect(quick.filter((name) => /[^\0-\x7f]/.test(readFileSync(join(dist, name), "utf8")))).toEqual([]);
});
