// How a server is started or reached, as a lock file holds it: what is a secret is not in it, and may change.
import { createHash } from "node:crypto";
import { secretMask } from "../../client/mask-secrets.ts";
import { canonicalJsonLine } from "../../contract/canonical-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { isSecretName, masked } from "../../contract/secret-forms.ts";
import { shellWord } from "../print/foreign-text.ts";
import type { WrittenStart } from "../servers/written-start.ts";

export interface LockedStart {
  /** SHA-256 of `how`. */
  readonly hash: string;
  /** `command`, `cwd`, `url`, `env`, `headers`; secrets are `***`, other values of variables and headers their SHA-256. */
  readonly how: JsonObject;
}

export function lockedStart({ command, cwd, url, env, headers }: WrittenStart): LockedStart {
  return startOf({
    ...(command !== undefined && { command: maskedWords(command) }),
    ...(cwd !== undefined && { cwd }),
    ...(url !== undefined && { url: maskedUrl(url) }),
    ...(Object.keys(env).length > 0 && { env: hashed(env) }),
    ...(Object.keys(headers).length > 0 && { headers: hashed(headers) }),
  });
}

/** @returns undefined for what was changed by hand, or never was one */
export function readLockedStart(value: Json | undefined): LockedStart | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.how)) return undefined;
  const start = startOf(value.how);
  return start.hash === value.hash ? start : undefined;
}

/** What is not as it was, a line each; none: nothing that counts. */
export function startChanges(was: LockedStart, is: LockedStart): readonly string[] {
  if (was.hash === is.hash) return [];
  const members = [...new Set([...Object.keys(was.how), ...Object.keys(is.how)])].sort();
  return members.flatMap((member) => {
    const [before, now] = [was.how[member], is.how[member]];
    if (canonicalJsonLine(before ?? null) === canonicalJsonLine(now ?? null)) return [];
    if (member !== "env" && member !== "headers") return [`${member}: ${shown(before)} → ${shown(now)}`];
    return namesThatDiffer(before, now).map((name) => `${member === "env" ? "variable" : "header"} ${name}`);
  });
}

function startOf(how: JsonObject): LockedStart {
  return { hash: sha256(canonicalJsonLine(how)), how };
}

function maskedWords(command: readonly string[]): readonly string[] {
  const [program = "", ...args] = command;
  const mask = secretMask({ kind: "stdio", command: program, args, env: {}, cwd: "" });
  return command.map(mask);
}

function maskedUrl(text: string): string {
  // One with variables in it need not be a URL yet.
  if (!URL.canParse(text)) return text.replace(/\?.*$/s, `?${masked}`);
  return secretMask({ kind: "http", url: new URL(text), headers: {} })(text);
}

/** A reference to a variable says what it stands for, and is not a secret. */
const reference = /^\$\{[^}]*\}$|^\$\w+$|^\{env:[^}]*\}$/;

function hashed(values: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (reference.test(value)) return [name, value];
      return [name, isSecretName(name) ? masked : `sha256:${sha256(value)}`];
    }),
  );
}

function namesThatDiffer(before: Json | undefined, now: Json | undefined): readonly string[] {
  const [was, is] = [isJsonObject(before) ? before : {}, isJsonObject(now) ? now : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().filter((name) => was[name] !== is[name]);
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  return Array.isArray(value) ? value.map((word) => shellWord(String(word))).join(" ") : String(value);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
