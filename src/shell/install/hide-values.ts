import { visit } from "jsonc-parser";
import type { EntryPlace } from "./edit-servers.ts";

/**
 * A configuration as it may be shown: other servers' values, other members' values and comments are hidden, since any may
 * be a secret. Of the entry itself its command is shown, and where it is ours its arguments. Names and layout stay.
 */
export function hideValues(text: string, { container, name }: EntryPlace, isOurs: boolean): string {
  const open = isOurs ? ["type", "command", "args"] : ["type", "command"];
  const isShown = ([first, second, third]: readonly (string | number)[]) =>
    first === container && second === name && open.some((member) => member === third);
  const hidden: { readonly offset: number; readonly length: number; readonly shown: string }[] = [];
  visit(
    text,
    {
      onLiteralValue: (value, offset, length, _line, _character, path) => {
        if (typeof value === "string" && !isShown(path())) hidden.push({ offset, length, shown: '"…"' });
      },
      onComment: (offset, length) => {
        hidden.push({ offset, length, shown: text.startsWith("//", offset) ? "// …" : "/* … */" });
      },
    },
    { allowTrailingComma: true },
  );
  let shown = "";
  let at = 0;
  for (const piece of hidden.sort((a, b) => a.offset - b.offset)) {
    shown += text.slice(at, piece.offset) + piece.shown;
    at = piece.offset + piece.length;
  }
  return shown + text.slice(at);
}
