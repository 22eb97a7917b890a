import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import type { Question } from "../call-state.ts";

/** Whether to do that: the effect contains arguments, so characters that break the line or change its direction are replaced. */
export function questionOf(effect: string): Question {
  const shown = effect.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ");
  return { message: `This would ${clip(shown, limits.questionLength)}. Go on?` };
}
