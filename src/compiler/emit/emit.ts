import type { SourceFile } from "../../diagnostics/source-file.ts";
import type { Catalog, SharedParam } from "../catalog/catalog.ts";
import type { Origins } from "../catalog/origins.ts";
import { emitCatalogJson } from "./emitters/catalog-json.ts";
import { emitClient } from "./emitters/client.ts";
import { emitContracts } from "./emitters/contracts.ts";
import { emitDocs, emitServedDocs } from "./emitters/docs.ts";
import { emitEditorSchemas } from "./emitters/editor-schemas.ts";
import { emitEntries } from "./emitters/entries.ts";
import { emitEnvironment } from "./emitters/environment.ts";
import { emitErrors } from "./emitters/errors.ts";
import { emitHandlers } from "./emitters/handlers.ts";
import { emitManifest } from "./emitters/manifest.ts";
import { emitOfferScaffolds, emitOffers, emitOfferTypes } from "./emitters/offers.ts";
import { emitProofs } from "./emitters/proofs.ts";
import { emitRegistry } from "./emitters/registry.ts";
import { emitScaffolds } from "./emitters/scaffolds.ts";
import { emitSearchIndex } from "./emitters/search-index.ts";
import { emitTypes } from "./emitters/types.ts";
import { emitValidators } from "./emitters/validators.ts";
import { emitWire } from "./emitters/wire.ts";
import type { OutputFile } from "./output-file.ts";

/** Catalog → files. Pure: no disk, no clock; the same catalog gives the same bytes. */
export type Emitter = (catalog: Catalog, origins: Origins, options: EmitOptions) => readonly OutputFile[];

// One line per emitter.
/** What people review and edit. */
const committedEmitters: readonly Emitter[] = [
  emitContracts,
  emitTypes,
  emitErrors,
  emitEnvironment,
  emitEntries,
  emitDocs,
  emitScaffolds,
  emitOfferTypes,
  emitOfferScaffolds,
];
/** What goes to `generated/.cache`. */
const cachedEmitters: readonly Emitter[] = [
  emitValidators,
  emitProofs,
  emitHandlers,
  emitRegistry,
  emitOffers,
  emitWire,
  emitSearchIndex,
  emitClient,
  emitCatalogJson,
  emitServedDocs,
  emitEditorSchemas,
];

export interface EmitOptions {
  /** Emitters that are off by default, such as `emitters/zod.ts`: passed in, because their libraries are slow to load. */
  readonly extras?: readonly Emitter[];
  /** For the editor schemas, which offer them. */
  readonly sharedParams?: readonly SharedParam[];
  /** The texts that the catalog was read from, for the manifest. */
  readonly sources?: readonly SourceFile[];
}

/** Those whose files show all tools and hold nothing that is printed of one tool alone. */
const wholeEmitters: readonly ((catalog: Catalog) => readonly OutputFile[])[] = [
  ...[emitWire, emitRegistry, emitClient, emitProofs, emitHandlers],
];

/** `code`, `texts`: its files are put together from those of all tools (`printed-tools.ts`). */
export type EmitterGroup = "whole" | "code" | "texts" | "other";

const groups = new Map<Emitter, EmitterGroup>([
  ...wholeEmitters.map((emitter) => [emitter, "whole"] as const),
  ...[emitContracts, emitValidators].map((emitter) => [emitter, "code"] as const),
  ...[emitScaffolds, emitDocs, emitServedDocs, emitCatalogJson, emitSearchIndex].map(
    (emitter) => [emitter, "texts"] as const,
  ),
]);

/**
 * All files that the compiler writes, including their manifest.
 * @returns sorted by path
 */
export function emit(catalog: Catalog, origins: Origins, options: EmitOptions = {}): readonly OutputFile[] {
  const files = emittersIn(options).flatMap((emitter) => emitter(catalog, origins, options));
  return withManifest(files, options);
}

/** The files that show all tools. */
export function emitWhole(catalog: Catalog): readonly OutputFile[] {
  return wholeEmitters.flatMap((emitter) => emitter(catalog));
}

/** The files of one group. */
export function emitGroup(
  group: EmitterGroup,
  catalog: Catalog,
  origins: Origins,
  options: EmitOptions,
): readonly OutputFile[] {
  const chosen = emittersIn(options).filter((emitter) => (groups.get(emitter) ?? "other") === group);
  return chosen.flatMap((emitter) => emitter(catalog, origins, options));
}

/** The files of all groups with their manifest, sorted by path. */
export function withManifest(files: readonly OutputFile[], { sources = [] }: EmitOptions): readonly OutputFile[] {
  return [...files, emitManifest(files, sources)].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function emittersIn({ extras = [] }: EmitOptions): readonly Emitter[] {
  return [...committedEmitters, ...extras, ...cachedEmitters];
}

/** The files that are committed. */
export function emitCommitted(catalog: Catalog, origins: Origins, options: EmitOptions): readonly OutputFile[] {
  return [...committedEmitters, ...(options.extras ?? [])].flatMap((emitter) => emitter(catalog, origins, options));
}

/**
 * All others, with the manifest at the end. Each emitter runs when its files are asked for.
 * @param committed the files that are, which the manifest names too
 */
export function* emitCached(
  catalog: Catalog,
  origins: Origins,
  options: EmitOptions,
  committed: readonly OutputFile[],
): Generator<readonly OutputFile[]> {
  const files = [...committed];
  for (const emitter of cachedEmitters) {
    const printed = emitter(catalog, origins, options);
    files.push(...printed);
    yield printed;
  }
  yield [emitManifest(files, options.sources ?? [])];
}

/** Emitters that are off by default: their libraries are heavy, so each is imported only when it is requested. */
export const extras = {
  /** `generated/interop/anthropic.json`: tools for the Messages API. */
  anthropic: async (): Promise<Emitter> => (await import("./emitters/interop.ts")).emitAnthropic,
  /** `generated/interop/openai.json` and `openai.ts`: tools for the Responses API, and the way back of strict calls. */
  openai: async (): Promise<Emitter> => (await import("./emitters/interop.ts")).emitOpenAi,
  /** `generated/interop/gemini.json`: function declarations. */
  gemini: async (): Promise<Emitter> => (await import("./emitters/interop.ts")).emitGemini,
  /** `generated/interop/zod.ts`: arguments and results as Zod schemas. */
  zod: async (): Promise<Emitter> => (await import("./emitters/zod.ts")).emitZod,
} as const;

export type ExtraName = keyof typeof extras;
