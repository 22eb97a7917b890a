import type { Mask } from "../../client/mask-secrets.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { setOwn } from "../../contract/own-property.ts";
import { masked, secretsIn } from "../../contract/secret-forms.ts";

/**
 * A copy of a value without secrets: those of the server's configuration, texts in the form of a key or token, and texts under
 * a name that says so, such as `password`.
 * @param mask takes out what the configuration keeps to itself
 */
export function maskJson(value: Json, mask: Mask): Json {
  if (typeof value === "string") return maskText(value, mask);
  if (Array.isArray(value)) return value.map((item: Json) => maskJson(item, mask));
  if (!isJsonObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, member] of Object.entries(value)) {
    const isSecret = typeof member === "string" && member !== "" && namesSecret(key);
    setOwn(copy, maskText(key, mask), isSecret ? masked : maskJson(member, mask));
  }
  return copy;
}

function maskText(text: string, mask: Mask): string {
  return secretsIn(text).reduce((known, secret) => known.replaceAll(secret, masked), mask(text));
}

/** Tokens by which lists are paged are none. */
function namesSecret(key: string): boolean {
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return secretNames.test(words) && !/(?:page|next|cursor|continuation|sync)[_-]?token$/.test(words);
}

const secretNames =
  /(?:^|[_\-. ])(?:password|passwd|passphrase|pwd|secret|token|jwt|api_?key|access_?key|private_?key|authorization|cookie|credential)s?$/;
