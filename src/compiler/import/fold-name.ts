// Names of any server → names of the spec language, and which originals can stay beside them as another spelling.

import { forms } from "../catalog/grammar/forms.ts";

/** `getHTTPCode`, `get-http code` → `get_http_code`. "" when there is no letter or digit to keep. */
export function snakeCase(name: string): string {
  const words = asciiOf(name)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words.join("_");
  return /^[a-z]/.test(joined) || joined === "" ? joined : `n${joined}`;
}

/** `note_preview` → `NotePreview`. */
export function typeCase(name: string): string {
  return snakeCase(name)
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

/** True for what may stand under `aliases: [{name: …}]`. */
export function isOldName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) && name !== "__proto__" && name.length <= maxOldNameLength;
}

const maxOldNameLength = 200;

/** True for what may stand under `wire` of a param or a field. */
export function isWire(name: string): boolean {
  return wireForm.test(name);
}

const wireForm = new RegExp(forms.wireField.pattern, "u");

/** True for names that need no folding. */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(name);
}

/** A name at most `limit` characters long, cut between words where that leaves enough of it. */
export function cutName(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const cut = name.slice(0, limit);
  const at = cut.lastIndexOf("_");
  return (at > limit / 2 ? cut.slice(0, at) : cut).replace(/_+$/, "");
}

/**
 * `name`, or the first of `name_2`, `name_3` … that is not taken.
 * @param keyOf two names with one key can't stand beside each other
 */
export function freeName(name: string, limit: number, isTaken: (name: string) => boolean): string {
  const short = cutName(name, limit);
  if (!isTaken(short)) return short;
  for (let count = 2; ; count++) {
    const ending = `_${count}`;
    const candidate = `${cutName(name, limit - ending.length)}${ending}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Letters without their marks; all other signs outside ASCII become gaps between words. */
function asciiOf(name: string): string {
  // Names are not that long; the rest is not read.
  return name.slice(0, 1000).normalize("NFKD").replaceAll(/\p{M}/gu, "");
}
