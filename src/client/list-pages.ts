import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { InvalidAnswer } from "./server-connection.ts";

/** Most pages of one list, most entries, and most characters of their JSON: a list that never ends is not followed for ever. */
const maxPages = 500;
const maxEntries = 100_000;
const maxLength = 64 * 1024 * 1024;

/**
 * All pages of a list, in the server's order.
 * @param ask sends the request with these params
 * @throws InvalidAnswer when what is said to be the list is none, or it does not end
 */
export async function listPages(
  ask: (params: JsonObject) => Promise<JsonObject>,
  member: string,
): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  let cursor: string | undefined;
  let length = 0;
  for (let page = 0; page < maxPages && all.length <= maxEntries; page++) {
    const answer = await ask(cursor === undefined ? {} : { cursor });
    for (const entry of listIn(answer, member)) {
      length += JSON.stringify(entry).length;
      if (length > maxLength) {
        throw new InvalidAnswer(`sends a list of ${member} of more than ${maxLength / 1024 / 1024} MiB`);
      }
      all.push(entry);
    }
    const next = answer.nextCursor;
    if (next === undefined || next === null) return all;
    if (typeof next !== "string" || next === cursor) break;
    cursor = next;
  }
  throw new InvalidAnswer(`sends a list of ${member} that does not end: ${all.length} were read`);
}

function listIn(answer: JsonObject, member: string): readonly JsonObject[] {
  const list = answer[member];
  if (!Array.isArray(list) || !list.every(isJsonObject)) {
    throw new InvalidAnswer(`broke the protocol: '${member}' is not a list of objects`);
  }
  return list;
}
