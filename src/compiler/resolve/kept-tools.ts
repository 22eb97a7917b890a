import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import type { DeclaredError, NamedType, Tool } from "../catalog/catalog.ts";
import { isSameList } from "../catalog/once-per-tool.ts";
import { isCurrent } from "../catalog/versions.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { at, isBrokenAt, itemsAt, stringAt, stringsAt } from "../syntax/spec-node.ts";
import { type Context, ownContext } from "./context.ts";
import { hasSameTexts, type KeptPart, recordUse, textsOf } from "./kept-part.ts";
import { versionOf } from "./older-versions.ts";
import { withContextLine } from "./result-type.ts";
import { toolOf } from "./tool.ts";
import { withUpgrade } from "./upgrade.ts";

// Tools that an earlier run resolved. A tool is resolved from its own file, the texts that this names, the files that belong to no
// tool, and what other tools' files say of themselves in a few keys (`claimsOf`). While all of that is the same, so is the tool.

/** What one run leaves to the next one. */
export interface ResolveCache {
  around: Around | undefined;
  /** By the path of its file. */
  tools: ReadonlyMap<string, KeptTool>;
  types: KeptPart<readonly NamedType[]> | undefined;
  errors: KeptPart<readonly DeclaredError[]> | undefined;
}

export function emptyResolveCache(): ResolveCache {
  return { around: undefined, tools: new Map(), types: undefined, errors: undefined };
}

/** Everything that any tool may be resolved from, except for its own file and its texts. The same object while it is the same. */
export interface Around {
  /** Of the files that belong to no tool. */
  readonly sources: readonly SourceFile[];
  /** What tools and texts are called, and what else others may ask of a tool. */
  readonly claims: readonly string[];
}

interface KeptTool {
  readonly base: string;
  readonly source: SourceFile;
  /** The texts that it names, by path. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly alone: Part;
  readonly usedParams: ReadonlySet<string>;
  readonly usedTypes: ReadonlySet<string>;
  readonly origins: Map<string, Span>;
  /** With its upgrade, and the current version that this was made for. */
  settled: (Part & { readonly current: Tool | undefined }) | undefined;
  /** With its context line. */
  complete: (Part & { readonly from: Tool }) | undefined;
  /** What it was at last, before it was resolved again. */
  readonly former: { readonly settled: Tool | undefined; readonly complete: Tool | undefined };
}

interface Part {
  readonly tool: Tool;
  readonly diagnostics: readonly Diagnostic[];
}

/** The tools of a catalog on their way: alone, then with the current versions of their names, then with the named types. */
export interface ToolsUnderWay {
  readonly around: Around;
  readonly origins: readonly ReadonlyMap<string, Span>[];
  readonly settled: readonly Tool[];
  readonly complete: (types: readonly NamedType[]) => readonly Tool[];
}

/**
 * @param files of tools that can be read, in catalog order
 * @param others all other files of the catalog
 */
export function resolveTools(
  context: Context,
  files: readonly SpecDocument[],
  others: readonly SpecDocument[],
  cache: ResolveCache,
): ToolsUnderWay {
  const around = aroundOf(context, files, others, cache.around);
  const isSame = around === cache.around;
  const kept = files.map((file, index) => {
    const before = cache.tools.get(file.source.path);
    const isKept = isSame && before?.source === file.source && hasSameTexts(before, context);
    const tool = isKept ? before : resolveAlone(context, file, `/tools/${index}`, before);
    recordUse(context, tool);
    context.diagnostics.push(...tool.alone.diagnostics);
    return tool;
  });
  cache.around = around;
  cache.tools = new Map(kept.map((tool) => [tool.source.path, tool]));
  const currents = new Map(
    kept.flatMap(({ alone: { tool } }) => (isCurrent(tool) ? [[tool.name, tool] as const] : [])),
  );
  const settled = kept.map((tool, index) => settle(context, tool, files[index], currents));
  return {
    around,
    origins: kept.map(({ origins }) => origins),
    settled,
    complete: (types) => kept.map((tool, index) => complete(context, tool, settled[index] ?? tool.alone.tool, types)),
  };
}

function resolveAlone(context: Context, file: SpecDocument, base: string, before: KeptTool | undefined): KeptTool {
  const own = ownContext(context, new Map());
  const tool = toolOf(own, file, base);
  // What is made of a tool is kept by the tool itself, so the same tool is the same object.
  const alone = { tool: sameAs(before?.alone.tool, tool), diagnostics: own.diagnostics };
  return {
    base,
    source: file.source,
    texts: textsOf(own),
    alone,
    usedParams: own.usedParams,
    usedTypes: own.usedTypes,
    origins: own.origins,
    settled: undefined,
    complete: undefined,
    former: {
      settled: before?.settled?.tool ?? before?.former.settled,
      complete: before?.complete?.tool ?? before?.former.complete,
    },
  };
}

function sameAs(before: Tool | undefined, tool: Tool): Tool {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(tool) ? before : tool;
}

function settle(
  context: Context,
  kept: KeptTool,
  file: SpecDocument | undefined,
  currents: ReadonlyMap<string, Tool>,
): Tool {
  const { tool } = kept.alone;
  if (at(file?.root, "upgrade") === undefined) return tool;
  const current = currents.get(tool.name);
  if (kept.settled === undefined || kept.settled.current !== current) {
    const own = ownContext(context, kept.origins);
    const settled = withUpgrade(own, tool, file?.root, current === undefined ? [] : [current], kept.base);
    kept.settled = {
      tool: sameAs(kept.settled?.tool ?? kept.former.settled, settled),
      diagnostics: own.diagnostics,
      current,
    };
  }
  context.diagnostics.push(...kept.settled.diagnostics);
  return kept.settled.tool;
}

function complete(context: Context, kept: KeptTool, tool: Tool, types: readonly NamedType[]): Tool {
  if (tool.context === undefined) return tool;
  if (kept.complete === undefined || kept.complete.from !== tool) {
    const own = ownContext(context, kept.origins);
    const whole = withContextLine(own, tool, types, kept.base);
    kept.complete = {
      tool: sameAs(kept.complete?.tool ?? kept.former.complete, whole),
      diagnostics: own.diagnostics,
      from: tool,
    };
  }
  context.diagnostics.push(...kept.complete.diagnostics);
  return kept.complete.tool;
}

/** @returns the one of the run before, where it is the same */
function aroundOf(
  { texts, names }: Context,
  files: readonly SpecDocument[],
  others: readonly SpecDocument[],
  before: Around | undefined,
): Around {
  const sources = others.map(({ source }) => source);
  // Files that can't be read are named too, in the order in which names are offered.
  const all = [...new Set([...files, ...names.tools.values(), ...names.olderVersions])];
  const claims = [String(names.builtins.size), ...texts.keys(), ...all.map(claimsOf)];
  const isSame = before !== undefined && isSameList(before.sources, sources) && isSameList(before.claims, claims);
  return isSame ? before : { sources, claims };
}

/** What a tool's file says that other tools are resolved from. */
function claimsOf(file: SpecDocument): string {
  const known = claims.get(file.source);
  if (known !== undefined) return known;
  const { root, name, family, olderVersion, source } = file;
  const aliases = itemsAt(root, "aliases").map((alias) => [stringAt(alias, "name"), stringAt(alias, "of")]);
  const native = stringsAt(root, "native_to").map(({ text }) => text);
  const state = [
    root === undefined,
    isBrokenAt(root, "params"),
    stringAt(root, "tier"),
    stringAt(root, "wire"),
    versionOf(file),
  ];
  const text = JSON.stringify([source.path, name, family, olderVersion, ...state, aliases, native]);
  claims.set(source, text);
  return text;
}

const claims = new WeakMap<SourceFile, string>();
