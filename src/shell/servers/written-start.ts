import { type JsoncNode, looseText, memberOf, membersOf, textOf } from "./jsonc.ts";
import { commandNode, envMembers, urlMembers } from "./read-target.ts";

/**
 * How an entry says that its server is started or reached, with its variables as they are written: the same on every machine
 * that has the file. It holds secrets where the file does.
 */
export interface WrittenStart {
  /** The program and its arguments. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly url?: string;
  /** Variables that the server gets; of those that are only handed on, the name with a `$`. */
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param entry one that could be read */
export function writtenStart(entry: JsoncNode): WrittenStart {
  const command = commandNode(entry);
  const url = urlMembers.map((name) => memberOf(entry, name)).find((node) => node !== undefined);
  const cwd = textOf(memberOf(entry, "cwd"));
  const words = command?.type === "array" ? (command.children ?? []) : command === undefined ? [] : [command];
  return {
    ...(command !== undefined && {
      command: [...words, ...(memberOf(entry, "args")?.children ?? [])].map((word) => looseText(word) ?? ""),
    }),
    ...(cwd !== undefined && { cwd }),
    ...(url !== undefined && { url: looseText(url) ?? "" }),
    env: {
      ...handedOn(entry),
      ...Object.fromEntries(envMembers.flatMap((member) => textsIn(memberOf(entry, member)))),
      ...Object.fromEntries(textsIn(entry).filter(([name]) => name === "envFile")),
    },
    headers: Object.fromEntries([
      ...["headers", "http_headers", "env_http_headers"].flatMap((member) => textsIn(memberOf(entry, member))),
      ...textsIn(entry).filter(([name]) => name === "bearer_token_env_var"),
    ]),
  };
}

function textsIn(node: JsoncNode | undefined): readonly (readonly [string, string])[] {
  return membersOf(node).flatMap(({ name, value }) => {
    const text = looseText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
}

/** `env_vars` of Codex, `env_keys` of goose. */
function handedOn(entry: JsoncNode): Record<string, string> {
  const nodes = ["env_vars", "env_keys"].flatMap((member) => memberOf(entry, member)?.children ?? []);
  const names = nodes.flatMap((node) => textOf(node) ?? textOf(memberOf(node, "name")) ?? []);
  return Object.fromEntries(names.map((name) => [name, `$${name}`]));
}
