import { pointer } from "../../catalog/origins.ts";
import { versionedName } from "../../catalog/versions.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { DiffEvent, EventOf, Place } from "../event.ts";
import { haveSameTypes, type IndexedTool, indexedTools, isProse, unequalTools } from "../same-tool.ts";
import { type Consequence, consequence, type Sides } from "./consequence.ts";
import { adapterProblems, resultAdapterProblems, signatureProblems } from "./handler-signature.ts";

// Hand-written files behind the tools: which of them no longer compile, belong to nothing, or are missing.

/** One finding per tool: what changed is reported to callers already, this shows where to work. */
export function handlerConsequences(events: readonly DiffEvent[], sides: Sides): readonly Consequence[] {
  if (sides.base.listed === true || sides.head.listed === true) return [];
  return [
    ...events.flatMap((event) => (event.kind === "tool-kept" ? signature(event, sides) : [])),
    ...moved(events, sides),
    ...symbolCollisions(sides),
  ];
}

const maxReported = 3;

function signature({ at, base, head, changed }: EventOf<"tool-kept">, sides: Sides): readonly Consequence[] {
  const sameTypes = haveSameTypes(sides.base, sides.head);
  if (sameTypes && isProse(changed)) return [];
  const isSame = (key: keyof ComparedTool) => sameTypes && !changed.has(key);
  const own = handlerOf(base);
  const isWritten = own !== undefined && own === handlerOf(head) && sides.forwards?.includes(own) !== true;
  const kept = isWritten ? signatureProblems(base, head, sides) : [];
  const adapters = adaptersOf(base).filter((path) => adaptersOf(head).includes(path));
  const mapped = adapters.length === 0 || isSame("params") ? [] : adapterProblems(base, head, sides);
  const readers = resultAdaptersOf(base).filter((path) => resultAdaptersOf(head).includes(path));
  const read = readers.length === 0 || isSame("result") ? [] : resultAdapterProblems(base, head, sides);
  const parts = [
    ...(kept.length === 0 ? [] : [`${own ?? ""} leans on types that changed: ${few(kept)}`]),
    ...(mapped.length === 0 ? [] : [`${adapters.join(", ")} must map to other arguments: ${few(mapped)}`]),
    ...(read.length === 0 ? [] : [`${readers.join(", ")} must map another result: ${few(read)}`]),
  ];
  if (parts.length === 0) return [];
  const help = "run 'pegboard generate' and the type checker, and fix what it reports";
  return [consequence("handler-signature-changed", at, parts.join("; "), help)];
}

function few(problems: readonly string[]): string {
  const rest = problems.length - maxReported;
  return `${problems.slice(0, maxReported).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Undefined for an older version that the current one's handler answers. */
function handlerOf(tool: ComparedTool): string | undefined {
  return tool.upgrade === undefined ? filePath(tool, versionedName(tool)) : undefined;
}

function adaptersOf(tool: ComparedTool): readonly string[] {
  return tool.aliases.filter(({ adapt }) => adapt).map(({ name }) => filePath(tool, name));
}

function resultAdaptersOf(tool: ComparedTool): readonly string[] {
  return tool.aliases.filter(({ result }) => result !== undefined).map(({ name }) => filePath(tool, name));
}

function filePath({ family }: ComparedTool, name: string): string {
  return `src/handlers/${family}/${name}.ts`;
}

interface HandlerFile {
  readonly path: string;
  /** Name of the tool or the alias. */
  readonly name: string;
  readonly tool: ComparedTool;
  /** Of the tool in its catalog. */
  readonly index: number;
}

function filesOf(tools: readonly IndexedTool[]): readonly HandlerFile[] {
  const files: HandlerFile[] = [];
  tools.forEach(({ tool, index }) => {
    const own = handlerOf(tool);
    if (own !== undefined) files.push({ path: own, name: versionedName(tool), tool, index });
    for (const { adapt, result, name } of tool.aliases) {
      if (adapt || result !== undefined) files.push({ path: filePath(tool, name), name, tool, index });
    }
  });
  return files;
}

function moved(events: readonly DiffEvent[], { base, head, handlers }: Sides): readonly Consequence[] {
  // Tools that are equal in both have the same files.
  const unequal = unequalTools(base, head);
  const was = filesOf(unequal.base);
  const is = filesOf(unequal.head);
  const lost = without(was, is);
  const orphans = (lost.length === 0 ? [] : without(lost, filesOf(indexedTools(head)))).filter(
    ({ path }) => handlers?.includes(path) !== false,
  );
  const gained = without(is, was);
  const fresh = gained.length === 0 ? [] : without(gained, filesOf(indexedTools(base)));
  const renamed = new Map(
    events.flatMap((event): (readonly [ComparedTool, string | undefined])[] =>
      event.kind === "tool-removed" ? [[event.tool, (event.replacement ?? event.renameCandidate)?.name]] : [],
    ),
  );
  return [
    ...orphans.map((file) => orphaned(file, fresh, renamed.get(file.tool))),
    // Where the files are not known, a scaffold may be there already.
    ...fresh.filter(({ path }) => handlers?.includes(path) === false).map(missing),
  ];
}

function without(files: readonly HandlerFile[], others: readonly HandlerFile[]): readonly HandlerFile[] {
  const paths = new Set(others.map(({ path }) => path));
  return files.filter(({ path }) => !paths.has(path));
}

/** @param newName of a tool that was renamed, by an alias or by all that is known of it */
function orphaned(file: HandlerFile, fresh: readonly HandlerFile[], newName: string | undefined): Consequence {
  const replacement = fresh.find(({ name }) => name === file.name) ?? fresh.find(({ name }) => name === newName);
  const at: Place = {
    tool: file.tool.name,
    subject: file.tool.name,
    basePointer: pointer("/tools", file.index),
    ...(replacement === undefined ? {} : { headPointer: pointer("/tools", replacement.index) }),
  };
  const help = replacement === undefined ? "delete it, with its tests" : `git mv ${file.path} ${replacement.path}`;
  return consequence("handler-orphaned", at, `'${file.path}' belongs to no tool any more`, help);
}

function missing({ path, name, tool, index }: HandlerFile): Consequence {
  const at: Place = { tool: tool.name, subject: tool.name, headPointer: pointer("/tools", index) };
  const help = "'pegboard generate' writes a first version of it";
  return consequence("handler-missing", at, `'${name}' has no handler: '${path}' is not there`, help);
}

/** Names that become one in generated code, or one file where letter case is folded. */
function symbolCollisions({ base, head }: Sides): readonly Consequence[] {
  const unequal = unequalTools(base, head);
  const known = new Set(symbolNames(unequal.base, base.errors).map(({ name }) => name));
  if (symbolNames(unequal.head, head.errors).every(({ name }) => known.has(name))) return [];
  const before = new Set(collidingNames(base).map(({ first, second }) => JSON.stringify([first, second].sort())));
  return collidingNames(head).flatMap(({ first, second, list, index, tool }) => {
    if (before.has(JSON.stringify([first, second].sort()))) return [];
    const at: Place = {
      ...(tool === undefined ? {} : { tool }),
      subject: tool ?? `error ${second}`,
      headPointer: pointer(`/${list}`, index),
    };
    const message = `'${first}' and '${second}' become one name in generated code`;
    return [consequence("generated-symbol-collision", at, message, "rename one of them")];
  });
}

/** A name of a type, or of an error's constructor, and where it comes from. */
interface SymbolName {
  readonly name: string;
  readonly list: "tools" | "errors";
  readonly index: number;
  readonly tool?: string;
}

function symbolNames(
  tools: readonly IndexedTool[],
  errors: readonly { readonly name: string }[],
): readonly SymbolName[] {
  const names: SymbolName[] = [];
  tools.forEach(({ tool, index }) => {
    const place = { list: "tools" as const, index, tool: tool.name };
    names.push({ name: versionedName(tool), ...place });
    for (const { adapt, result, name } of tool.aliases) {
      if (adapt) names.push({ name, ...place });
      if (result !== undefined) names.push({ name: `${name}_result`, ...place });
    }
  });
  errors.forEach(({ name }, index) => {
    names.push({ name, list: "errors", index });
  });
  return names;
}

interface Collision extends Omit<SymbolName, "name"> {
  readonly first: string;
  readonly second: string;
}

function collidingNames(catalog: ComparedCatalog): readonly Collision[] {
  const first = new Map<string, string>();
  return symbolNames(indexedTools(catalog), catalog.errors).flatMap(({ name, ...place }): Collision[] => {
    const symbol = `${place.list} ${name.replaceAll(/[^A-Za-z0-9]+/g, "").toLowerCase()}`;
    const other = first.get(symbol);
    if (other !== undefined) return [{ first: other, second: name, ...place }];
    first.set(symbol, name);
    return [];
  });
}
