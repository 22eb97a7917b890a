import type { Writer } from "../../store/activity-rows.ts";
import type { ServiceOptions } from "../service-options.ts";
import { writeOrTry } from "../write-or-try.ts";
import type { FolderFile, MemoryFileOutcome } from "./both-sides.ts";
import { exportFiles } from "./export-files.ts";
import type { ForeignSource, ImportForeign } from "./import/import-memories.ts";
import { importFiles } from "./import-files.ts";

// Memories as files that people edit. Nothing here touches the disk: texts come in, texts to write go out. The file names the version
// that was exported, and the archive keeps that version: so what changed on which side is known without any other record.

export type MemoryFiles = ReturnType<typeof memoryFiles>;

export interface ImportMemories {
  readonly files: readonly FolderFile[];
  /** Where a file and the store have both changed, the file counts. */
  readonly force: boolean;
  /** undefined: a dry run, which writes nothing. */
  readonly writer: Writer | undefined;
}

export function memoryFiles({ store, clock }: ServiceOptions) {
  return {
    /**
     * What an export writes, by name: every live memory that is neither private nor encrypted. A file that was edited is in conflict until it is imported.
     * @param force replaces edited files too
     */
    exported: (files: readonly FolderFile[], force: boolean) =>
      store.read((rows) => exportFiles(rows, { files, force, now: clock() })),
    /** The file of one memory. @returns undefined for a private or an encrypted one, which has none */
    fileOf: async (id: string): Promise<FolderFile | undefined> => {
      const request = { files: [], force: false, now: clock(), only: [id] };
      const { outcomes } = await store.read((rows) => exportFiles(rows, request));
      const [{ name, text } = { name: "" }] = outcomes;
      return text === undefined ? undefined : { name, text };
    },
    /** Takes over what people edited, in one transaction, by the rules of `memory_update`. */
    import: ({ writer, ...request }: ImportMemories): Promise<readonly MemoryFileOutcome[]> =>
      writeOrTry(store, writer === undefined, (rows) =>
        importFiles(rows, { ...request, writer: writer ?? tryingWriter, now: clock() }),
      ),
    /** Takes over what another program remembers. */
    importFrom: async (source: ForeignSource, request: ImportForeign) => {
      const { importForeign, readForeign } = await import("./import/import-memories.ts");
      const foreign = await readForeign(source);
      return "problem" in foreign ? foreign : await importForeign(store, foreign, request, clock());
    },
  };
}

/** What a dry run writes is taken back, so no log has it. */
const tryingWriter: Writer = { agent: "pegboard", session: "" };
