import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DeskProject, makeDeskProject } from "./desk-project.ts";
import { pegboard } from "./run-pegboard.ts";

// A catalog whose sources are served is built into its node_modules/.cache, once for each state of them.

let project: DeskProject;
beforeEach(async () => {
  project = await makeDeskProject();
  await call();
});
afterEach(() => project.remove());

async function call(): Promise<void> {
  const words = ["call", "desk_open", "agent=me", "--catalog", project.folder];
  const { code, stderr } = await pegboard(words, { cwd: project.folder });
  expect(code, stderr).toBe(0);
}

const cache = () => join(project.folder, "node_modules", ".cache", "pegboard");
const built = () => readdirSync(cache()).filter((name) => name !== "newest.json");
const daysOld = (name: string) => (Date.now() - statSync(join(cache(), name)).mtimeMs) / 24 / 3_600_000;

function age(name: string, days: number): void {
  const then = new Date(Date.now() - days * 24 * 3_600_000);
  utimesSync(join(cache(), name), then, then);
}

function editHost(): void {
  const path = join(project.folder, "src", "host.ts");
  writeFileSync(path, `${readFileSync(path, "utf8")}// edited\n`);
}

it("is used by the next start, which marks it, and is built again after an edit of a source", async () => {
  const [first = ""] = built();
  age(first, 30);
  await call();
  expect(built()).toEqual([first]);
  expect(daysOld(first)).toBeLessThan(1);
  editHost();
  await call();
  expect(built()).toHaveLength(2);
});

it("is removed once it was not used for a week, with what a killed build left behind, and nothing else", async () => {
  const [first = ""] = built();
  for (const name of [".building-ab12cd", ".building-ef34gh", "of-somebody"]) mkdirSync(join(cache(), name));
  for (const [name, days] of Object.entries({ [first]: 6, ".building-ab12cd": 8, "of-somebody": 30 })) age(name, days);
  editHost();
  await call();
  const second = built().filter((name) => ![first, ".building-ef34gh", "of-somebody"].includes(name));
  expect(second).toHaveLength(1);
  expect(built()).toEqual(expect.arrayContaining([first, ".building-ef34gh", "of-somebody"]));
  age(first, 8);
  editHost();
  await call();
  expect(built()).not.toContain(first);
  expect(built()).toEqual(expect.arrayContaining([...second, "of-somebody"]));
});
