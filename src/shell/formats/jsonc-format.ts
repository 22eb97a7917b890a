import { visit } from "jsonc-parser";
import { type JsoncNode, parseJsonc } from "../servers/jsonc.ts";
import type { ConfigFormat } from "./config-format.ts";
import { missingLevels, putBack, putEntry, rawEntry, removeEntry } from "./edit-jsonc.ts";
import { type HiddenPiece, withoutPieces } from "./hidden-pieces.ts";

export const jsoncFormat: ConfigFormat = {
  parse: parseJsonc,
  nullIsEmpty: false,
  raw: (text, place) => rawEntry(text, rootOf(text), place),
  missingLevels: (text, place) => missingLevels(rootOf(text), place),
  put: (text, place, entry) => putEntry(text, rootOf(text), place, entry),
  putBack: (text, place, raw) => {
    const root = rootOf(text);
    return root === undefined ? text : putBack(text, root, place, raw);
  },
  remove: (text, place, levels) => {
    const root = rootOf(text);
    return root === undefined ? text : removeEntry(text, root, place, levels);
  },
  hide: (text, isShown) => {
    const hidden: HiddenPiece[] = [];
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
    return withoutPieces(text, hidden);
  },
};

function rootOf(text: string): JsoncNode | undefined {
  return parseJsonc({ path: "", text }).root;
}
