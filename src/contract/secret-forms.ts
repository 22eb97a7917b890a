// How secrets look in texts that this program did not write: by their form, and by the name beside them.

export interface SuspectForm {
  readonly pattern: RegExp;
  readonly what: string;
}

export const secretForms: readonly SuspectForm[] = [
  { pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/, what: "a private key" },
  { pattern: /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{16,}/, what: "an API key" },
  { pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}/, what: "a GitHub token" },
  { pattern: /\bnpm_[A-Za-z0-9]{30,}/, what: "an npm token" },
  { pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}/, what: "a Slack token" },
  { pattern: /\bAKIA[0-9A-Z]{16}\b/, what: "an AWS key" },
  { pattern: /\bAIza[0-9A-Za-z_-]{35}/, what: "a Google key" },
  { pattern: /\beyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,5000}\.[A-Za-z0-9_-]{1,1000}/, what: "a signed token" },
  { pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"]{1,100}:[^\s/@'"]{1,100}@/i, what: "a URL with a password" },
  {
    pattern:
      /\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)\s{0,9}[=:]\s{0,9}['"]?(?=[^\s'"]{0,100}\d)[^\s'"<>{}]{8,100}/i,
    what: "a password",
  },
];

/** Every part of a text that has the form of a secret: keys, tokens, passwords beside their name. */
export function secretsIn(text: string): readonly string[] {
  return secretForms.flatMap(({ pattern }) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(([part]) => part),
  );
}

const secretName = /key|token|secret|pass|auth|cred|cookie|session/i;

/** Whether the value of a variable or a header of this name is to be kept. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Stands for a secret. */
export const masked = "***";

/** Takes these texts, and what has the form of a secret, out of what another program printed. */
export function printedMask(known: readonly string[]): (text: string) => string {
  // Longest first: a secret may be a part of another.
  const secrets = [...new Set(known.flatMap((text) => [text, encodeURIComponent(text)]))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => [...secrets, ...secretsIn(text)].reduce((shown, secret) => shown.replaceAll(secret, masked), text);
}
