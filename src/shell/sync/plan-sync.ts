// What a client's file would be with the servers of another client in it.
import { isDeepStrictEqual } from "node:util";
import type { Terminal } from "../../terminal/terminal.ts";
import type { EntryPlace } from "../formats/config-format.ts";
import { entryIn, openConfig, sureText } from "../install/config-file.ts";
import type { Receipt } from "../install/receipt.ts";
import type { ClientName, Scope } from "../servers/client-names.ts";
import { type ReadServer, readClientServer } from "./client-server.ts";
import { writeServer } from "./write-server.ts";

export interface SyncedServer {
  readonly name: string;
  readonly status: "added" | "replaced" | "same" | "kept" | "left-out";
  /** Why it is not there, or what of it is not. */
  readonly note?: string;
}

export interface SyncPlan {
  readonly client: ClientName;
  readonly config: Awaited<ReturnType<typeof openConfig>>;
  /** Of one of the entries: all stand beside it. */
  readonly place: EntryPlace;
  readonly after: string | undefined;
  readonly servers: readonly SyncedServer[];
  /** One for each entry that is put in. */
  readonly receipts: readonly Receipt[];
}

export interface SyncGoal {
  readonly from: ClientName;
  readonly to: ClientName;
  readonly scope: Scope;
  readonly servers: readonly ReadServer[];
  /** Also where another server has the name. */
  readonly isForced: boolean;
}

/** @throws CliError for a file that can't be read or changed */
export async function planSync(
  terminal: Terminal,
  { from, to, scope, servers, isForced }: SyncGoal,
): Promise<SyncPlan> {
  const config = await openConfig(terminal, to, scope);
  const { file, format, shown, placeOf } = config;
  const outcomes: SyncedServer[] = [];
  const receipts: Receipt[] = [];
  let text = file.text ?? "";
  let root = file.root;
  for (const read of servers) {
    if ("problem" in read) {
      outcomes.push({ name: read.name, status: "left-out", note: read.problem });
      continue;
    }
    const { name, own } = read.server;
    const written = writeServer(read.server, from, to);
    if ("problem" in written) {
      outcomes.push({ name, status: "left-out", note: written.problem });
      continue;
    }
    const place = placeOf(name);
    const found = entryIn(root, place);
    if (found !== undefined) {
      const there = readClientServer(name, found, to);
      const again = there !== undefined && "server" in there ? writeServer(there.server, to, to) : undefined;
      if (again !== undefined && "entry" in again && isDeepStrictEqual(again.entry, written.entry)) {
        outcomes.push({ name, status: "same" });
        continue;
      }
      if (!isForced) {
        outcomes.push({ name, status: "kept", note: "another server has this name; --force replaces it" });
        continue;
      }
    }
    const before = { rawBefore: format.raw(text, place) ?? null, madeLevels: format.missingLevels(text, place) };
    text = sureText({ format, shown, place, file: { root } }, format.put(text, place, written.entry), written.entry);
    root = format.parse({ path: shown, text }).root;
    // The file holds more than this entry when all is written: only the entry can be taken out again.
    const undo = { digestAfter: "", textBefore: null, madeFolders: [], ...before };
    receipts.push({ file: file.real, name, container: place.container, entry: written.entry, ...undo });
    outcomes.push({
      name,
      status: found === undefined ? "added" : "replaced",
      ...(own.length === 0 ? {} : { note: `without ${own.join(", ")}, which ${to} does not know` }),
    });
  }
  const [first] = servers;
  const name = first === undefined ? "" : "server" in first ? first.server.name : first.name;
  return {
    client: to,
    config,
    place: placeOf(name),
    after: receipts.length === 0 ? undefined : text,
    servers: outcomes,
    receipts,
  };
}
