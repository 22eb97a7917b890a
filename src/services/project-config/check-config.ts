import { nearMiss } from "../../contract/near-miss.ts";
import { type ConfigRow, type ConfigRows, type ConfigValues, configRows } from "./config-rows.ts";

export type ConfigPath = readonly (string | number)[];

export interface CheckedConfig {
  readonly values: ConfigValues;
  /** Without the value, which may be a secret. */
  readonly problems: readonly { readonly path: ConfigPath; readonly problem: string }[];
}

/** Holds the tree of a configuration file to its rows. */
export function checkConfig(tree: unknown): CheckedConfig {
  const problems: { path: ConfigPath; problem: string }[] = [];
  const values = readGroup(tree ?? {}, configRows, [], (path, problem) => problems.push({ path, problem }));
  // Every value was held to the row that its type is made of; where one does not fit, there is a problem.
  return { values: values as unknown as ConfigValues, problems };
}

type Report = (path: ConfigPath, problem: string) => void;

function readGroup(value: unknown, rows: ConfigRows, path: ConfigPath, report: Report): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (!isObject(value)) {
    report(path, "expected keys and values");
    return values;
  }
  for (const [key, child] of Object.entries(value)) {
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    const at = [...path, key];
    if (row === undefined) {
      const near = nearMiss(key, Object.keys(rows));
      const hint = near === undefined ? `known: ${Object.keys(rows).join(", ")}` : `did you mean '${near}'?`;
      report(at, `unknown key; ${hint}`);
    } else {
      values[key] = readValue(child, row, at, report);
    }
  }
  for (const [key, { required }] of Object.entries(rows)) {
    if (required === true && !Object.hasOwn(value, key)) report([...path, key], "required and missing");
  }
  return values;
}

function readValue(value: unknown, row: ConfigRow, path: ConfigPath, report: Report): unknown {
  switch (row.kind) {
    case "group":
      return readGroup(value, row.rows, path, report);
    case "groups": {
      if (!isObject(value)) return report(path, "expected names with keys and values");
      const groups = Object.entries(value).map(([name, group]) => {
        if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
          report([...path, name], "expected a name of letters, digits, '_' and '-'");
        return [name, readGroup(group, row.rows, [...path, name], report)] as const;
      });
      return Object.fromEntries(groups);
    }
    case "text": {
      if (!isText(value)) return report(path, "expected a text");
      if (row.words !== undefined && !row.words.includes(value))
        return report(path, `expected one of ${row.words.join(", ")}`);
      return value;
    }
    case "texts":
      if (!Array.isArray(value) || !value.every(isText)) return report(path, "expected a list of texts");
      return value;
    case "commands": {
      if (!Array.isArray(value)) return report(path, "expected a list of commands");
      return value.map((command: unknown, index) => {
        if (isText(command)) return ["sh", "-c", command];
        if (Array.isArray(command) && command.length > 0 && command.every(isText)) return command;
        return report([...path, index], "expected a text, or a list of a program and its arguments");
      });
    }
    case "boolean":
      return typeof value === "boolean" ? value : report(path, "expected true or false");
    case "integer": {
      const { min, max } = row;
      const fits = typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
      return fits ? value : report(path, `expected a whole number from ${min} to ${max}`);
    }
  }
}

/** Not blank, and without a NUL, which no path and no argument can hold. */
function isText(value: unknown): value is string {
  return typeof value === "string" && /\S/.test(value) && !value.includes("\0");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
