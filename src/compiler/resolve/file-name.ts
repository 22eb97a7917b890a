import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { replaceWord } from "../../diagnostics/mistyped.ts";
import { forms } from "../catalog/grammar/forms.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import { stringAt } from "../syntax/spec-node.ts";
import type { Context } from "./context.ts";

/**
 * Reports a name that is not that of the file, or a file whose name is the only one and can't be a name.
 * @param file of a tool, a prompt or a resource
 * @param fileName without its ending → the whole of it
 */
export function checkFileName(context: Context, file: SpecDocument, fileName = (name: string) => `${name}.yaml`): void {
  const { root, kind, name } = file;
  const span = nameSpan(file);
  const stated = stringAt(root, "name");
  if (stated !== undefined && stated !== name) {
    const help = `rename the file to ${fileName(stated)}, or write name: ${name}`;
    // Git and the handler use the name of the file, so the fix changes the key.
    const extras = { help, fix: replaceWord(span, name) };
    context.diagnostics.push(diagnostic("name-mismatch", { kind, name: stated, file: fileName(name) }, span, extras));
  }
  if (root === undefined || root.entries.has("name") || new RegExp(forms.name.pattern, "u").test(name)) return;
  const help = "rename the file";
  context.diagnostics.push(diagnostic("wrong-form", { found: name, expected: forms.name.description }, span, { help }));
}
