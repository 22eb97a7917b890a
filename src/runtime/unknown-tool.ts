import { quoteName } from "../contract/found.ts";
import type { JsonObject } from "../contract/json.ts";
import { maxNameLength } from "../contract/near-miss.ts";
import { ownValue } from "../contract/own-property.ts";
import { retiredClause } from "../contract/retired-name.ts";
import { invalidParams } from "./answers.ts";
import type { CallState } from "./call-state.ts";
import type { CallAnswer } from "./result.ts";

/**
 * The answer to a name that can't be called: a JSON-RPC error, as the protocol wants it. For a removed tool it names the
 * replacement, for any other name the one of the caller's list that is meant. What policy denies looks as if it did not exist.
 */
export async function unknownTool<Deps>(call: CallState<Deps>): Promise<CallAnswer> {
  const { name } = call.request;
  const retired = retiredTool(call, name);
  if (retired !== undefined) return invalidParams(`Tool ${retired.text}`, { tool: name, ...retired.facts });
  const { meantTool } = await import("./builtins/meant-tool.ts");
  const near = meantTool(name, candidateNames(call));
  const question = near === undefined ? "" : `; did you mean '${near}'?`;
  return invalidParams(`Unknown tool: ${quoteName(name)}${question}`, {
    tool: name.slice(0, maxNameLength),
    ...(near === undefined ? {} : { nearMiss: near }),
  });
}

export interface RetiredTool {
  /** What became of it and what to use instead, as the end of a sentence that begins with the kind of thing. */
  readonly text: string;
  readonly facts: JsonObject;
}

/** What is said of a name that no tool has any more, or that is another system's; undefined for any other. */
export function retiredTool<Deps>(call: CallState<Deps>, name: string): RetiredTool | undefined {
  const retired = ownValue(call.registry.retired, name);
  if (retired === undefined) return undefined;
  const { of, removed, replacedBy, reason } = retired;
  const replacement = replacedBy !== undefined && isCallable(call, replacedBy) ? replacedBy : undefined;
  const shown = call.textFilter.text(reason ?? "");
  const because = shown === "" ? "" : `: ${shown}`;
  const shownAs = replacement === undefined ? undefined : call.names.shownOrOwn(replacement);
  const use = shownAs === undefined ? "" : `; use '${shownAs}'`;
  return {
    text: `${quoteName(name)} ${retiredClause(retired)}${because}${use}`,
    facts: {
      ...(of === undefined ? {} : { of }),
      ...(removed === undefined ? {} : { removed }),
      ...(replacement === undefined ? {} : { replacedBy: replacement }),
    },
  };
}

/** The names of the caller's list: clients let a model call no others. All permitted names where the list is not known. */
function candidateNames<Deps>(call: CallState<Deps>): readonly string[] {
  const { registry, names } = call;
  if (names.listed !== undefined) return names.listed;
  return [...Object.keys(registry.tools), ...Object.keys(registry.aliases)].filter((name) => isCallable(call, name));
}

function isCallable<Deps>(call: CallState<Deps>, name: string): boolean {
  if (Object.hasOwn(call.registry.tools, name)) return call.policy.permits(name);
  const alias = ownValue(call.registry.aliases, name);
  return alias !== undefined && call.policy.permits(alias.target, name);
}
