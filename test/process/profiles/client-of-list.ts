import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import { objects, type Result, type ServedWorkbench } from "../served-workbench.ts";

/** A client that knows of the tools what the server lists, and nothing else, and sends what a host would: no `_meta`. */
export interface ListClient {
  readonly names: readonly string[];
  /** The params that a listed tool takes. */
  params(tool: string): readonly string[];
  /**
   * Calls a listed tool. What the tool requires is taken from `given` or from what the client knows by that name; a call
   * that the listed schema does not allow is not made.
   */
  call(tool: string, given?: JsonObject): Promise<JsonObject>;
  /** The same call with all that a host sees of its answer, which may be an error. */
  answer(tool: string, given?: JsonObject): Promise<Result>;
  /**
   * Calls a listed tool; finds by words one that is not listed, reads its description, and calls it by a proxy tool. A param that the
   * description does not show is not sent.
   */
  reach(tool: string, words: string, given: JsonObject): Promise<JsonObject>;
  /** Learns a value to send wherever a tool requires a param of that name. */
  know(facts: JsonObject): void;
}

export async function clientOfList(workbench: ServedWorkbench): Promise<ListClient> {
  const listed = await workbench.connection.listTools();
  const schemas = new Map(listed.map((tool) => [tool.name, tool.inputSchema]));
  const known = new Map<string, Json>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemaOf = (tool: string): JsonObject => {
    const schema = schemas.get(tool);
    if (schema === undefined) throw new Error(`'${tool}' is not listed`);
    return schema;
  };
  const params = (tool: string) => Object.keys(schemaOf(tool).properties ?? {});
  const answer = async (tool: string, given: JsonObject = {}) => {
    const schema = schemaOf(tool);
    const args: { [name: string]: Json } = { ...given };
    for (const name of (schema.required ?? []) as readonly string[]) {
      const value = args[name] ?? known.get(name);
      if (value === undefined) throw new Error(`${tool} requires '${name}', which this client does not know`);
      args[name] = value;
    }
    const unlisted = Object.keys(args).filter((name) => !params(tool).includes(name));
    if (unlisted.length > 0) throw new Error(`${tool} does not list ${unlisted.join(", ")}`);
    const allows = ajv.compile(schema);
    if (!allows(args)) throw new Error(`${tool}: ${ajv.errorsText(allows.errors)}`);
    return workbench.result(tool, args);
  };
  const call = async (tool: string, given?: JsonObject) => succeeded(tool, await answer(tool, given));
  return {
    names: listed.map(({ name }) => name),
    params,
    know: (facts) => {
      for (const [name, value] of Object.entries(facts)) known.set(name, value);
    },
    answer,
    call,
    async reach(tool, words, given) {
      if (schemas.has(tool)) return call(tool, given);
      const { tools } = await call("tool_search", { query: words });
      if (!objects(tools).some(({ name }) => name === tool)) throw new Error(`'${words}' does not find '${tool}'`);
      const { text } = await call("tool_describe", { tool });
      const unknown = Object.keys(given).filter((name) => !String(text).includes(name));
      if (unknown.length > 0) throw new Error(`the description of ${tool} lacks ${unknown.join(", ")}`);
      // A host calls what is listed: the proxy tools, of which a wrong one names the right one.
      const result = await answer("call_read", { tool, arguments: given });
      const named = /send the same arguments to (call_\w+)/.exec(result.texts.join("\n"))?.[1];
      return succeeded(tool, named === undefined ? result : await answer(named, { tool, arguments: given }));
    },
  };
}

function succeeded(tool: string, { isError, structuredContent, texts }: Result): JsonObject {
  if (isError || structuredContent === undefined) throw new Error(`${tool}: ${texts.join("\n")}`);
  // Hosts show the model the text, the structured value, or both.
  if (texts.join("").trim() === "") throw new Error(`${tool} answered without a text`);
  return structuredContent;
}
