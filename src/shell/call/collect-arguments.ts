import type { Json, JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";

/** One argument of a call, or a part of one. */
export interface Argument {
  /** Names of params: the outer one first. */
  readonly path: readonly string[];
  readonly value: Json;
  /** A list to which other words may add. */
  readonly isItem: boolean;
}

type Collected =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "list"; readonly items: Json[] }
  | { readonly kind: "fields"; readonly fields: Map<string, Collected> };

/** Arguments as they come, word by word. */
export function collectArguments() {
  const root = new Map<string, Collected>();
  return {
    /** @throws CliError for what is there already */
    add({ path, value, isItem }: Argument): void {
      let fields = root;
      const name = path.at(-1) ?? "";
      for (const part of path.slice(0, -1)) {
        const inner = fields.get(part) ?? { kind: "fields", fields: new Map<string, Collected>() };
        if (inner.kind !== "fields") throw new CliError(`the argument '${part}' is given twice`);
        fields.set(part, inner);
        fields = inner.fields;
      }
      const before = fields.get(name);
      if (before === undefined) {
        fields.set(
          name,
          isItem && Array.isArray(value) ? { kind: "list", items: [...value] } : { kind: "value", value },
        );
      } else if (before.kind === "list" && isItem && Array.isArray(value)) before.items.push(...value);
      else throw new CliError(`the argument '${path.join(".")}' is given twice`);
    },
    value: (): JsonObject => objectOf(root),
  };
}

function objectOf(fields: ReadonlyMap<string, Collected>): JsonObject {
  return Object.fromEntries([...fields].map(([name, one]) => [name, jsonOf(one)]));
}

function jsonOf(one: Collected): Json {
  switch (one.kind) {
    case "value":
      return one.value;
    case "list":
      return one.items;
    case "fields":
      return objectOf(one.fields);
  }
}
