import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Prompt, PromptArgument, PromptText } from "../catalog/offers.ts";
import { pointer } from "../catalog/origins.ts";
import { ownName } from "../catalog/own-names.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import {
  at,
  booleanAt,
  entriesAt,
  itemsAt,
  type SpecMap,
  type SpecNode,
  stringAt,
  verbatimAt,
} from "../syntax/spec-node.ts";
import { type Context, optional } from "./context.ts";
import { checkFileName } from "./file-name.ts";
import { completionOf, namesOf, placeOffer, reportNotComputed, reportSameNames } from "./offer.ts";
import { type Arguments, lineAt, templateAt, textAt } from "./texts.ts";

/** The prompts of a catalog. @param files sorted by path, so that their names are sorted too */
export function promptsOf(context: Context, files: readonly SpecDocument[]): readonly Prompt[] {
  const readable = files.flatMap((file) => (file.root === undefined ? [] : [{ file, root: file.root }]));
  reportSameNames(
    context,
    "prompt",
    readable.map(({ file, root }) => ({ own: file.name, key: nameSpan(file), node: root })),
  );
  return readable.map(({ file, root }, index) => promptOf(context, file, root, pointer("/prompts", index)));
}

function promptOf(context: Context, file: SpecDocument, root: SpecMap, base: string): Prompt {
  const { name } = file;
  placeOffer(context, file, base);
  checkFileName(context, file);
  const given = entriesAt(root, "arguments");
  reportSameNames(
    context,
    "argument",
    given.map(([own, { key, value }]) => ({ own, key, node: value })),
  );
  const args = given.map(([argument, { key, value }], index) => {
    const place = pointer(base, "arguments", index);
    context.origins.set(place, key);
    return argumentOf(context, argument, value, place);
  });
  const messages = messagesOf(context, file, root, args, base);
  return {
    ...namesOf(name, root),
    ...optional("title", lineAt(context, root, "title", pointer(base, "title"))),
    description: textAt(context, root, "description", pointer(base, "description")) ?? name,
    arguments: args,
    ...optional("messages", messages),
    ...optional("verbatim", verbatimAt(root, "listed")),
  };
}

function argumentOf(context: Context, name: string, node: SpecNode, place: string): PromptArgument {
  return {
    ...namesOf(name, node),
    ...optional("title", lineAt(context, node, "title", pointer(place, "title"))),
    ...optional("description", textAt(context, node, "description", pointer(place, "description"))),
    required: booleanAt(node, "required") === true,
    ...optional("completion", completionOf(node)),
    ...optional("verbatim", verbatimAt(node, "listed")),
  };
}

/** undefined where a handler makes them. */
function messagesOf(
  context: Context,
  file: SpecDocument,
  root: SpecMap,
  declared: readonly PromptArgument[],
  base: string,
): readonly PromptText[] | undefined {
  if (booleanAt(root, "computed") === true) return undefined;
  if (at(root, "messages") === undefined) {
    reportNotComputed(context, root, "messages");
    return [];
  }
  const names = declared.map(ownName);
  const args: Arguments = { prompt: file.name, names, used: new Set() };
  let isUnread = false;
  const messages = itemsAt(root, "messages").map((item, index): PromptText => {
    const text = templateAt(context, item, "text", pointer(base, "messages", index, "text"), args);
    if (text === undefined) isUnread = true;
    return { role: stringAt(item, "role") === "assistant" ? "assistant" : "user", text: text ?? "" };
  });
  for (const [name, { key }] of entriesAt(root, "arguments")) {
    if (isUnread || args.used.has(name)) continue;
    const help = `write {{${name}}} in a message, or remove the argument`;
    context.diagnostics.push(diagnostic("prompt-argument-unused", { name, prompt: file.name }, key, { help }));
  }
  return messages;
}
