import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { isAbsent, unlessAbsent } from "../../disk/disk-errors.ts";
import { readEnvText } from "./env-text.ts";
import { isFailure } from "./failure.ts";
import { findConfig, type ProcessEnv, type ProjectConfig } from "./find-config.ts";
import { readYamlText } from "./read-texts.ts";

const composeNames = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"];

export interface ProjectFacts {
  readonly envFiles: readonly string[];
  readonly hasCompose: boolean;
  /** Absent where there is none, or one with problems. */
  readonly config?: ProjectConfig;
  /** Absolute; absent where worktrees are not configured. */
  readonly worktreesFolder?: string;
  readonly problems: readonly string[];
}

export async function projectFacts(folder: string, env: ProcessEnv): Promise<ProjectFacts> {
  const present = async (name: string) => (await stat(join(folder, name)).catch(unlessAbsent))?.isFile() === true;
  const there = async (names: readonly string[]) => {
    const states = await Promise.all(names.map(present));
    return names.filter((_, index) => states[index]);
  };
  const envFiles = (await there([".env", ".env.local"])).map((name) => join(folder, name));
  const found = { envFiles, hasCompose: (await there(composeNames)).length > 0 };
  try {
    const config = await findConfig(folder, env);
    const { worktrees } = config.values;
    return {
      ...found,
      config,
      ...(worktrees === undefined ? {} : { worktreesFolder: resolve(config.root, worktrees.folder) }),
      problems: [],
    };
  } catch (error) {
    if (isFailure(error, "CONFIG_MISSING")) return { ...found, problems: [] };
    if (!isFailure(error, "CONFIG_INVALID")) throw error;
    const { file, problems } = error.data;
    return { ...found, problems: problems.map((problem) => `${file}: ${problem}`) };
  }
}

export interface Suggestion {
  readonly config: string;
  /** Image by service. */
  readonly services: Readonly<Record<string, string>>;
  readonly envVariables: readonly string[];
}

/** A configuration for what is there; nothing is written. The DSN stays a variable, so no password is shown. */
export async function suggestConfig(folder: string): Promise<Suggestion> {
  const services = await composeServices(folder);
  const env = new Map<string, string>();
  for (const file of [".env", ".env.local"]) {
    for (const [name, value] of readEnvText(await readSmallText(join(folder, file)))) env.set(name, value);
  }
  const [service] = Object.entries(services)
    .filter(([, image]) => /mysql|mariadb|postgres/i.test(image))
    .map(([name]) => name)
    .toSorted();
  const url = env.get("DATABASE_URL");
  const named = /\/([A-Za-z0-9_-]+)(?:\?[^/]*)?$/.exec(url ?? "")?.[1];
  const database = named ?? "app";
  const config = {
    database: {
      dsn: url === undefined ? `sqlite:var/databases/${database}.db` : variableDsn,
      ...(service === undefined || url === undefined ? {} : { service }),
      allowed: [database, `${database}_*`],
      dumps: "var/dumps",
    },
    worktrees: { folder: "../worktrees", database_per_worktree: true, copy: { include: [".env.local"] } },
  };
  return { config: stringify(config), services, envVariables: [...env.keys()].toSorted() };
}

async function composeServices(folder: string): Promise<Readonly<Record<string, string>>> {
  const below = await readdir(join(folder, "docker")).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const files = [
    ...composeNames,
    ...below.filter((name) => /^(docker-)?compose.*\.ya?ml$/.test(name)).map((name) => join("docker", name)),
  ].filter((name) => !name.includes("prod"));
  const found: [string, string][] = [];
  for (const file of files) {
    const tree = readYamlText(await readSmallText(join(folder, file))).tree;
    const services = objectOf(objectOf(tree).services);
    for (const [name, service] of Object.entries(services)) {
      const { image } = objectOf(service);
      if (typeof image === "string") found.push([name, image]);
    }
  }
  return Object.fromEntries(found);
}

async function readSmallText(file: string): Promise<string> {
  const state = await stat(file).catch(unlessAbsent);
  return state?.isFile() === true && state.size <= 1024 * 1024 ? readFile(file, "utf8") : "";
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the variables of a configuration are written so.
const variableDsn = "${DATABASE_URL}";
