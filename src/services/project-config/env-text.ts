// Env files: `NAME=value` lines, comments, quotes. A file is edited, never printed again.

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/;

export function readEnvText(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, raw] = assignment.exec(line) ?? [];
    if (name !== undefined && raw !== undefined) values.set(name, plainValue(raw));
  }
  return values;
}

function plainValue(raw: string): string {
  const quote = raw[0];
  if (quote === "'") {
    const end = raw.indexOf("'", 1);
    if (end > 0) return raw.slice(1, end);
  }
  if (quote === '"') {
    const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(raw) ?? [];
    if (quoted !== undefined)
      return quoted.slice(1, -1).replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
  }
  return raw.replace(/\s+#.*$/, "");
}

/** Gives variables a value: in place where they are set, else at the end. Every other line stays as it is. */
export function setEnvValues(text: string, values: Readonly<Record<string, string>>): string {
  const rest = new Map(Object.entries(values));
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text === "" ? [] : text.split(/\r?\n/);
  const ended = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  const kept = ended.flatMap((line) => {
    const [, name = ""] = assignment.exec(line) ?? [];
    const value = values[name];
    if (value === undefined || !Object.hasOwn(values, name)) return [line];
    // The last assignment wins, so a second one would undo the first.
    return rest.delete(name) ? [`${name}=${quoted(value)}`] : [];
  });
  const added = [...rest].map(([name, value]) => `${name}=${quoted(value)}`);
  return [...kept, ...added].map((line) => `${line}${newline}`).join("");
}

function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+,=&?~-]*$/.test(value)) return value;
  return `"${value.replace(/["\\$`]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}

/** Replaces `${NAME}`. @returns the names that have no value */
export function expandVariables(
  text: string,
  find: (name: string) => string | undefined,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const expanded = text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    const value = find(name);
    if (value === undefined) missing.push(name);
    return value ?? whole;
  });
  return { text: expanded, missing };
}
