// Puts allow rules into the user's own file of servers: text in, text out. Comments and layout stay.
import { CliError } from "../../terminal/cli-error.ts";
import { type JsoncNode, memberOf, parseJsonc } from "./jsonc.ts";
import { problemText } from "./load-servers.ts";

/**
 * @param shown the file as messages show it
 * @throws CliError for a text in which there is no place for them
 */
export function withAllowRules(text: string, rules: readonly string[], shown: string): string {
  const { root, problems } = parseJsonc({ path: shown, text });
  const [problem] = problems;
  if (problem !== undefined) throw new CliError(problemText(problem), { hint: "fix it first; nothing was changed" });
  const items = rules.map((rule) => JSON.stringify(rule));
  if (root === undefined) return `{\n  "allow": [${items.join(", ")}]\n}\n`;
  if (root.type !== "object") throw new CliError(`'${shown}' does not contain an object`);
  const list = memberOf(root, "allow");
  if (list === undefined) {
    const [first] = root.children ?? [];
    const member = `"allow": [${items.join(", ")}]`;
    if (first === undefined)
      return `${text.slice(0, root.offset)}{\n  ${member}\n}${text.slice(root.offset + root.length)}`;
    const indent = indentAt(text, first);
    return `${text.slice(0, first.offset)}${member},${indent}${text.slice(first.offset)}`;
  }
  if (list.type !== "array") throw new CliError(`'allow' in '${shown}' is not a list`);
  const last = list.children?.at(-1);
  if (last === undefined)
    return `${text.slice(0, list.offset)}[${items.join(", ")}]${text.slice(list.offset + list.length)}`;
  const end = last.offset + last.length;
  const indent = indentAt(text, last);
  return `${text.slice(0, end)}${items.map((item) => `,${indent}${item}`).join("")}${text.slice(end)}`;
}

/** What stands between something and another of its kind before it: a line end with its indentation, or a space. */
function indentAt(text: string, { offset }: JsoncNode): string {
  const [indent] = /\r?\n[ \t]*$/.exec(text.slice(0, offset)) ?? [" "];
  return indent;
}
