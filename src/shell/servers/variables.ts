import { basename, posix, win32 } from "node:path";
import { ownValue } from "../../contract/own-property.ts";
import type { ConfigWorld } from "./configured-server.ts";

/**
 * Whose spelling a file uses. `shell`: that of `mcpServers` files, where `${NAME}` and `${NAME:-default}` are variables of
 * the environment too. `editor`: that of VS Code, where such a text stands for itself. `dollar`: Gemini CLI's, `$NAME` and
 * `${NAME}`. `braces`: opencode's `{env:NAME}` and `{file:path}`. `secrets`: Continue's `${{ secrets.NAME }}`. `plain`:
 * every text stands for itself.
 */
export type VariableDialect = "shell" | "editor" | "dollar" | "braces" | "secrets" | "plain";

export interface Expanded {
  readonly text: string;
  /** What variables of the environment and answers to questions stood for. */
  readonly secrets: readonly string[];
  /** Why it can't be said in full; names variables, never values. */
  readonly problem: string | undefined;
}

/** Answers that a file gives itself to what its client would ask the user: id → default. */
export type InputDefaults = ReadonlyMap<string, string | undefined>;

/**
 * Puts in what the clients put in: `${env:NAME}`, `${userHome}`, `${workspaceFolder}`, `${workspaceFolderBasename}`,
 * `${cwd}`, `${pathSeparator}` and `${/}`, `${input:id}`, and in `mcpServers` files `${NAME}` and `${NAME:-default}`.
 * Once: what a variable stands for is not read again. Anything else in braces stays as it is.
 */
export function expandVariables(
  text: string,
  dialect: VariableDialect,
  inputs: InputDefaults,
  world: ConfigWorld,
): Expanded {
  if (dialect === "plain") return { text, secrets: [], problem: undefined };
  const secrets: string[] = [];
  let problem: string | undefined;
  const filled = text.replaceAll(forms[dialect], (whole, ...groups: (string | undefined)[]) => {
    const [first, second] = groups;
    const inside = typeof first === "string" ? first : second;
    const value = typeof inside === "string" ? meaningOf(inside, dialect, inputs, world) : undefined;
    if (value === undefined) return whole;
    if ("problem" in value) {
      problem ??= value.problem;
      return "";
    }
    if (value.isSecret && value.text !== "") secrets.push(value.text);
    return value.text;
  });
  return { text: filled, secrets, problem };
}

const braces = /\$\{([^}]*)\}/g;
const forms = {
  shell: braces,
  editor: braces,
  dollar: /\$\{([^}]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g,
  braces: /\{((?:env|file):[^}]*)\}/g,
  secrets: /\$\{\{\s*((?:secrets|inputs)\.[A-Za-z0-9_.-]+)\s*\}\}/g,
} as const;

/** The variable that answers what a client would ask the user. */
export function inputVariable(id: string): string {
  return `PEGBOARD_INPUT_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

type Meaning = { readonly text: string; readonly isSecret: boolean } | { readonly problem: string };

function meaningOf(
  inside: string,
  dialect: VariableDialect,
  inputs: InputDefaults,
  world: ConfigWorld,
): Meaning | undefined {
  if (dialect === "braces") {
    return inside.startsWith("env:") ? fromEnvironment(inside.slice(4), world, "") : fromFile(inside.slice(5), world);
  }
  if (dialect === "secrets") return fromEnvironment(inside.slice(inside.indexOf(".") + 1), world);
  if (dialect === "dollar") return fromEnvironment(inside, world, "");
  const place = places[inside];
  if (Object.hasOwn(places, inside) && place !== undefined) return { text: place(world), isSecret: false };
  if (inside.startsWith("env:")) return fromEnvironment(inside.slice(4), world);
  if (inside.startsWith("input:")) return fromUser(inside.slice(6), inputs, world);
  const spelled = dialect === "shell" ? /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inside) : null;
  const [, name, standIn] = spelled ?? [];
  return name === undefined ? undefined : fromEnvironment(name, world, standIn);
}

const places: Readonly<Record<string, (world: ConfigWorld) => string>> = {
  userHome: ({ home }) => home,
  workspaceFolder: ({ cwd }) => cwd,
  workspaceFolderBasename: ({ cwd }) => basename(cwd),
  cwd: ({ cwd }) => cwd,
  pathSeparator: separator,
  "/": separator,
};

function separator({ platform }: ConfigWorld): string {
  return platform === "win32" ? "\\" : "/";
}

function fromEnvironment(name: string, { env }: ConfigWorld, standIn?: string): Meaning {
  const value = ownValue(env, name);
  // As in a shell, `:-` stands in for an empty value too.
  if (standIn !== undefined && (value === undefined || value === "")) return { text: standIn, isSecret: false };
  if (value === undefined) return { problem: `needs the environment variable '${name}', which is not set` };
  return { text: value, isSecret: true };
}

/** A file whose name begins with `~/`, or a path from the current folder. */
function fromFile(path: string, { cwd, home, platform, readFile }: ConfigWorld): Meaning {
  const { join, resolve } = platform === "win32" ? win32 : posix;
  const text = readFile(path.startsWith("~/") ? join(home, path.slice(2)) : resolve(cwd, path));
  return text === undefined ? { problem: `needs the file '${path}'` } : { text: text.trim(), isSecret: true };
}

function fromUser(id: string, inputs: InputDefaults, { env }: ConfigWorld): Meaning {
  const variable = inputVariable(id);
  const value = ownValue(env, variable);
  if (value !== undefined) return { text: value, isSecret: true };
  const standIn = inputs.get(id);
  if (standIn !== undefined) return { text: standIn, isSecret: false };
  return { problem: `needs an answer that its client asks the user for ('${id}'): set ${variable}` };
}
