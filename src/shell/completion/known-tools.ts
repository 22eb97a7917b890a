// What can be known without starting a server or running a project's code: our own catalog, what lies compiled in a named
// one, names in configuration files, and what servers listed when they were last asked.
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { cacheFolder } from "../../contract/generated-cache.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { LocalRegistry } from "../catalog/bound-catalog.ts";
import type { CompletableParam, CompletableTool } from "./completable.ts";
import type { Candidate, KnownTool, KnownTools } from "./complete.ts";

/** Larger catalogs are not read at a key. */
const maxBytes = 32 * 1024 * 1024;

/** @param said options of the command line that choose catalogs and files */
export function knownTools(terminal: Terminal, said: ReadonlyMap<string, string>): KnownTools {
  const catalog = said.get("--catalog");
  const config = said.get("--config");
  const isBridge = said.has("--bridge") || ((terminal.env.TOOL_CLI_PORT ?? "") !== "" && config === undefined);
  const registry = async (): Promise<LocalRegistry> => (await import("../../../generated/registry.ts")).registry;
  const compiled = () => readCompiled(terminal, catalog ?? "");

  async function localName(): Promise<string> {
    if (catalog === undefined) return (await registry()).server.name;
    const { server } = await compiled();
    return isJsonObject(server) && typeof server.name === "string" ? server.name : "";
  }

  async function namesOf(member: "families" | "profiles"): Promise<readonly string[]> {
    return catalog === undefined ? Object.keys((await registry())[member]) : namesIn((await compiled())[member]);
  }

  async function recalled(server: string): Promise<readonly CompletableTool[]> {
    return (await import("./listing-cache.ts")).recallTools(terminal, server);
  }

  async function isLocal(server: string): Promise<boolean> {
    return !isBridge && config === undefined && server === (await localName());
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
      if (server !== undefined && !(await isLocal(server))) {
        return (await recalled(server)).map((tool) => ({ ...tool, isOld: false }));
      }
      return catalog === undefined ? registeredTools(await registry()) : compiledTools(await compiled());
    },
    params: async (server, name) => {
      const isNamed = (tool: CompletableTool) => tool.name === name;
      if (server !== undefined && !(await isLocal(server))) {
        return (await recalled(server)).find(isNamed)?.params ?? [];
      }
      if (catalog === undefined) return registeredParams(await registry(), name);
      return compiledTools(await compiled()).find(isNamed)?.params ?? [];
    },
    prompts: async (server) => {
      if (server !== undefined && !(await isLocal(server))) return [];
      // The workbench has none.
      return catalog === undefined ? [] : compiledPrompts(await compiled());
    },
    families: () => namesOf("families"),
    profiles: () => namesOf("profiles"),
  };
}

async function configured(terminal: Terminal, config: string | undefined): Promise<readonly Candidate[]> {
  const { loadServers } = await import("../servers/load-servers.ts");
  try {
    const { servers } = await loadServers(terminal, config === undefined ? {} : { configs: [config] });
    return servers.map(({ name, origin }) => ({ value: name, summary: origin }));
  } catch (error) {
    // A broken file is reported by the command itself, not while it is being typed.
    if (error instanceof CliError) return [];
    throw error;
  }
}

/** All tools and old names. */
function registeredTools({ tools, aliases }: LocalRegistry): readonly KnownTool[] {
  const current = Object.entries(tools).map(([name, { summary }]) => ({ name, summary, isOld: false }));
  const old = Object.values(aliases).map(({ name, target }) => ({ name, summary: `now ${target}`, isOld: true }));
  return [...current, ...old];
}

/** An old name that nothing lists has the params of its tool. */
async function registeredParams(registry: LocalRegistry, name: string): Promise<readonly CompletableParam[]> {
  const [listed, { paramsOf }] = await Promise.all([registry.listings.direct.full(), import("./completable.ts")]);
  const tools = listed.default;
  const found = isJsonObject(tools) ? ownValue(tools, ownValue(registry.aliases, name)?.target ?? name) : undefined;
  return isJsonObject(found) && isJsonObject(found.inputSchema) ? paramsOf(found.inputSchema) : [];
}

/** `generated/.cache/catalog.json` of a project: data, and nothing of it is run. */
async function readCompiled({ cwd }: Terminal, folder: string): Promise<JsonObject> {
  const path = join(resolve(cwd, folder), cacheFolder, "catalog.json");
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

function compiledTools({ tools, builtins }: JsonObject): readonly (KnownTool & CompletableTool)[] {
  return [...objectsIn(tools), ...objectsIn(builtins)].flatMap((tool) => {
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

function compiledPrompts({ prompts }: JsonObject): readonly CompletableTool[] {
  return objectsIn(prompts).flatMap(({ name, description, arguments: args }) => {
    if (typeof name !== "string") return [];
    const params = objectsIn(args).map((argument) => ({
      name: String(argument.name),
      summary: String(argument.description ?? ""),
      isRequired: argument.required === true,
      isBoolean: false,
      isObject: false,
      values: Array.isArray(argument.completion) ? argument.completion.map(String) : [],
    }));
    return [{ name, summary: String(description ?? ""), params }];
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
