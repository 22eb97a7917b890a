import { forms } from "../../compiler/catalog/grammar/forms.ts";

/** Clients join the server's name and a tool's into one, and cut or refuse what is longer than 60 characters. */
export const maxServerNameLength = 24;

/** True for what may stand under `server.name` of a new catalog. */
export function isServerName(name: string): boolean {
  return name.length <= maxServerNameLength && new RegExp(forms.serverName.pattern, "u").test(name);
}

/**
 * A server's name made from anything, such as the name of a folder: "Meine Notizen (2)" becomes "meine-notizen-2".
 * @returns "catalog" when nothing of it can be used
 */
export function serverNameFrom(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæøłđ]/g, (letter) => spelledOut[letter] ?? "")
    .split(/[^a-z0-9_]+/)
    .filter((word) => word !== "")
    .join("-")
    .replace(/^[_-]+/, "");
  const name = /^[0-9]/.test(words) ? `mcp-${words}` : words;
  return name.slice(0, maxServerNameLength).replace(/[_-]+$/, "") || "catalog";
}

/** Letters that no decomposition takes apart. */
const spelledOut: { readonly [letter: string]: string } = { ß: "ss", æ: "ae", ø: "o", ł: "l", đ: "d" };
