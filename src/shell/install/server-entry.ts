import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { EnvironmentVariable } from "../../contract/environment.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { ClientName, Scope } from "../servers/client-names.ts";
import { clients } from "./clients.ts";
import type { ProgramFacts } from "./this-program.ts";

export interface EntryOptions {
  readonly client: ClientName;
  /** Of the server in the client. */
  readonly name: string;
  readonly scope: Scope;
  /** Absolute; the project, for entries of it. */
  readonly cwd: string;
  /** As named, relative to `cwd`. */
  readonly catalog: string | undefined;
  readonly config: string | undefined;
  /** Further words of `serve`. */
  readonly words: readonly string[];
  /** What the catalog declares. */
  readonly environment: readonly EnvironmentVariable[];
}

/**
 * The entry that lets a client start `pegboard serve`. With absolute paths for one user, since clients that were not
 * started from a shell have a short PATH; in a project that has the package, with paths from its folder, for everybody.
 * @returns also what the user should know of it
 */
export function serverEntry(options: EntryOptions, program: ProgramFacts) {
  const { client, scope, cwd, words } = options;
  const { entry: write, workspace, hidesEnvironment, title } = clients[client];
  const inProject = (path: string) => inFolder(relative(cwd, path), workspace);
  const place = (path: string) => {
    const absolute = resolve(cwd, path);
    const isOutside = relative(cwd, absolute).split(sep)[0] === ".." || isAbsolute(relative(cwd, absolute));
    return scope === "project" && !isOutside ? inProject(absolute) : absolute;
  };
  const said = [
    "serve",
    ...(options.catalog === undefined ? [] : ["--catalog", place(options.catalog)]),
    ...(options.config === undefined ? [] : ["--config", place(options.config)]),
    ...words,
  ];
  const own = join("node_modules", "pegboard", "dist", "cli", "main.js");
  const isFromNpx = program.main.split(sep).includes("_npx");
  const notes: string[] = [];
  let start: readonly string[];
  if (scope === "project" && existsSync(join(cwd, own))) start = ["node", inProject(join(cwd, own))];
  else if (isFromNpx) {
    const sqlite = options.catalog === undefined ? program.sqlitePackage : undefined;
    const packages = sqlite === undefined ? [] : ["-p", "pegboard", "-p", sqlite];
    start = [...(program.platform === "win32" ? ["cmd", "/c"] : []), "npx", "-y", ...packages, "pegboard"];
    notes.push("npx looks for the package at every start; an installed one starts faster");
  } else {
    start = [program.node, program.main];
    if (scope === "project") {
      notes.push("this entry works only on this machine; install pegboard in the project to share it");
    }
  }
  const [command = "", ...args] = [...start, ...said];
  refuseVariables([options.catalog ?? "", options.config ?? "", ...words, program.node, program.main]);
  const needed = options.environment.filter(({ required }) => required === true).map(({ name }) => name);
  if (needed.length > 0) {
    notes.push(
      hidesEnvironment === true
        ? `the server needs ${needed.join(", ")}: write the value into 'env' of the entry`
        : `the server starts where ${title} has ${needed.join(", ")} in its environment`,
    );
  }
  const variables = options.environment.map(({ name }) => name);
  const entry = write({ name: options.name, command, args, variables });
  return { entry, notes };
}

/** Clients put something else in place of `${…}`. */
function refuseVariables(words: readonly string[]): void {
  const odd = words.find((word) => word.includes("${"));
  if (odd === undefined) return;
  throw new CliError(`'${odd}' can't be used in a client's configuration`, {
    hint: "clients replace it as a variable",
  });
}

function inFolder(path: string, workspace: string | undefined): string {
  const slashed = path.split(sep).join("/");
  if (workspace === undefined) return slashed === "" ? "." : slashed;
  return slashed === "" ? workspace : `${workspace}/${slashed}`;
}
