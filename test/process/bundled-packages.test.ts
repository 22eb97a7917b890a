import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { bundledPackages } from "../../scripts/bundled-packages.mjs";
import { root } from "./run-pegboard.ts";

const bundled: ReadonlySet<string> = new Set(
  Object.keys(bundledPackages(root)).map((name) => name.split("/", 1)[0] ?? ""),
);

describe("the packages that are parts of dist/", () => {
  it.each([...bundled])("%s: its licence is published with it", (name) => {
    expect(packageJson.files).toContain("THIRD-PARTY-NOTICES.md");
    const notices = readFileSync(join(root, "THIRD-PARTY-NOTICES.md"), "utf8");
    const folder = dirname(packageFile(name));
    const licence = ["LICENSE", "LICENSE.md", "license"].map((each) => join(folder, each)).find(existsSync) ?? "";
    expect(notices).toContain(readFileSync(licence, "utf8").replaceAll("\r\n", "\n").trim());
    const { version } = JSON.parse(readFileSync(packageFile(name), "utf8"));
    expect(notices).toContain(`## ${name} ${version}`);
  });

  it("are not installed beside it", () => {
    expect(Object.keys(packageJson.dependencies).filter((name) => bundled.has(name))).toEqual([]);
  });
});

function packageFile(name: string): string {
  return join(root, "node_modules", name, "package.json");
}
