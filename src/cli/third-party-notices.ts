// The licences of the packages whose code is a part of a build.
import { readdir, readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { isJsonObject } from "../contract/json.ts";
import { unlessAbsent } from "../disk/disk-errors.ts";
import { packageFolder } from "../disk/package-folder.ts";

export const noticesFile = "THIRD-PARTY-NOTICES.md";

/**
 * @param inputs paths of what was bundled, relative to the root
 * @returns a page with the licence of each package, each text once, sorted by name; first pegboard, with the notices of what it holds itself
 */
export async function thirdPartyNotices(root: string, inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.flatMap((path) => packageOf(resolve(root, path)) ?? []));
  folders.delete(packageFolder());
  const packages = await Promise.all([...folders].map(readPackage));
  const others = packages.flatMap((found) => found ?? []).filter(({ name }) => name !== "pegboard");
  const own = await readPackage(packageFolder());
  const held = await readFile(join(packageFolder(), noticesFile), "utf8");
  const byLicence = new Map<string, string[]>();
  for (const { title, licence } of others.sort((one, other) => (one.title < other.title ? -1 : 1))) {
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), title]);
  }
  const sections = [...byLicence].map(([licence, titles]) => section({ title: titles.join(", "), licence }));
  const intro =
    "# Third-party notices\n\nThis folder holds parts of other people's work. Each stands under its own licence.\n";
  // Its headings become those of a section.
  const heldSections = held.slice(Math.max(held.indexOf("\n## "), 0));
  return [intro, ...(own === undefined ? [] : [section(own)]), ...sections, heldSections.trim(), ""].join("\n");
}

/** The folder of the innermost package that a file is in. */
function packageOf(path: string): string | undefined {
  const parts = path.split(sep);
  const at = parts.lastIndexOf("node_modules");
  if (at === -1) return undefined;
  const length = parts[at + 1]?.startsWith("@") === true ? 3 : 2;
  return parts.slice(0, at + length).join(sep);
}

interface Notice {
  readonly name: string;
  readonly title: string;
  readonly licence: string;
}

async function readPackage(folder: string): Promise<Notice | undefined> {
  // A folder of node_modules without one, such as .cache, is not a package.
  const text = await readFile(join(folder, "package.json"), "utf8").catch(unlessAbsent);
  const facts: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isJsonObject(facts) || typeof facts.name !== "string") return undefined;
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name)).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const named = typeof facts.license === "string" ? `Licence: ${facts.license}` : "Its package names no licence.";
  return {
    name: facts.name,
    title: `${facts.name} ${typeof facts.version === "string" ? facts.version : ""}`.trim(),
    licence: [named, ...texts.map((text) => `\`\`\`\n${text.trim()}\n\`\`\``)].join("\n\n"),
  };
}

function section({ title, licence }: Omit<Notice, "name">): string {
  return `## ${title}\n\n${licence}\n`;
}
