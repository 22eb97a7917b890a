// What can be known without starting a server or running a project's code: our own catalog, what lies compiled in a named
// one, names in configuration files, and what servers listed when they were last asked.
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type LocalRegistry, openLocalCatalog } from "../catalog/local-catalog.ts";
import { completableTools } from "./completable.ts";
import type { Candidate, KnownTool, KnownTools } from "./complete.ts";
import { recallTools } from "./listing-cache.ts";

/** Larger catalogs are not read at a key. */
const maxBytes = 32 * 1024 * 1024;

/** @param said options of the command line that choose catalogs and files */
export function knownTools(terminal: Terminal, said: ReadonlyMap<string, string>): KnownTools {
  const catalog = said.get("--catalog");
  const config = said.get("--config");
  const isBridge = said.has("--bridge") || ((terminal.env.TOOL_CLI_PORT ?? "") !== "" && config === undefined);
  const registry = async () => (await openLocalCatalog(terminal, undefined)).registry;
  const compiled = () => readCompiled(terminal, catalog ?? "");

  async function localName(): Promise<string> {
    if (catalog === undefined) return (await registry()).server.name;
    const { server } = await compiled();
    return isJsonObject(server) && typeof server.name === "string" ? server.name : "";
  }

  async function namesOf(member: "families" | "profiles"): Promise<readonly string[]> {
    return catalog === undefined ? Object.keys((await registry())[member]) : namesIn((await compiled())[member]);
  }

  return {
    servers: async () => {
      // What is behind a bridge, only the bridge knows.
      if (isBridge) return [];
      const local = config !== undefined && catalog === undefined ? [] : [await localName()];
      const own = local.map((value) => ({ value, summary: "in this process" }));
      return [...own, ...(await configured(terminal, config))];
    },
    tools: async (server) => {
      const isLocal = server === undefined || (!isBridge && config === undefined && server === (await localName()));
      if (!isLocal) return (await recallTools(terminal, server)).map((tool) => ({ ...tool, isOld: false }));
      return catalog === undefined ? registeredTools(await registry()) : compiledTools(await compiled());
    },
    families: () => namesOf("families"),
    profiles: () => namesOf("profiles"),
  };
}

async function configured(terminal: Terminal, config: string | undefined): Promise<readonly Candidate[]> {
  const { loadServers } = await import("../servers/load-servers.ts");
  try {
    const { servers } = loadServers(terminal, config === undefined ? {} : { configs: [config] });
    return servers.map(({ name, origin }) => ({ value: name, summary: origin }));
  } catch (error) {
    // A broken file is reported by the command itself, not while it is being typed.
    if (error instanceof CliError) return [];
    throw error;
  }
}

/** All tools and old names; an old name that nothing lists has the params of its tool. */
async function registeredTools(registry: LocalRegistry): Promise<readonly KnownTool[]> {
  const listed = (await registry.listings.direct.full()).default;
  const tools = new Map(
    Object.keys(registry.tools).flatMap((name) => {
      const found = isJsonObject(listed) ? ownValue(listed, name) : undefined;
      const schema = isJsonObject(found) && isJsonObject(found.inputSchema) ? found.inputSchema : {};
      const [tool] = completableTools([{ name, description: registry.tools[name]?.summary, inputSchema: schema }]);
      return tool === undefined ? [] : [[name, tool] as const];
    }),
  );
  const old = Object.values(registry.aliases).flatMap(({ name, target }) => {
    const tool = tools.get(target);
    return tool === undefined ? [] : [{ ...tool, name, summary: `now ${target}`, isOld: true }];
  });
  return [...[...tools.values()].map((tool) => ({ ...tool, isOld: false })), ...old];
}

/** `generated/catalog.json` of a project: data, and nothing of it is run. */
async function readCompiled({ cwd }: Terminal, folder: string): Promise<JsonObject> {
  const path = join(resolve(cwd, folder), "generated", "catalog.json");
  try {
    // Of anything but a plain file the end may never come.
    const { size, isPlain } = await stat(path).then((found) => ({ size: found.size, isPlain: found.isFile() }));
    if (!isPlain || size > maxBytes) return {};
    const read: unknown = JSON.parse(await readFile(path, "utf8"));
    return isJsonObject(read) ? read : {};
  } catch {
    // Not generated, or no project: then there is nothing to offer.
    return {};
  }
}

function compiledTools({ tools, builtins }: JsonObject): readonly KnownTool[] {
  return [...objectsIn(tools), ...objectsIn(builtins)].flatMap((tool): readonly KnownTool[] => {
    const { name, summary } = tool;
    if (typeof name !== "string") return [];
    const params = objectsIn(tool.params).flatMap((param) => {
      if (typeof param.name !== "string") return [];
      const type = isJsonObject(param.type) ? param.type : {};
      const isBoolean = type.kind === "boolean";
      return [
        {
          name: param.name,
          summary: String(param.description ?? ""),
          isRequired: param.required === true,
          isBoolean,
          isObject: type.kind === "object",
          values: isBoolean ? ["true", "false"] : namesIn(type.values, "value"),
        },
      ];
    });
    const known = { name, summary: String(summary ?? ""), params, isOld: false };
    const old = namesIn(tool.aliases).map((alias) => ({ ...known, name: alias, summary: `now ${name}`, isOld: true }));
    return [known, ...old];
  });
}

function namesIn(value: Json | undefined, member = "name"): readonly string[] {
  return objectsIn(value).flatMap((one) => {
    const name = one[member];
    return typeof name === "string" ? [name] : [];
  });
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
