/** The variables by which a process finds a bridge. */
export function bridgeVariables(
  port: number,
  secret: { readonly token: string } | { readonly tokenFile: string },
): Readonly<Record<string, string>> {
  const shared = { TOOL_CLI_HOST: "127.0.0.1", TOOL_CLI_PORT: String(port) };
  return "token" in secret
    ? { ...shared, TOOL_CLI_TOKEN: secret.token }
    : { ...shared, TOOL_CLI_TOKEN_FILE: secret.tokenFile };
}

/** Lines for `eval` in a POSIX shell. */
export function exportLines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join("");
}

/** A text in single quotes means itself, but for the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An environment without any word of a bridge: what is inherited leads to another one. */
export function withoutBridge(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith("TOOL_CLI_")));
}
