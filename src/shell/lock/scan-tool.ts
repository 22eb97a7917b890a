import { type TextRisk, textRisksIn } from "../../compiler/lint/text-risks.ts";
import type { Json } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { ParamsOf } from "../../diagnostics/codes.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { ShellTool } from "../sources/tool-source.ts";

/** Something in a tool's texts that is meant for the model and not for the user, or that can't be seen. */
export interface FoundText {
  /** JSON Pointer within the tool. */
  readonly at: string;
  readonly code: TextRisk["code"];
  /** Such as "the text gives orders to the model: 'do not tell the user'". */
  readonly message: string;
}

/**
 * Looks through every text of a tool for hidden characters and instructions to the model: titles and descriptions, but also
 * names of params, enum values, defaults and examples, because a client sends all of them to the model.
 */
export function scanTool(tool: ShellTool): readonly FoundText[] {
  const texts: FoundText[] = [];
  // Not by recursion: a hostile schema may be nested as deep as it likes.
  const waiting: { readonly at: string; readonly value: unknown }[] = [{ at: "", value: tool }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, value } = next;
    if (typeof value === "string") texts.push(...risksAt(value, at));
    else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value).reverse() as readonly (readonly [string, Json])[]) {
        const place = childPath(at, key);
        if (!Array.isArray(value)) texts.push(...risksAt(key, place));
        waiting.push({ at: place, value: child });
      }
    }
  }
  return texts;
}

/** Secrets and host names in a text are left out: they are a mistake of the tool's author, not an attack on its reader. */
function risksAt(text: string, at: string): readonly FoundText[] {
  return textRisksIn(text).flatMap((risk) => {
    if (risk.code === "description-hidden-unicode") return [found(risk.code, risk.params, at)];
    if (risk.code === "description-instruction-to-model") return [found(risk.code, risk.params, at)];
    return [];
  });
}

function found<C extends TextRisk["code"]>(code: C, params: ParamsOf<C>, at: string): FoundText {
  return { at, code, message: diagnostic(code, params, { path: at }).message };
}
