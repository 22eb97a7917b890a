// Paths of files after a tool was renamed, and paths in other files that refer to them: only texts, no disk access.
import * as posix from "node:path/posix";

export interface MovedTool {
  readonly old: string;
  readonly current: string;
  readonly oldFamily: string;
  readonly family: string;
  /** Hand-written files of the tool's family that move with it when the family changes: adapters of its aliases. */
  readonly adapters: readonly string[];
}

/** Handlers and tests with the tool's name move; so do adapters, which are in the folder of the tool's family. */
export function newPath(path: string, rename: MovedTool): string {
  const { old, current, oldFamily, family, adapters } = rename;
  if (adapters.includes(path)) return path.replace(`/${oldFamily}/`, `/${family}/`);
  const folder = posix.dirname(path);
  const base = posix.basename(path);
  if (isHandlerOf(path, old, oldFamily)) return `src/handlers/${family}/${current}${base.slice(old.length)}`;
  const isGenerated = /^generated\/(contracts|\.cache\/validators)$/.test(folder) && base.startsWith(`${old}.`);
  if (isGenerated) return `${folder}/${current}${base.slice(old.length)}`;
  if (!path.startsWith("test/") || !new RegExp(`^${old}\\.(?:[a-z0-9]+\\.)*(?:test|spec)\\.[cm]?tsx?$`).test(base)) {
    return path;
  }
  const moved = folder.endsWith(`/${oldFamily}`) ? `${folder.slice(0, -oldFamily.length)}${family}` : folder;
  return `${moved}/${current}${base.slice(old.length)}`;
}

export function isHandlerOf(path: string, tool: string, family: string): boolean {
  const start = `src/handlers/${family}/${tool}.`;
  return path.startsWith(start) && /^(?:v\d+\.)?ts$/.test(path.slice(start.length));
}

/** A relative path from the new place of the file; any other specifier is unchanged. Extensions keep their spelling. */
export function newSpecifier(
  written: string,
  from: string,
  moves: ReadonlyMap<string, string>,
  isImport: boolean,
): string {
  if (!/^\.\.?\//.test(written)) return written;
  const target = posix.join(posix.dirname(from), written);
  const moved = movedTarget(target, moves);
  if (moved === undefined && !isImport) return written;
  const path = posix.relative(posix.dirname(moves.get(from) ?? from), moved ?? target);
  return path.startsWith(".") ? path : `./${path}`;
}

/** A path may omit its extension, or name the compiled JavaScript. */
function movedTarget(target: string, moves: ReadonlyMap<string, string>): string | undefined {
  const exact = moves.get(target);
  if (exact !== undefined) return exact;
  const compiled = moves.get(target.replace(/\.js$/, ".ts"));
  if (target.endsWith(".js") && compiled !== undefined) return compiled.replace(/\.ts$/, ".js");
  return moves.get(`${target}.ts`)?.replace(/\.ts$/, "");
}
