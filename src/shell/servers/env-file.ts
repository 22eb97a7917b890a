/**
 * A file of environment variables as editors read it: `NAME=value` a line, `#` begins a comment, `export ` may stand before
 * a name. A value in double quotes knows `\n` and escaped quotes, one in single quotes is as it stands; without quotes it
 * ends at ` #`. Lines that are neither are left out. Nothing is put in for variables.
 */
export function readEnvFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && rest !== undefined) values.set(name, readValue(rest));
  }
  return values;
}

function readValue(rest: string): string {
  const [, double] = /^"((?:[^"\\]|\\.)*)"/.exec(rest) ?? [];
  if (double !== undefined) {
    return double.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "r" ? "\r" : sign));
  }
  const [, single] = /^'([^']*)'/.exec(rest) ?? [];
  return single ?? rest.replace(/\s+#.*$/, "").trim();
}
