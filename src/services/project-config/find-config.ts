import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isSecretName, printedMask } from "../../contract/secret-forms.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { checkConfig } from "./check-config.ts";
import type { ConfigValues, DatabaseValues } from "./config-rows.ts";
import { type Dsn, parseDsn } from "./dsn.ts";
import { expandVariables, readEnvText } from "./env-text.ts";
import { ProjectFailure } from "./failure.ts";
import { inMainWorktree } from "./main-worktree.ts";
import { currentKeys } from "./older-keys.ts";
import { readSmall } from "./read-small.ts";
import { type ReadText, readTomlText, readYamlText } from "./read-texts.ts";

export type ProcessEnv = Readonly<Record<string, string | undefined>>;

/** A configuration file that was found, read and held to its rows. */
export interface ProjectConfig {
  readonly file: string;
  /** Where it was found; without symbolic links. */
  readonly folder: string;
  /** Folder that its paths are relative to: the same one in the main worktree, so that all worktrees of a repository share what it names. */
  readonly root: string;
  readonly values: ConfigValues;
  /** In the order of the file; the first one is the default. */
  readonly servers: readonly DatabaseServer[];
  /** What a hook or git printed, without what variables and addresses keep to themselves. */
  readonly masked: (printed: string) => string;
}

export interface DatabaseServer extends DatabaseValues {
  readonly name: string;
  readonly parsed: Dsn;
  /** The DSN with its variables filled in: a secret. */
  readonly expanded: string;
}

export const configFile = "pegboard.project.yaml";

/** What is looked for in a folder, in this order. Those after the first belong to mcp-project-manager. */
const candidates: readonly {
  readonly path: string;
  readonly read: (text: string) => ReadText;
  readonly isOlder: boolean;
}[] = [
  { path: configFile, read: readYamlText, isOlder: false },
  { path: ".haive.toml", read: readTomlText, isOlder: true },
  { path: ".claude/project.json", read: readYamlText, isOlder: true },
  { path: ".haive/config.json", read: readYamlText, isOlder: true },
  { path: ".haive.json", read: readYamlText, isOlder: true },
];

/** The folder that a call is about. @throws ProjectFailure FILE_NOT_FOUND */
export async function projectFolder(given: string | undefined, cwd: string): Promise<string> {
  const path = resolve(cwd, given ?? ".");
  if (path.includes("\0")) throw new ProjectFailure("FILE_NOT_FOUND", { path: path.replaceAll("\0", "\\0") });
  const state = await stat(path).catch(unlessAbsent);
  if (state?.isDirectory() !== true) throw new ProjectFailure("FILE_NOT_FOUND", { path });
  return realpath(path);
}

/**
 * Looks in the folder and in those above it.
 * @param envFilesOf folder of the env files: a worktree's own may name a database of its own
 * @throws ProjectFailure CONFIG_MISSING, CONFIG_INVALID
 */
export async function findConfig(
  folder: string,
  env: ProcessEnv,
  envFilesOf: "folder" | "root" = "folder",
): Promise<ProjectConfig> {
  for (let at = folder; ; at = dirname(at)) {
    for (const candidate of candidates) {
      const file = join(at, candidate.path);
      const text = await readSmall(file);
      if (text === undefined) continue;
      const read = candidate.read(text);
      if (candidate.isOlder && read.problems.length === 0) {
        const tree = currentKeys(read.tree);
        if (Object.keys(tree as object).every((key) => key === "project")) continue;
        return toConfig(at, file, { ...read, tree }, { env, envFilesOf });
      }
      return toConfig(at, file, read, { env, envFilesOf });
    }
    if (dirname(at) === at) throw new ProjectFailure("CONFIG_MISSING", { folder, part: configFile });
  }
}

async function toConfig(
  at: string,
  file: string,
  read: ReadText,
  { env, envFilesOf }: { readonly env: ProcessEnv; readonly envFilesOf: "folder" | "root" },
): Promise<ProjectConfig> {
  const problems = read.problems.map(({ place, problem }) => `${place} ${problem}`);
  const checked = checkConfig(read.tree);
  const report = (path: readonly (string | number)[], problem: string) =>
    problems.push(`${read.placeOf(path)} ${path.join(".")}: ${problem}`);
  if (problems.length === 0) for (const { path, problem } of checked.problems) report(path, problem);
  if (problems.length > 0) throw new ProjectFailure("CONFIG_INVALID", { file, problems });

  const { values } = checked;
  const folder = await realpath(at);
  const root = await inMainWorktree(folder);
  const variables = await readVariables({ folder, root }[envFilesOf], values.env_files ?? [".env.local", ".env"], env);
  const named = [
    ...(values.database === undefined ? [] : [["default", values.database, ["database"]] as const]),
    ...Object.entries(values.databases ?? {}).map(([name, one]) => [name, one, ["databases", name]] as const),
  ];
  const servers = named.flatMap(([name, given, path]): DatabaseServer[] => {
    const { text, missing } = expandVariables(given.dsn, variables.valueOf);
    for (const variable of missing) report([...path, "dsn"], `the variable ${variable} is not set`);
    if (missing.length > 0) return [];
    const parsed = parseDsn(text);
    if ("problem" in parsed) {
      report([...path, "dsn"], parsed.problem);
      return [];
    }
    return [{ ...given, name, parsed, expanded: text }];
  });
  const port = values.worktrees?.port;
  if (port !== undefined && port.from > port.to) report(["worktrees", "port", "from"], "greater than 'to'");
  if (problems.length > 0) throw new ProjectFailure("CONFIG_INVALID", { file, problems });
  const secrets = [...variables.secrets, ...servers.map(({ parsed }) => passwordOf(parsed))];
  return { file, folder, root, values, servers, masked: printedMask(secrets.filter(({ length }) => length >= 4)) };
}

async function readVariables(folder: string, files: readonly string[], env: ProcessEnv) {
  const texts = await Promise.all(files.map((file) => readSmall(join(folder, file))));
  const read = texts.map((text) => readEnvText(text ?? ""));
  const secrets = [Object.entries(env), ...read].flatMap((values) =>
    // A short one is a part of too many other texts.
    [...values].flatMap(([name, value = ""]) => (isSecretName(name) && value.length >= 8 ? [value] : [])),
  );
  return {
    valueOf: (name: string) => env[name] ?? read.find((values) => values.has(name))?.get(name),
    secrets,
  };
}

function passwordOf(dsn: Dsn): string {
  return dsn.engine === "sqlite" ? "" : dsn.password;
}
