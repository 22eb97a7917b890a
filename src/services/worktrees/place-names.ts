import { createHash } from "node:crypto";

// Names of folders and databases that are derived from a branch. Different branches have different names, and a name gives its branch
// back; what would be too long ends in a hash instead, and is found by looking through the branches.

const maxFolderBytes = 200;

/** `/` becomes '+', everything but letters, digits, '_', '-' and '.' becomes %XX. */
export function folderOf(branch: string): string {
  const name = [...Buffer.from(branch, "utf8")]
    .map((byte, index) => {
      const char = String.fromCharCode(byte);
      if (char === "/") return "+";
      const isPlain = /[A-Za-z0-9_.-]/.test(char) && !(index === 0 && /[.-]/.test(char));
      return isPlain ? char : `%${hex(byte)}`;
    })
    .join("");
  return name.length <= maxFolderBytes ? name : `${name.slice(0, maxFolderBytes - 14)}%h${hashOf(branch)}`;
}

/** undefined: it is not the folder of a branch, or its branch has to be looked for. */
export function branchOfFolder(folder: string): string | undefined {
  if (folder.includes("%h")) return undefined;
  return bytesBack(folder, /%([0-9A-F]{2})|(\+)|([A-Za-z0-9_.-])/gy, (code, slash, plain) =>
    code !== undefined ? Number.parseInt(code, 16) : slash !== undefined ? 0x2f : (plain?.charCodeAt(0) ?? 0),
  );
}

/**
 * Lower case letters and digits stay; '_' begins everything else: `__` is '/', `_d` '-', `_u` '_', `_p` '.', `_c` a capital, `_x` a byte.
 * So letter case is kept on servers that ignore it.
 */
export function databaseNameOf(prefix: string, branch: string): string {
  const name = [...Buffer.from(branch, "utf8")]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      if (/[a-z0-9]/.test(char)) return char;
      if (/[A-Z]/.test(char)) return `_c${char.toLowerCase()}`;
      return written[char] ?? `_x${hex(byte).toLowerCase()}`;
    })
    .join("");
  const left = 63 - prefix.length;
  return name.length <= left
    ? `${prefix}${name}`
    : `${prefix}${name.slice(0, Math.max(left - 14, 0))}_h${hashOf(branch)}`;
}

/** undefined: it is not the database of a branch, or its branch has to be looked for. */
export function branchOfDatabase(prefix: string, name: string): string | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const pattern = /_x([0-9a-f]{2})|_c([a-z])|_([_dup])|([a-z0-9])/gy;
  return bytesBack(name.slice(prefix.length), pattern, (code, capital, mark, plain) => {
    if (code !== undefined) return Number.parseInt(code, 16);
    if (capital !== undefined) return capital.toUpperCase().charCodeAt(0);
    return mark === undefined ? (plain?.charCodeAt(0) ?? 0) : (read[mark]?.charCodeAt(0) ?? 0);
  });
}

const written: Readonly<Record<string, string>> = { "/": "__", "-": "_d", _: "_u", ".": "_p" };
const read: Readonly<Record<string, string>> = { _: "/", d: "-", u: "_", p: "." };

function bytesBack(
  text: string,
  pattern: RegExp,
  byteOf: (...groups: readonly (string | undefined)[]) => number,
): string | undefined {
  const bytes: number[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    bytes.push(byteOf(...match.slice(1)));
    end = match.index + match[0].length;
  }
  return end === text.length ? Buffer.from(bytes).toString("utf8") : undefined;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

function hashOf(branch: string): string {
  return createHash("sha256").update(branch).digest("hex").slice(0, 12);
}
