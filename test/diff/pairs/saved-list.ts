import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";

/** What a published server listed, as `scripts/capture-list.mjs` saved it: key for key as it was sent. */
export interface SavedList {
  readonly package: string;
  readonly version: string;
  readonly tools: readonly JsonObject[];
}

/** Two versions of one server, and the file that says what changed between them. */
export interface Pair {
  readonly server: string;
  readonly base: SavedList;
  readonly head: SavedList;
  readonly truthPath: string;
}

const folder = join(import.meta.dirname, "..", "..", "fixtures", "pairs");
const separator = "..";

/** All recorded pairs, by server and version: a pair is there when its truth file is. */
export function recordedPairs(): readonly Pair[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((server) =>
      readdirSync(join(folder, server))
        .filter((file) => file.includes(separator))
        .sort()
        .map((file) => pairOf(server, file)),
    );
}

function pairOf(server: string, file: string): Pair {
  const [base = "", head = ""] = file.replace(/\.json$/, "").split(separator);
  const read = (version: string) => readList(join(folder, server, `${version}.json`));
  return { server, base: read(base), head: read(head), truthPath: join(folder, server, file) };
}

export function readList(path: string): SavedList {
  return JSON.parse(readFileSync(path, "utf8")) as SavedList; // written by scripts/capture-list.mjs
}

/** The list as `diffLists` takes it. */
export function asAnswer(list: SavedList): JsonObject {
  return { tools: list.tools };
}

export function objectAt(value: Json | undefined, key: string): JsonObject | undefined {
  const found = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(found) ? found : undefined;
}

export function textAt(value: Json | undefined, key: string): string | undefined {
  const found = isJsonObject(value) ? value[key] : undefined;
  return typeof found === "string" ? found : undefined;
}
