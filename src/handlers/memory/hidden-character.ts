import { controlInLine } from "../../services/namespaces/control-characters.ts";

/** The first control character in what people read as one line; contents may hold anything. */
export function hiddenCharacter({
  title,
  tags = [],
}: {
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}): { param: string; character: string } | undefined {
  const inTitle = title === undefined ? undefined : controlInLine(title);
  if (inTitle !== undefined) return { param: "title", character: inTitle };
  const inTags = tags.map(controlInLine).find((character) => character !== undefined);
  return inTags === undefined ? undefined : { param: "tags", character: inTags };
}
