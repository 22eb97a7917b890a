import { randomUUID } from "node:crypto";
import type { LinkRow } from "../../store/graph-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { MemoriesCall } from "../memories/memories.ts";
import { isShownTo } from "../memories/shown-to.ts";
import { isAtOrBelow } from "../namespaces/namespace.ts";
import type { ServiceOptions } from "../service-options.ts";
import { entityNamed, type RegisterEntity, registerEntity } from "./entities.ts";
import { type EndLink, endLink, type LinkRequest, linkMemories } from "./link.ts";
import { findPaths } from "./paths.ts";
import type { PersonaRequest } from "./personas.ts";
import { dependentsOf, type ReflectRequest, reflect, reflectionOf } from "./reflections.ts";
import { taxonomyOf } from "./taxonomy.ts";
import { type Reached, walk } from "./walk.ts";

// Links between memories, each with the time in which it holds, and names of things. Times are milliseconds since 1970.

export type Graph = ReturnType<typeof storedGraph>;

/** So many links of one step are followed. */
const maxLinks = 10_000;

/** When links have to hold. */
export interface WhenValid {
  /** undefined: now. */
  readonly at?: number | undefined;
  /** Those that have ended too; `at` counts for nothing then. */
  readonly isAnyTime?: boolean | undefined;
}

export interface WalkGraph extends WhenValid {
  readonly from: string;
  readonly maxDepth: number;
  readonly limit: number;
  /** Only over memories here and below. */
  readonly namespace?: string | undefined;
  /** Only over memories of these agents. */
  readonly agents?: readonly string[] | undefined;
  /** Only over memories of exactly this source. */
  readonly sourceUri?: string | undefined;
  /** Only over memories that their scopes show to this place. */
  readonly visibleTo?: MemoryFilter["visibleTo"] | undefined;
}

export interface WalkedGraph {
  /** Nearest first. */
  readonly reached: readonly (Omit<Reached, "id"> & { readonly memory: MemoryRow; readonly path: readonly string[] })[];
  readonly more: boolean;
}

export function storedGraph({ store, clock }: ServiceOptions) {
  const timeOf = ({ at, isAnyTime }: WhenValid) => (isAnyTime === true ? undefined : (at ?? clock()));
  return {
    link: (request: LinkRequest) =>
      store.write((rows) => linkMemories(rows, request, { now: clock(), newId: randomUUID })),
    end: (request: EndLink) => store.write((rows) => endLink(rows, request, clock())),
    /** Stores what several memories together say, with a link to each. */
    reflect: (request: ReflectRequest, options: MemoriesCall = {}) =>
      store.write((rows) => reflect(rows, request, { now: clock(), newId: randomUUID }), options),
    reflectionOf: (memory: MemoryRow) => store.read((rows) => reflectionOf(rows, memory, clock())),
    /** What reflects on a memory. */
    dependentsOf: (memory: MemoryRow) => store.read((rows) => dependentsOf(rows, memory, clock())),
    /** Profiles of things. */
    personas: {
      of: async (asked: { readonly entity: string; readonly namespace: string }) => {
        const { personaOf } = await import("./personas.ts");
        return store.read((rows) => personaOf(rows, asked, clock()));
      },
      generate: async (request: PersonaRequest, options: MemoriesCall = {}) => {
        const now = { now: clock(), newId: randomUUID };
        const { generatePersona } = await import("./personas.ts");
        return store.write((rows) => generatePersona(rows, request, now), options);
      },
    },
    /** Links from and to a memory, oldest first. */
    linksOf: (id: string, when: WhenValid): Promise<readonly LinkRow[]> =>
      store.read(({ graph }) => graph.links({ ids: [id], direction: "both", at: timeOf(when), limit: maxLinks })),
    /** Links from a memory by the time from which they hold, those that have ended too. */
    timeline: async (
      id: string,
      { since, until, limit }: { since: number | undefined; until: number | undefined; limit: number },
    ) => {
      const search = { ids: [id], direction: "out", at: undefined, limit: maxLinks } as const;
      const links = await store.read(({ graph }) => graph.links(search));
      const inside = links.filter(({ validFrom: from }) => from >= (since ?? from) && from <= (until ?? from));
      return { links: inside.slice(0, limit), more: inside.length > limit };
    },
    /** What a memory leads to along links in their direction, nearest first. */
    walk: (request: WalkGraph) => store.read((rows) => walkGraph(rows, request, timeOf(request))),
    /** Ways between two memories along links in either direction, shortest first. */
    paths: ({
      from,
      to,
      maxDepth,
      maxPaths,
      ...when
    }: WhenValid & { from: string; to: string; maxDepth: number; maxPaths: number }) =>
      store.read(({ graph }) => {
        const at = timeOf(when);
        const linksOf = (ids: readonly string[]) => graph.links({ ids, direction: "both", at, limit: maxLinks });
        return findPaths(from, to, linksOf, { maxDepth, maxPaths });
      }),
    /** A memory that stands for a thing, found by each of its names. */
    register: (request: RegisterEntity) =>
      store.write((rows) => registerEntity(rows, request, { now: clock(), newId: randomUUID })),
    named: (alias: string, namespace: string | undefined) =>
      store.read((rows) => entityNamed(rows, alias, namespace, clock())),
    taxonomy: (request: Parameters<typeof taxonomyOf>[1]) => store.read((rows) => taxonomyOf(rows, request, clock())),
  };
}

async function walkGraph(
  { graph, memories }: ReadableRows,
  { from, maxDepth, limit, namespace, agents, sourceUri, visibleTo }: WalkGraph,
  at: number | undefined,
): Promise<WalkedGraph> {
  const seen = new Map<string, MemoryRow>();
  const enters = (memory: MemoryRow) =>
    (namespace === undefined || isAtOrBelow(memory.namespace, namespace)) &&
    (agents === undefined || agents.includes(memory.agentId)) &&
    (sourceUri === undefined || memory.sourceUri === sourceUri) &&
    (visibleTo === undefined || isShownTo(visibleTo, memory));
  const { reached, more } = await walk(from, (ids) => graph.links({ ids, direction: "out", at, limit: maxLinks }), {
    maxDepth,
    limit,
    async enter(ids) {
      const rows = (await memories.byIds(ids)).filter(enters);
      for (const row of rows) seen.set(row.id, row);
      return new Set(rows.map(({ id }) => id));
    },
  });
  const paths = new Map<string, readonly string[]>([[from, [from]]]);
  return {
    more,
    reached: reached.flatMap(({ id, ...step }) => {
      const memory = seen.get(id);
      if (memory === undefined) return [];
      const path = [...(paths.get(step.by.sourceId) ?? []), id];
      paths.set(id, path);
      return { ...step, memory, path };
    }),
  };
}
