import type { EnvironmentVariable } from "../../contract/environment.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { pointer } from "../catalog/origins.ts";
import { booleanAt, entriesAt, type SpecMap, spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, optional } from "./context.ts";
import { lineAt } from "./texts.ts";

/** What the host reads of the environment, in the order of catalog.yaml. */
export function environmentOf(context: Context, root: SpecMap): readonly EnvironmentVariable[] {
  const entry = root.entries.get("environment");
  if (entry !== undefined) context.origins.set("/environment", entry.key);
  return entriesAt(root, "environment").map(([name, { key, value }], index) => {
    context.origins.set(pointer("/environment", index), key);
    const isRequired = booleanAt(value, "required") === true;
    const isSecret = booleanAt(value, "secret") === true;
    const otherwise = stringAt(value, "default");
    if (otherwise !== undefined && (isRequired || isSecret)) {
      const reason = isRequired ? "it is required" : "it is secret";
      const span = spanAt(value, "default");
      context.diagnostics.push(
        diagnostic("default-of-variable", { name, reason }, span, { help: "remove the default" }),
      );
    }
    return {
      name,
      description: lineAt(context, value, "description") ?? name,
      ...(isRequired ? { required: true as const } : {}),
      ...(isSecret ? { secret: true as const } : {}),
      ...optional("default", isRequired || isSecret ? undefined : otherwise),
    };
  });
}
