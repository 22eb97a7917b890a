import { resolve } from "node:path";
import type { Decision } from "../../compiler/diff/acceptance/accept-finding.ts";
import { type Acceptances, noAcceptances } from "../../compiler/diff/acceptance/acceptance.ts";
import { applyAcceptances } from "../../compiler/diff/acceptance/apply-acceptances.ts";
import { readAcceptances } from "../../compiler/diff/acceptance/read-acceptances.ts";
import type { Change, DiffReport } from "../../compiler/diff/change.ts";
import { withoutTools } from "../../compiler/diff/report.ts";
import { type Formats, formatReadings } from "../../compiler/diff/rule.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { acceptAll } from "../acceptances.ts";
import { isThere } from "../project.ts";
import { readSavedText } from "./saved-side.ts";

/** Where those who compare lists write down what they decided, unless --config names another file. */
export const settingsName = "pegboard.diff.yaml";

/** What is decided about lists: a catalog of ours has its own places for all of it. */
export interface DiffSettings {
  readonly file: SourceFile;
  readonly acceptances: Acceptances;
  readonly formats?: Formats;
  /** Clients whose limits are asked. */
  readonly targets?: readonly string[];
  /** Tools about which nothing is reported; `*` stands for any text. */
  readonly ignore: readonly string[];
}

/**
 * @param named the file that was asked for; undefined: the usual one, where there is one
 * @throws CliError when it can't be read, or holds something else
 */
export async function readSettings(
  { cwd }: Pick<Terminal, "cwd">,
  named: string | undefined,
  today: string,
): Promise<DiffSettings> {
  const name = named ?? settingsName;
  const path = resolve(cwd, name);
  if (named === undefined && !(await isThere(path))) {
    return { file: { path: name, text: "" }, acceptances: noAcceptances, ignore: [] };
  }
  const file = { path: name, text: await readSavedText(path, name) };
  const fail = (problem: string) => new CliError(`'${visible(name)}' can't be used: ${visible(problem).slice(0, 300)}`);
  // Most comparisons need no YAML.
  const [{ readYaml }, { jsonOf }] = await Promise.all([
    import("../../compiler/syntax/read-yaml.ts"),
    import("../../compiler/syntax/spec-node.ts"),
  ]);
  const { value, diagnostics } = readYaml(file);
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  if (value === undefined || first !== undefined) throw fail(first?.message ?? "it is empty");
  const settings = jsonOf(value);
  if (!isJsonObject(settings)) throw fail("it is not a map");
  const unknown = Object.keys(settings).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw fail(`it has a key '${unknown}' without meaning; ${suggest(unknown, keys) ?? `known: ${keys.join(", ")}`}`);
  }
  const read = readAcceptances(JSON.stringify({ format: 1, ...entriesOf(settings) }), today);
  if ("problem" in read) throw fail(read.problem);
  const { formats } = settings;
  const known = formatReadings.find((one) => one === formats);
  if (formats !== undefined && known === undefined) throw fail(`formats is one of ${formatReadings.join(", ")}`);
  const targets = textsOf(settings, "targets", fail);
  return {
    file,
    acceptances: read.acceptances,
    ...(known === undefined ? {} : { formats: known }),
    ...(targets === undefined ? {} : { targets }),
    ignore: textsOf(settings, "ignore", fail) ?? [],
  };
}

const keys: readonly string[] = ["accepted", "levels", "formats", "targets", "ignore"];

function entriesOf({ accepted, levels }: JsonObject): JsonObject {
  // A key without anything below it is an empty list.
  return { ...(accepted == null ? {} : { accepted }), ...(levels == null ? {} : { levels }) };
}

function textsOf(
  settings: JsonObject,
  key: string,
  fail: (problem: string) => CliError,
): readonly string[] | undefined {
  const value: Json | undefined = settings[key];
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw fail(`'${key}' is not a list of texts`);
}

/** The report as it was decided: without tools that are ignored, with other levels, with what was accepted. */
export function withSettings(
  report: DiffReport,
  { acceptances, file, ignore }: DiffSettings,
  { today, tools }: { readonly today: string; readonly tools: ReadonlySet<string> },
): DiffReport {
  const patterns = ignore.map((pattern) => new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`, "u"));
  const isIgnored = (tool: string) => patterns.some((pattern) => pattern.test(tool));
  const kept = patterns.length === 0 ? report : withoutTools(report, isIgnored);
  return applyAcceptances(kept, acceptances, { today, file, whole: false, tools });
}

/**
 * Writes down that findings may stay, behind what the file holds already, so that comments and order are kept.
 * @returns the findings
 * @throws CliError when there is no such finding, or a decision does not hold
 */
export async function acceptInSettings(
  report: DiffReport,
  decisions: readonly Decision[],
  { settings, cwd, today }: { readonly settings: DiffSettings; readonly cwd: string; readonly today: string },
): Promise<readonly Change[]> {
  const { file, acceptances } = settings;
  const { acceptances: decided, changes } = acceptAll(acceptances, report, decisions, today);
  const known = new Set(acceptances.accepted.map(({ fingerprint }) => fingerprint));
  const again = decisions.find(({ fingerprint }) => known.has(fingerprint));
  if (again !== undefined) {
    throw new CliError(`'${again.fingerprint}' is accepted already`, { hint: `change its entry in ${file.path}` });
  }
  const fresh = decided.accepted.filter(({ fingerprint }) => !known.has(fingerprint));
  const entries = fresh.map(({ fingerprint, rule, subject, reason, until }) =>
    Object.entries({ fingerprint, rule, subject, reason, until })
      .map(([key, value], index) => `${index === 0 ? "  - " : "    "}${key}: ${JSON.stringify(value)}\n`)
      .join(""),
  );
  const start = /^accepted:[^\S\n]*(?:#.*)?\n/m.exec(file.text);
  if (start === null && /^accepted:/m.test(file.text)) {
    throw new CliError(`'accepted' in ${file.path} is not written as a block`, {
      hint: "write one entry below the other",
    });
  }
  const at = start === null ? file.text.length : start.index + start[0].length;
  const border = start === null ? `${file.text === "" || file.text.endsWith("\n") ? "" : "\n"}accepted:\n` : "";
  await replaceFile(
    resolve(cwd, file.path),
    `${file.text.slice(0, at)}${border}${entries.join("")}${file.text.slice(at)}`,
  );
  return changes;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&");
}
