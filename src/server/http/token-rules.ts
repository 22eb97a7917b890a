/** What an attacker can't try out in the life of a server. */
const minTokenLength = 16;

/** What is wrong with a bearer token that an operator chose. The sentence does not quote it. */
export function tokenIssue(token: string): string | undefined {
  if (!/^[\x21-\x7e]*$/.test(token)) return "the token contains characters that are not allowed in a header";
  if (token.length >= minTokenLength) return undefined;
  return `the token has ${token.length} characters; ${minTokenLength} is the minimum`;
}

export const tokenHint = "make one with: node -p 'crypto.randomBytes(32).toString(\"base64url\")'";
