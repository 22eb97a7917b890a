import { errors } from "../../../generated/errors.ts";
import { controlInLine } from "../../services/namespaces/control-characters.ts";

/** What is written into one line of a file has no control characters. */
export function controlInTitle(texts: { readonly title?: string | undefined; readonly area?: string | undefined }) {
  for (const param of ["title", "area"] as const) {
    const character = controlInLine(texts[param] ?? "");
    if (character !== undefined) return errors.controlCharacter({ param, character });
  }
  return undefined;
}
