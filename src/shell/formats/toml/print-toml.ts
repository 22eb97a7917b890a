import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";

/** A table with all that is in it, as lines: its pairs, then the tables below it. */
export function printTable(path: readonly string[], table: JsonObject): readonly string[] {
  const members = Object.entries(table).filter(([, value]) => value !== null);
  const pairs = members.flatMap(([name, value]) =>
    isTable(value) ? [] : [`${printKey(name)} = ${printValue(value)}`],
  );
  const below = members.flatMap(([name, value]) => (isTable(value) ? ["", ...printTable([...path, name], value)] : []));
  return [`[${path.map(printKey).join(".")}]`, ...pairs, ...below];
}

function isTable(value: Json): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function printKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : printText(name);
}

function printValue(value: Json): string {
  if (typeof value === "string") return printText(value);
  if (Array.isArray(value))
    return `[${value
      .filter((item) => item !== null)
      .map(printValue)
      .join(", ")}]`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${printKey(name)} = ${printValue(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The escapes of JSON are among those of TOML; one more sign has to be escaped here. */
function printText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007F");
}
