// The settings of `serve` and `call`, from all places at once: a flag goes before its variable, that before the
// configuration file, and that before the default.

import { resolve } from "node:path";
import { givenMembers } from "../../contract/given-members.ts";
import { type LogLevel, logLevels } from "../../contract/log-level.ts";
import { createPolicy, type Policy } from "../../runtime/policy.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { LocalDispatcherOptions } from "../catalog/bound-catalog.ts";
import { errorForms, type ServeConfig } from "./config-grammar.ts";
import { type ConfigSources, type FoundConfig, findConfig } from "./find-config.ts";
import { type ConfigWord, chooseWord, type NumberSetting, numberSettings, readNumber } from "./numbers.ts";
import type { Patterns } from "./unmet-patterns.ts";

/** The flags of `serve` and `call` that have a variable or a place in the configuration file. */
export interface SettingFlags extends ConfigSources, Pick<ServeConfig, NumberKey> {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** How declared errors are answered: result or protocol. */
  readonly errors?: string;
  readonly logLevel?: string;
}

export interface Settings {
  readonly policy: Policy;
  /** What the policy is made of. */
  readonly patterns: Patterns;
  readonly logLevel: LogLevel;
  /** How long running calls may go on at the end. */
  readonly shutdownMs: number | undefined;
  /** Where uses of old names are counted. undefined: in the user's state folder. */
  readonly usage: string | undefined;
  /** What a dispatcher is created with; what is not set is absent. */
  readonly dispatcher: Pick<
    LocalDispatcherOptions,
    "errors" | "deadlineMs" | "maxCalls" | "maxWaiting" | "maxResultBytes"
  >;
  /** For what is settled later: what is shown, and HTTP. */
  readonly found: FoundConfig | undefined;
}

/** @throws CliError for what is not valid, with its place */
export async function readSettings(terminal: Terminal, flags: SettingFlags): Promise<Settings> {
  const found = await findConfig(terminal, flags);
  const config: ServeConfig = found?.config ?? {};
  const { env } = terminal;
  const deny = [
    ...(flags.deny ?? []).flatMap((text) => patternsOf(text, "--deny")),
    ...(patternsIn(env, "PEGBOARD_DENY") ?? []),
    ...(config.deny ?? []),
  ];
  const allow =
    flags.allow?.flatMap((text) => patternsOf(text, "--allow")) ?? patternsIn(env, "PEGBOARD_ALLOW") ?? config.allow;
  const word = (key: "errors" | "logLevel", variable: string) => ({
    flag: flags[key],
    variable,
    env,
    config: wordIn(found, key),
  });
  const errors = chooseWord("errors format", word("errors", "PEGBOARD_ERRORS"), errorForms);
  const number = (key: NumberKey, variable: string, setting: NumberSetting) =>
    flags[key] ?? numberIn(env, variable, setting) ?? config[key];
  const shutdownMs = inMs(number("drain", "PEGBOARD_DRAIN", numberSettings.seconds));
  return {
    policy: createPolicy({ deny, ...(allow === undefined ? {} : { allow }) }),
    patterns: { deny, allow },
    logLevel: chooseWord("log level", word("logLevel", "PEGBOARD_LOG"), logLevels) ?? "warn",
    shutdownMs,
    usage: chooseUsage(terminal, found),
    dispatcher: givenMembers({
      errors,
      deadlineMs: inMs(number("callTimeout", "PEGBOARD_CALL_TIMEOUT", numberSettings.seconds)),
      maxCalls: number("maxCalls", "PEGBOARD_MAX_CALLS", numberSettings.calls),
      maxWaiting: number("maxWaiting", "PEGBOARD_MAX_WAITING", numberSettings.waiting),
      maxResultBytes: number("maxResult", "PEGBOARD_MAX_RESULT", numberSettings.bytes),
    }),
    found,
  };
}

type NumberKey = "callTimeout" | "drain" | "maxCalls" | "maxWaiting" | "maxResult";

function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** A word of the configuration file with its place, for `chooseWord`. */
export function wordIn(
  found: FoundConfig | undefined,
  key: "profile" | "surface" | "detail" | "hints" | "errors" | "logLevel",
): ConfigWord | undefined {
  const value = found?.config[key];
  const place = found?.places.get(key);
  return value === undefined || place === undefined ? undefined : { value, place };
}

/** "off", or an absolute folder; undefined where it is not set. A path in the configuration file is relative to that file. */
export function chooseUsage({ env, cwd }: Terminal, found: FoundConfig | undefined): string | undefined {
  const { PEGBOARD_USAGE: variable = "" } = env;
  if (variable !== "") return variable === "off" ? variable : resolve(cwd, variable);
  const said = found?.config.usage;
  return said === undefined || said === "off" ? said : resolve(found?.folder ?? cwd, said);
}

/** A variable that is set to nothing is not set. */
function patternsIn(env: Terminal["env"], variable: string): readonly string[] | undefined {
  const text = env[variable] ?? "";
  return text === "" ? undefined : patternsOf(text, variable);
}

/**
 * `a_*, b_*`. No name has a comma, so a flag's text that has one is a list too: as one pattern it would meet no tool.
 * @param said what the text was given with
 * @throws CliError where there is no pattern: nothing would be denied, or nothing allowed
 */
function patternsOf(text: string, said: string): readonly string[] {
  const patterns = text
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
  if (patterns.length === 0) throw new CliError(`${said} contains no pattern`, { hint: "such as 'note_*,tag_*'" });
  return patterns;
}

function numberIn(env: Terminal["env"], variable: string, setting: NumberSetting): number | undefined {
  const text = env[variable] ?? "";
  if (text === "") return undefined;
  const value = readNumber(text, setting);
  if (value === undefined) throw new CliError(`${variable} must be ${setting.expected}, not '${text}'`);
  return value;
}
