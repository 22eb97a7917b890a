import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import type { Question } from "../call-state.ts";

/** Whether to do that. */
export function questionOf(effect: string): Question {
  return { message: `This would ${clip(oneLine(effect), limits.questionLength)}. Go on?` };
}

/** A question may hold arguments, so characters that break the line or change its direction are replaced. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ");
}
