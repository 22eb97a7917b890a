import { isSecretName, masked } from "../contract/secret-forms.ts";
import type { InProcessTarget, ServerTarget } from "./server-connection.ts";

/** Takes the target's secrets out of a text that a server, or an error about it, has made. */
export type Mask = (text: string) => string;

/**
 * Everything a target keeps to itself: values of its environment and headers, what variables stood for, arguments that are
 * secrets by the flag before them or by their form, and of a URL the user, the query and the path beyond the first step (some
 * services put a key there). Short values that hardly can be secrets (`1`, `true`, `debug`) stay readable, unless their
 * name says that they are. Each is masked as it stands and as it is written in a URL, in JSON, in base 64 and in hexadecimal.
 */
export function secretMask(target: ServerTarget | InProcessTarget): Mask {
  if (target.kind === "in-process") return (text) => text;
  const kept = maskOf([...ownSecrets(target), ...(target.secrets ?? []).filter((text) => text.length >= 4)]);
  const tokens = target.kind === "http" ? target.tokens : undefined;
  // Tokens come and change while the connection is open.
  return tokens === undefined ? kept : (text) => kept(maskOf(tokens.secrets())(text));
}

/** Takes these texts out, and what they become in a URL or in JSON. */
export function maskOf(texts: readonly string[]): Mask {
  const secrets = [...new Set(texts)]
    .flatMap(writings)
    // Longest first: a secret may be a part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((reported, secret) => reported.replaceAll(secret, masked), text);
}

function ownSecrets(target: ServerTarget): readonly string[] {
  if (target.kind === "stdio") {
    const { env, inherited = {}, args } = target;
    return [...namedSecrets(env), ...inheritedSecrets(inherited), ...argumentSecrets(args)];
  }
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
    value.length >= (isSecretName(name) ? 3 : 8) ? [value] : [],
  );
}

/** Most of what a process has in its environment is not a secret, and much of it is a part of every path. */
function inheritedSecrets(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (isSecretName(name) && value.length >= 8 ? [value] : []));
}

/** `--api-key x`, `--api-key=x`, `key=x`, the password of an address, and what has the form of a token. */
function argumentSecrets(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const [, flag = "", value = ""] = /^-{0,2}([\w.-]+)[=:](.*)$/s.exec(arg) ?? [];
    const before = args[at - 1] ?? "";
    const isNamed =
      /^--?[A-Za-z]/.test(before) && !before.includes("=") && isSecretName(before) && !arg.startsWith("-");
    const [, password = ""] = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@/i.exec(arg) ?? [];
    return [
      ...(isSecretName(flag) && value.length >= 3 ? [value] : []),
      ...(isNamed && arg.length >= 3 ? [arg] : []),
      ...(password.length >= 3 ? [password, decoded(password)] : []),
      ...[arg, value].filter((word) => tokenForms.some((form) => form.test(word))),
    ];
  });
}

/** Of services whose tokens begin with a sign of their own, and of JSON Web Tokens. */
const tokenForms = [
  /^(sk|pk|rk)[-_][\w-]{16,}$/,
  /^gh[pousr]_\w{20,}$|^github_pat_\w{20,}$|^glpat-[\w-]{16,}$/,
  /^xox[abeprs]-[\w-]{10,}$/,
  /^(AKIA|ASIA)[A-Z0-9]{16}$/,
  /^(hf|npm|dop_v1|shpat|sq0\w{3})_\w{16,}$/,
  /^AIza[\w-]{30,}$/,
  /^ey[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/,
];

/** A secret as it stands, and as programs write it into other texts. */
function writings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString("hex");
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    // Short ones would be found by chance.
    ...(bytes.length < 6 ? [] : [hex, hex.toUpperCase(), ...base64Parts(bytes)]),
  ];
}

/**
 * What of a secret can be seen in base 64, wherever it begins in the text that was encoded: signs that hold bytes of its
 * neighbours too are left out.
 */
function base64Parts(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const first = before === 0 ? 0 : before + 1;
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const part = encoded.slice(first, whole);
    return part.length < 6 ? [] : [part, part.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text stands for itself.
    return text;
  }
}
