import { compareTexts } from "../../contract/compare-texts.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Catalog, NamedType, SharedParam, Tool } from "../catalog/catalog.ts";
import { joinOrigins, type Origins } from "../catalog/origins.ts";
import { isCurrent } from "../catalog/versions.ts";
import type { SpecDocument, SpecFile } from "../syntax/spec-file.ts";
import { isBrokenAt, type SpecMap, stringAt, wordAt } from "../syntax/spec-node.ts";
import { builtinsOf } from "./alias.ts";
import { authOf } from "./auth.ts";
import { errorsOf, familiesOf, graceOf, retiredOf, serverOf, targetsOf, tiersOf } from "./catalog-file.ts";
import type { Context } from "./context.ts";
import { environmentOf } from "./environment.ts";
import { keepPart } from "./kept-part.ts";
import { type Around, emptyResolveCache, type ResolveCache, resolveTools, type ToolsUnderWay } from "./kept-tools.ts";
import { indexNames } from "./name-index.ts";
import { versionOf } from "./older-versions.ts";
import { withPages } from "./pages.ts";
import { defaultProfileOf, profilesOf } from "./profiles.ts";
import { promptsOf } from "./prompts.ts";
import { resourcesOf } from "./resources.ts";
import { reportUnusedParams } from "./shared-params.ts";
import { reportUnusedTexts } from "./texts.ts";
import { checkToolDefaults, toolDefaultsOf, withToolDefaults } from "./tool-defaults.ts";
import { reportWires, typeOf } from "./types.ts";
import { nothingWrittenOut } from "./written-out.ts";

export interface ResolveOptions {
  /**
   * Reads the contracts of the built-in tools; called only where a catalog gives them aliases. Without it there are no
   * built-in tools, and their names are free: this is how they are resolved themselves.
   */
  readonly builtinTools?: () => readonly Tool[];
  /** What an earlier run resolved, for a session that compiles again and again. */
  readonly cache?: ResolveCache;
}

export interface Resolved {
  readonly catalog: Catalog | undefined;
  readonly origins: Origins;
  /** In the order of params.yaml. */
  readonly sharedParams: readonly SharedParam[];
  /** The same object in two runs: nothing but tools has changed, and these only in themselves. */
  readonly around?: Around;
  /** In catalog order: where the parts of a tool were written. The same object while nothing in the tool's texts has moved. */
  readonly toolOrigins?: readonly object[];
}

/**
 * Resolves a catalog: every name is looked up, every default filled in, every list sorted. Parts that were reported
 * before are replaced by values that cause no further findings.
 * @returns `catalog` undefined only when catalog.yaml is missing or can't be read
 */
export function resolve(
  files: readonly SpecFile[],
  { builtinTools, cache = emptyResolveCache() }: ResolveOptions = {},
): Checked<Resolved> {
  const diagnostics: Diagnostic[] = [];
  const origins = new Map<string, Span>();
  const written = files.filter((file) => file.kind !== "text");
  const catalogFile = written.find((file) => file.kind === "catalog");
  const root = catalogFile?.root;
  if (catalogFile === undefined || root === undefined) {
    const where = { path: "schema/catalog.yaml" };
    const help = "create it: format, server, tiers, families";
    if (catalogFile === undefined) diagnostics.push(diagnostic("catalog-missing", where, where, { help }));
    return { value: { catalog: undefined, origins, sharedParams: [] }, diagnostics };
  }
  const documents = withPages(withToolDefaults(written, root));
  const reserved = builtinTools !== undefined && stringAt(root, "builtins") !== "off";
  const names = indexNames(documents, root, diagnostics, { reserved });
  const texts = new Map(files.filter((file) => file.kind === "text").map((file) => [file.source.path, file.source]));
  const context: Context = {
    diagnostics,
    origins,
    names,
    texts,
    namedTexts: new Set(),
    usedParams: new Set(),
    usedTypes: new Set(),
    writtenOut: nothingWrittenOut(),
  };
  checkToolDefaults(context, documents, root);
  origins.set("", { file: catalogFile.source, start: 0, end: 0 });
  const sharedParams = [...names.params].map(([name, { value }]) => {
    const description = stringAt(value, "description");
    return description === undefined ? { name } : { name, description };
  });
  const { catalog, tools, parts } = catalogOf(context, root, documents, { builtinTools, cache });
  reportUnusedParams(context);
  reportUnusedTexts(context);
  const { around, origins: toolOrigins } = tools;
  return {
    value: { catalog, origins: joinOrigins([origins, ...parts], toolOrigins), sharedParams, around, toolOrigins },
    diagnostics,
  };
}

function catalogOf(
  context: Context,
  root: SpecMap,
  documents: readonly SpecDocument[],
  { builtinTools, cache }: { readonly builtinTools: ResolveOptions["builtinTools"]; readonly cache: ResolveCache },
): { readonly catalog: Catalog; readonly tools: ToolsUnderWay; readonly parts: readonly ReadonlyMap<string, Span>[] } {
  const { names } = context;
  // A file that could not be read is not a tool; its name is known, so that references to it are not reported.
  const readable = [...names.tools.values(), ...names.olderVersions].filter(
    (file) => file.root !== undefined && !isBrokenAt(file.root, "params"),
  );
  const ofKind = (kind: SpecDocument["kind"]) => documents.filter((file) => file.kind === kind);
  const [prompts, resources] = [promptsOf(context, ofKind("prompt")), resourcesOf(context, ofKind("resource"))];
  // No tool is resolved from a prompt or a resource.
  const others = documents.filter(({ kind }) => kind !== "tool" && kind !== "prompt" && kind !== "resource");
  const tools = resolveTools(context, sortTools(readable, names.families, names.tiers), others, cache);
  const profiles = profilesOf(context, root, tools.settled.filter(isCurrent));
  cache.types = keepPart(context, tools.around, cache.types, typesOf);
  cache.errors = keepPart(context, tools.around, cache.errors, (own) => errorsOf(own, root));
  const types = cache.types.value;
  const environment = environmentOf(context, root);
  const toolDefaults = toolDefaultsOf(root);
  const auth = authOf(context, root, tools.settled.filter(isCurrent));
  const builtins = builtinTools === undefined ? [] : builtinsOf(context, root, builtinTools);
  const catalog: Catalog = {
    format: 1,
    server: serverOf(context, root),
    targets: targetsOf(context, root),
    unknownParams: wordAt(root, "unknown_params", ["ignore", "reject"]) ?? "warn",
    tiers: tiersOf(context, root),
    families: familiesOf(context, root),
    ...(toolDefaults === undefined ? {} : { toolDefaults }),
    profiles,
    defaultProfile: defaultProfileOf(context, root, profiles),
    errors: cache.errors.value,
    grace: graceOf(context, root),
    types: types.map((type) => (context.usedTypes.has(type.name) ? { ...type, writtenOut: true } : type)),
    tools: tools.complete(types),
    ...(builtins.length === 0 ? {} : { builtins }),
    ...(stringAt(root, "builtins") === "off" ? { withoutBuiltins: true as const } : {}),
    ...(environment.length === 0 ? {} : { environment }),
    ...(auth === undefined ? {} : { auth }),
    ...(stringAt(root, "host") === "eager" ? { host: "eager" as const } : {}),
    ...(prompts.length === 0 ? {} : { prompts }),
    ...(resources.length === 0 ? {} : { resources }),
    retired: retiredOf(context, ofKind("retired")),
  };
  return { catalog, tools, parts: [cache.types.origins, cache.errors.origins] };
}

function typesOf(context: Context): readonly NamedType[] {
  return [...context.names.types]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([name, { family, key, value }], index) => {
      context.origins.set(`/types/${index}`, key);
      const type = typeOf(context, value, `/types/${index}/type`);
      reportWires(context, type, `/types/${index}/type`);
      return { name, family, type };
    });
}

/** By family, tier, name and version, newest first; undeclared families and tiers come last. */
function sortTools(
  files: readonly SpecDocument[],
  families: readonly string[],
  tiers: readonly string[],
): readonly SpecDocument[] {
  const place = (list: readonly string[], name: string) => {
    const index = list.indexOf(name);
    return index === -1 ? list.length : index;
  };
  const placed = files.map((file) => ({
    file,
    family: place(families, file.family),
    tier: place(tiers, stringAt(file.root, "tier") ?? ""),
  }));
  return placed
    .sort(
      (a, b) =>
        a.family - b.family ||
        a.tier - b.tier ||
        compareTexts(a.file.name, b.file.name) ||
        versionOf(b.file) - versionOf(a.file),
    )
    .map(({ file }) => file);
}
