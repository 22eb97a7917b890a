import { slug } from "./namespace.ts";

const maxSlugLength = 400;

/**
 * The namespace `workspace/<id>` of a workspace that is named by a path or by a word. Readable where the id is a slug
 * already; else its slug, '~' (which no slug holds) and a hash of the id, so that two workspaces never share a namespace.
 */
export function workspaceNamespace(given: string): string {
  const id = normaliseWorkspace(given);
  const word = slug(id);
  if (word === id && [...word].length <= maxSlugLength) return `workspace/${word}`;
  const readable = [...(word ?? "")].slice(0, maxSlugLength).join("");
  return `workspace/${readable}~${hash(id)}`;
}

/**
 * One spelling per workspace. A path keeps its case and loses '.', '..', doubled and trailing separators ('\' counts as
 * '/'); a word is trimmed and lower-cased; blank means "default". Normalising twice changes nothing.
 */
export function normaliseWorkspace(given: string): string {
  const path = cleanPath(given.trim().replaceAll("\\", "/"));
  const id = path.includes("/") ? path : path.toLowerCase();
  if (id === "") return "default";
  // Removing a part may leave white space at the new end: `b/ /x/..`.
  return id === given ? id : normaliseWorkspace(id);
}

/** As the file system resolves a path without links: `/a/./b//../c/` is `/a/c`. */
function cleanPath(path: string): string {
  const isAbsolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== ".." || (!isAbsolute && (parts.length === 0 || parts.at(-1) === ".."))) parts.push(part);
    else parts.pop();
  }
  return `${isAbsolute ? "/" : ""}${parts.join("/")}`;
}

/**
 * FNV-1a, 64 bits, over UTF-16 code units: 16 hexadecimal digits. It distinguishes names; it is not cryptographic.
 * @see https://datatracker.ietf.org/doc/draft-eastlake-fnv/
 */
function hash(text: string): string {
  let state = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    for (const byte of [unit & 0xff, unit >> 8]) {
      state = BigInt.asUintN(64, (state ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return state.toString(16).padStart(16, "0");
}
