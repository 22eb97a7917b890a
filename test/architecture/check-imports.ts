import { posix } from "node:path";
import { importsOf } from "./imports.ts";
import { type Room, rooms } from "./rooms.ts";

/** Every import that the table of rooms forbids, as `file:line` sentences, sorted. */
export function forbiddenImports(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const findings: string[] = [];
  for (const file of files) {
    const room = roomOf(file.path);
    if (room === undefined) {
      findings.push(`${file.path}: belongs to no room of test/architecture/rooms.ts`);
      continue;
    }
    for (const one of importsOf(file.text)) {
      const problem = one.specifier.startsWith(".")
        ? judgeRoom(room, posix.join(posix.dirname(file.path), one.specifier), one.kind)
        : judgePackage(room, one.specifier, one.kind);
      if (problem !== undefined) findings.push(`${file.path}:${one.line}: ${room.name} ${problem}`);
    }
  }
  return findings.sort();
}

function roomOf(path: string): Room | undefined {
  let best: { room: Room; length: number } | undefined;
  for (const room of rooms) {
    for (const prefix of room.paths) {
      const inside = path === prefix || path.startsWith(`${prefix}/`);
      if (inside && prefix.length > (best?.length ?? -1)) best = { room, length: prefix.length };
    }
  }
  return best?.room;
}

function judgeRoom(room: Room, target: string, kind: "value" | "type" | "dynamic"): string | undefined {
  const other = roomOf(target);
  if (other === undefined) return `imports '${target}', which belongs to no room`;
  if (other.name === room.name || room.mayImport.includes(other.name)) return undefined;
  if (kind === "type" && (room.mayImportTypes?.includes(other.name) || room.mayLoad?.includes(other.name)))
    return undefined;
  if (kind === "dynamic" && room.mayLoad?.includes(other.name)) return undefined;
  if (room.mayLoad?.includes(other.name)) return `may import ${other.name} only with import()`;
  if (room.mayImportTypes?.includes(other.name)) return `may import only types of ${other.name}`;
  return `may not import ${other.name} ('${target}')`;
}

function judgePackage(room: Room, specifier: string, kind: "value" | "type" | "dynamic"): string | undefined {
  if (specifier === "pegboard/runtime") return judgeRoom(room, "src/runtime/index.ts", kind);
  const name = specifier.startsWith("node:")
    ? "node:"
    : specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
  if (room.packages?.includes(name) || room.packages?.includes(specifier)) return undefined;
  const lazy = room.lazyPackages?.includes(name) ?? false;
  if (lazy && kind !== "value") return undefined;
  return lazy ? `may import '${name}' only with import()` : `does not know the package '${name}'`;
}
