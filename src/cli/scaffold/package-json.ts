// package.json of a new project: a fresh one, or what is missing in the one that is there. What its author wrote stays.
import packageJson from "../../../package.json" with { type: "json" };
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { ProjectFacts } from "./project-files.ts";

export interface PackagePlan {
  readonly text: string;
  /** What was added to a file that was there: "type", "scripts.test". */
  readonly added: readonly string[];
  /** What a script of ours would have said, where the author's own says something else. */
  readonly kept: readonly string[];
}

/**
 * @param before text of the package.json that is there
 * @throws CliError when it can't be read, or says that its modules are not ES modules
 */
export function planPackageJson(facts: ProjectFacts, before: string | undefined): PackagePlan {
  if (before === undefined) return { text: print(freshPackage(facts), "  "), added: [], kept: [] };
  const present = parse(before);
  const { type } = present;
  if (type !== undefined && type !== "module") {
    throw new CliError(`package.json says "type": ${JSON.stringify(type)}; a catalog's modules are ES modules`, {
      hint: "if nothing here needs it, run `npm pkg set type=module`, then init again; nothing was written",
    });
  }
  const added: string[] = [];
  const kept: string[] = [];
  const result: Record<string, unknown> = { ...present };
  if (type === undefined) {
    result.type = "module";
    added.push("type");
  }
  for (const [section, ours] of Object.entries(sections)) {
    const theirs = sectionOf(present, section);
    const merged: Record<string, unknown> = { ...theirs };
    for (const [key, value] of Object.entries(ours)) {
      if (isDeclared(present, section, key)) {
        if (section === "scripts" && theirs[key] !== value) kept.push(`${section}.${key}`);
        continue;
      }
      merged[key] = value;
      added.push(`${section}.${key}`);
    }
    if (Object.keys(merged).length > 0) result[section] = merged;
  }
  if (added.length === 0) return { text: before, added, kept };
  return { text: print(result, indentOf(before)), added, kept };
}

const scripts = {
  generate: "pegboard generate",
  check: "pegboard lint && pegboard generate --check && tsc && vitest run",
  types: "pegboard generate --check && tsc",
  test: "pegboard generate --check && vitest run",
  build: "pegboard build",
  start: "node dist/server.js",
};

const { dependencies, devDependencies, version } = packageJson;

const sections: { readonly [section: string]: Readonly<Record<string, string>> } = {
  scripts,
  // Generated contracts import typebox by name; package managers that don't flatten want it said.
  dependencies: { pegboard: `^${version}`, typebox: dependencies.typebox },
  devDependencies: {
    "@types/node": devDependencies["@types/node"],
    typescript: devDependencies.typescript,
    vitest: devDependencies.vitest,
  },
};

function freshPackage({ name }: ProjectFacts): JsonObject {
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: packageJson.engines,
    ...sections,
  };
}

/** Said already: under the same key, or as a dependency of the other kind. */
function isDeclared(present: JsonObject, section: string, key: string): boolean {
  const own = sectionOf(present, section);
  if (section === "scripts") return Object.hasOwn(own, key) && !isNpmPlaceholder(own[key]);
  return ["dependencies", "devDependencies"].some((kind) => Object.hasOwn(sectionOf(present, kind), key));
}

/** What `npm init` writes where there are no tests. */
function isNpmPlaceholder(script: unknown): boolean {
  return script === 'echo "Error: no test specified" && exit 1';
}

function sectionOf(present: JsonObject, section: string): JsonObject {
  const value = present[section];
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  throw new CliError(`package.json: "${section}" is not an object; nothing was written`);
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new CliError("package.json is not valid JSON; nothing was written", { cause: error });
  }
  throw new CliError("package.json does not contain an object; nothing was written");
}

function indentOf(text: string): string {
  return /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "  ";
}

function print(value: object, indent: string): string {
  return `${JSON.stringify(value, undefined, indent)}\n`;
}
