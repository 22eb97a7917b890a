import type { ServerTarget } from "./server-connection.ts";

/** Takes the target's secrets out of a text that a server, or an error about it, has made. */
export type Mask = (text: string) => string;

export const masked = "***";

/**
 * Everything a target keeps to itself: values of its environment and headers, what variables stood for, and of a URL the
 * user, the query and the path beyond the first step (some services put a key there). Short values that hardly can be
 * secrets (`1`, `true`, `debug`) stay readable, unless their name says that they are.
 */
export function secretMask(target: ServerTarget): Mask {
  const kept = maskOf([...ownSecrets(target), ...(target.secrets ?? []).filter((text) => text.length >= 4)]);
  const tokens = target.kind === "http" ? target.tokens : undefined;
  // Tokens come and change while the connection is open.
  return tokens === undefined ? kept : (text) => kept(maskOf(tokens.secrets())(text));
}

/** Takes these texts out, and what they become in a URL or in JSON. */
export function maskOf(texts: readonly string[]): Mask {
  const secrets = [...new Set(texts)]
    .flatMap((text) => [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])
    // Longest first: a secret may be a part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((reported, secret) => reported.replaceAll(secret, masked), text);
}

const secretName = /key|token|secret|pass|auth|cred|cookie|session/i;

function ownSecrets(target: ServerTarget): readonly string[] {
  if (target.kind === "stdio") return namedSecrets(target.env);
  const { username, password, search, pathname } = target.url;
  const query = [...new URLSearchParams(search).values()];
  const steps = pathname.split("/").filter((step) => step.length >= 16);
  return [
    ...namedSecrets(target.headers),
    // "Bearer abc": a server may say the second word alone.
    ...Object.values(target.headers).flatMap((value) => value.split(" ").slice(1)),
    ...[username, password, ...query, ...steps].map(decoded),
  ].filter((text) => text.length >= 4);
}

function namedSecrets(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value.length >= (secretName.test(name) ? 3 : 8) ? [value] : [],
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text stands for itself.
    return text;
  }
}
