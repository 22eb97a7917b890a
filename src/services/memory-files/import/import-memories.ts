import { randomUUID } from "node:crypto";
import { wholeMembers, wholeText } from "../../../contract/whole-characters.ts";
import type { Writer } from "../../../store/activity-rows.ts";
import { readAiMemoryFile } from "../../../store/ai-memory-file.ts";
import type { Store, WritableRows } from "../../../store/store.ts";
import { linkMemories } from "../../graph/link.ts";
import { writeMemory } from "../../memories/store-memory.ts";
import { titleFrom } from "../../memories/title.ts";
import { withoutControls } from "../../namespaces/control-characters.ts";
import { namespaceProblem } from "../../namespaces/namespace.ts";
import { writeOrTry } from "../../write-or-try.ts";
import type { FolderFile } from "../both-sides.ts";
import { problemOf } from "../memory-file.ts";
import { readAiMemory } from "./ai-memory.ts";
import { readBasicMemory } from "./basic-memory.ts";
import { type ForeignMemories, type ForeignMemory, maxForeignMemories, type Unreadable } from "./foreign-memories.ts";
import { readMem0 } from "./mem0.ts";
import { readMemoryServer } from "./memory-server.ts";

/** Another program's memories: its file as a text or by its path, or its folder. */
export type ForeignSource =
  | { readonly from: "memory-server" | "mem0"; readonly text: string }
  | { readonly from: "basic-memory"; readonly files: readonly FolderFile[] }
  | { readonly from: "ai-memory"; readonly path: string };

export async function readForeign(source: ForeignSource): Promise<ForeignMemories | Unreadable> {
  switch (source.from) {
    case "memory-server":
      return readMemoryServer(source.text);
    case "mem0":
      return readMem0(source.text);
    case "basic-memory":
      return readBasicMemory(source.files);
    case "ai-memory": {
      const read = await readAiMemoryFile(source.path, maxForeignMemories + 1);
      return "problem" in read ? read : readAiMemory(read);
    }
  }
}

export interface ImportForeign {
  /** Where memories go that have none of their own. */
  readonly namespace: string;
  readonly writer: Writer;
  /** Does everything and takes it back, so that what it says is what would happen. */
  readonly dryRun: boolean;
}

export interface MemoriesImported {
  /** In the order of the source. */
  readonly created: readonly { readonly title: string; readonly namespace: string }[];
  /** Number of the memories that an earlier import took over. */
  readonly known: number;
  readonly links: number;
  /** What could not be kept, in words. */
  readonly problems: readonly string[];
}

/** All of it in one transaction. A memory that is there with the same title and text is known; an import never changes one. */
export async function importForeign(
  store: Store,
  foreign: ForeignMemories,
  request: ImportForeign,
  now: number,
): Promise<MemoriesImported | Unreadable> {
  const problem = namespaceProblem(request.namespace);
  if (problem !== undefined) return { problem: `'${request.namespace}' is not a namespace: ${problem}` };
  if (foreign.memories.length > maxForeignMemories) {
    return { problem: `it has more than ${maxForeignMemories} memories` };
  }
  return await writeOrTry(store, request.dryRun, (rows) => write(rows, foreign, request, now));
}

async function write(
  rows: WritableRows,
  foreign: ForeignMemories,
  { namespace, writer }: ImportForeign,
  now: number,
): Promise<MemoriesImported> {
  const problems = [...foreign.losses];
  const ids = new Map<string, string>();
  const created: { readonly title: string; readonly namespace: string }[] = [];
  let known = 0;
  for (const memory of foreign.memories.map(whole)) {
    const place = memory.namespace ?? (memory.below === undefined ? namespace : `${namespace}/${memory.below}`);
    const title = withoutControls(memory.title ?? titleFrom(memory.content)).trim();
    const written = await storeOne(rows, memory, { title, namespace: place, writer, now });
    if ("problem" in written) problems.push(`'${title}': ${written.problem}`);
    else {
      ids.set(memory.key, written.id);
      if (written.isNew) created.push({ title: written.title, namespace: place });
      else known += 1;
    }
  }
  let links = 0;
  for (const { from, to, relation, reason, validFrom } of foreign.links) {
    const [sourceId, targetId] = [ids.get(from), ids.get(to)];
    if (sourceId === undefined || targetId === undefined) {
      problems.push(
        `link from '${from}' to '${to}': ${sourceId === undefined ? "the first" : "the second"} is not there`,
      );
      continue;
    }
    const link = { sourceId, targetId, relation, reason: reason.slice(0, maxReason), validFrom, writer };
    const outcome = await linkMemories(rows, link, { now, newId: randomUUID });
    if (outcome.status === "created") links += 1;
    if (outcome.status === "cycle") problems.push(`link from '${from}' to '${to}': it would close a circle`);
  }
  return { created, known, links, problems };
}

const maxReason = 1_000;

/** JSON can escape halves of characters, which no answer can hold. */
function whole(memory: ForeignMemory): ForeignMemory {
  const { title, content, tags, metadata } = memory;
  return {
    ...memory,
    title: title === undefined ? undefined : wholeText(title),
    content: wholeText(content),
    tags: tags.map(wholeText),
    metadata: metadata === undefined ? undefined : wholeMembers(metadata),
  };
}

async function storeOne(
  rows: WritableRows,
  memory: ForeignMemory,
  {
    title,
    namespace,
    writer,
    now,
  }: { readonly title: string; readonly namespace: string; readonly writer: Writer; readonly now: number },
): Promise<{ readonly id: string; readonly title: string; readonly isNew: boolean } | { readonly problem: string }> {
  const { content, tags, kind, tier = "long", priority = 5, confidence = 1, metadata = {}, createdAt } = memory;
  const problem = problemOf({ title, namespace, tier, kind, priority, tags, content }, true);
  if (problem !== undefined) return { problem };
  const before = await rows.memories.byTitle(namespace, title);
  if (before?.content === content) return { id: before.id, title, isNew: false };
  const outcome = await writeMemory(
    rows,
    {
      request: {
        ...{ content, tags, kind, tier, priority, namespace, metadata, writer },
        confidence: Math.min(1, Math.max(0, confidence)),
        scope: "collective",
        source: "import",
        force: true,
        leftOut: new Set(),
        ...(createdAt === undefined ? {} : { createdAt: { at: createdAt, text: new Date(createdAt).toISOString() } }),
      },
      title,
      // A title that was made of the text may be that of another memory.
      onConflict: memory.title === undefined ? "version" : "error",
    },
    undefined,
    { now, newId: randomUUID },
  );
  if ("memory" in outcome) return { id: outcome.memory.id, title: outcome.memory.title, isNew: true };
  if (outcome.status === "title_taken") return { problem: `another memory of ${namespace} has its title` };
  return { problem: outcome.status === "metadata_too_large" ? `its metadata ${outcome.problem}` : outcome.status };
}
