import { quoteName } from "../contract/found.ts";
import { nearMiss } from "../contract/near-miss.ts";
import { ownValue } from "../contract/own-property.ts";
import { invalidParams } from "./answers.ts";
import type { CallState } from "./call-state.ts";
import type { CallAnswer } from "./result.ts";

/**
 * The answer to a name that can't be called: a JSON-RPC error, as the protocol asks. A retired name is told what took its
 * place, any other the nearest name in this caller's list. What policy denies looks as if it did not exist.
 */
export function unknownTool<Deps>(call: CallState<Deps>): CallAnswer {
  const { name } = call.request;
  const tombstone = ownValue(call.registry.retired, name);
  if (tombstone !== undefined) {
    const { removed, replacedBy, reason } = tombstone;
    const instead = replacedBy !== undefined && isCallable(call, replacedBy) ? replacedBy : undefined;
    const shown = call.textFilter.text(reason ?? "");
    const because = shown === "" ? "" : `: ${shown}`;
    const reported = instead === undefined ? undefined : call.names.shownOrOwn(instead);
    const use = reported === undefined ? "" : `; use '${reported}'`;
    return invalidParams(`Tool ${quoteName(name)} was removed in version ${removed}${because}${use}`, {
      tool: name,
      removed,
      ...(instead === undefined ? {} : { replacedBy: instead }),
    });
  }
  const near = nearMiss(name, reportableNames(call));
  const question = near === undefined ? "" : `; did you mean '${near}'?`;
  return invalidParams(`Unknown tool: ${quoteName(name)}${question}`, {
    tool: name.slice(0, maxNameLength),
    ...(near === undefined ? {} : { nearMiss: near }),
  });
}

/** Longer than any tool's name may be; what is echoed stays small. */
const maxNameLength = 128;

/** What the caller's list holds: hosts let a model call nothing else. Where nobody was told, all that policy permits. */
function reportableNames<Deps>(call: CallState<Deps>): readonly string[] {
  const { registry, names } = call;
  if (names.listed !== undefined) return names.listed;
  return [...Object.keys(registry.tools), ...Object.keys(registry.aliases)].filter((name) => isCallable(call, name));
}

function isCallable<Deps>(call: CallState<Deps>, name: string): boolean {
  if (Object.hasOwn(call.registry.tools, name)) return call.policy.permits(name);
  const alias = ownValue(call.registry.aliases, name);
  return alias !== undefined && call.policy.permits(alias.target, name);
}
