import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import type { ServedWorkbench } from "../served-workbench.ts";

/** A client that knows of the tools what the server lists, and nothing else. */
export interface ListClient {
  readonly names: readonly string[];
  /** The params that a listed tool takes. */
  params(tool: string): readonly string[];
  /**
   * Calls a listed tool. What the tool requires is taken from `given` or from what the client knows by that name; a call
   * that the listed schema does not allow is not made.
   */
  call(tool: string, given?: JsonObject): Promise<JsonObject>;
  /** Learns a value to send wherever a tool requires a param of that name. */
  know(facts: JsonObject): void;
}

/** @param meta sent with each call, as the configuration of a client would */
export async function clientOfList(workbench: ServedWorkbench, meta?: JsonObject): Promise<ListClient> {
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
  return {
    names: listed.map(({ name }) => name),
    params,
    know: (facts) => {
      for (const [name, value] of Object.entries(facts)) known.set(name, value);
    },
    async call(tool, given = {}) {
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
      return workbench.value(tool, args, meta);
    },
  };
}
