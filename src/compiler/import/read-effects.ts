import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import type { Effects } from "../../contract/tool-facts.ts";
import { verbEffectOf } from "../lint/name-words.ts";
import type { Lose } from "./loss.ts";

/**
 * Annotations → effects, with MCP's own defaults where they are silent: a tool may destroy and reach out unless a hint
 * denies it. Names that begin with a verb of reading or adding are believed not to destroy.
 * @see MCP 2025-11-25 schema, "ToolAnnotations"
 */
export function readEffects(raw: JsonObject, name: string, pointer: string, lose: Lose): Effects {
  const annotations = isJsonObject(raw.annotations) ? raw.annotations : {};
  const hint = (key: string) => (typeof annotations[key] === "boolean" ? annotations[key] : undefined);
  const at = `${pointer}/annotations`;
  const readOnly = hint("readOnlyHint") ?? false;
  const hinted = hint("destructiveHint");
  const verbEffect = verbEffectOf(name);
  const isHarmless = verbEffect === "reads" || /^(?:add|append|check|create|echo|insert|lookup)(?:_|$)/.test(name);
  const destructive = !readOnly && (hinted ?? (verbEffect === "destroys" || !isHarmless));
  const effects: Effects = {
    readOnly,
    destructive,
    idempotent: hint("idempotentHint") ?? readOnly,
    openWorld: hint("openWorldHint") ?? true,
  };
  const unsaid = (["readOnlyHint", "destructiveHint", "openWorldHint"] as const).filter(
    (key) => hint(key) === undefined && !(key === "destructiveHint" && readOnly),
  );
  if (unsaid.length > 0) {
    const instead = `read_only: ${readOnly}, destructive: ${destructive}, open_world: ${effects.openWorld}`;
    lose({ pointer: at, keyword: unsaid.join(", "), effect: "assumed", why: "the list does not specify it", instead });
  }
  return effects;
}
