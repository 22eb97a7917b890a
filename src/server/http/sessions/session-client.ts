import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import { limits } from "../../../contract/limits.ts";
import { clip } from "../../../contract/utf8.ts";
import { agreedRevision } from "../../revision.ts";

/** What is kept of a handshake: little, whatever the client has sent. */
export interface SessionClient {
  readonly revision: string;
  /** Those that a server can use: `elicitation`, `sampling`, `roots`. */
  readonly capabilities: JsonObject;
  /** undefined: it has not said its name. */
  readonly info: { readonly name: string; readonly version: string } | undefined;
}

/** @param params of `initialize`; what is malformed in them is taken as missing: the handshake itself is refused for it elsewhere */
export function sessionClientOf({ protocolVersion, capabilities, clientInfo }: JsonObject): SessionClient {
  const declared = isJsonObject(capabilities) ? capabilities : {};
  const info = isJsonObject(clientInfo) ? clientInfo : {};
  const name = textOf(info.name);
  return {
    revision: agreedRevision(typeof protocolVersion === "string" ? protocolVersion : ""),
    capabilities: Object.fromEntries(
      Object.entries(usable).flatMap(([name, members]) => {
        const given = declared[name];
        return isJsonObject(given) ? [[name, membersOf(given, members)]] : [];
      }),
    ),
    info: name === "" ? undefined : { name, version: textOf(info.version) },
  };
}

/** Can it be asked anything? */
export function canBeAsked({ capabilities }: SessionClient): boolean {
  return Object.keys(capabilities).length > 0;
}

const usable: { readonly [capability: string]: readonly string[] } = {
  elicitation: ["form", "url"],
  sampling: ["tools", "context"],
  roots: [],
};

function membersOf(given: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (isJsonObject(given[name]) ? [[name, {}]] : [])));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? clip(value, limits.nameLength) : "";
}
