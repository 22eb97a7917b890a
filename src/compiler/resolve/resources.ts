import { parseUriTemplate } from "../../contract/uri-template.ts";
import { type DiagnosticExtras, diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped, replaceWord } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Resource, TemplateVariable } from "../catalog/offers.ts";
import { pointer } from "../catalog/origins.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import {
  at,
  booleanAt,
  entriesAt,
  isBrokenAt,
  type SpecMap,
  spanAt,
  stringAt,
  verbatimAt,
} from "../syntax/spec-node.ts";
import { type Context, optional } from "./context.ts";
import { checkFileName } from "./file-name.ts";
import { completionOf, namesOf, placeOffer, reportNotComputed } from "./offer.ts";
import { lineAt, textAt } from "./texts.ts";

/** The resources of a catalog. @param files sorted by path, so that their names are sorted too */
export function resourcesOf(context: Context, files: readonly SpecDocument[]): readonly Resource[] {
  const readable = files.flatMap((file) => (file.root === undefined ? [] : [{ file, root: file.root }]));
  reportSameUris(context, readable);
  return readable.map(({ file, root }, index) => resourceOf(context, file, root, pointer("/resources", index)));
}

function reportSameUris(context: Context, files: readonly { readonly root: SpecMap }[]): void {
  const places = new Map<string, Span>();
  for (const { root } of files) {
    for (const key of ["uri", "uri_template"]) {
      const uri = stringAt(root, key);
      if (uri === undefined) continue;
      const span = spanAt(root, key);
      const earlier = places.get(uri);
      if (earlier === undefined) places.set(uri, span);
      else {
        const related = [{ span: earlier, message: "the other one" }];
        context.diagnostics.push(diagnostic("duplicate-name", { name: uri, kind: "resource" }, span, { related }));
      }
    }
  }
}

function resourceOf(context: Context, file: SpecDocument, root: SpecMap, base: string): Resource {
  const { name } = file;
  placeOffer(context, file, base);
  checkFileName(context, file);
  const uri = stringAt(root, "uri");
  const template = stringAt(root, "uri_template");
  if (uri !== undefined) {
    const problem = uriProblem(uri);
    if (problem !== undefined) {
      context.diagnostics.push(diagnostic("resource-uri", { uri, problem }, spanAt(root, "uri"), uriRepair(uri, root)));
    }
  }
  const text = textAt(context, root, "text", pointer(base, "text"));
  const isComputed = booleanAt(root, "computed") === true;
  const hasText = at(root, "text") !== undefined || isBrokenAt(root, "text");
  if (!hasText) reportNotComputed(context, root, "text");
  if (template !== undefined && hasText) {
    context.diagnostics.push(
      diagnostic("template-with-text", { name }, spanAt(root, "text"), {
        help: "write 'computed: true' in place of 'text': a handler gets the variables",
      }),
    );
  }
  const mimeType = stringAt(root, "mime_type") ?? (isComputed ? undefined : "text/markdown");
  return {
    ...namesOf(name, root),
    ...optional("title", lineAt(context, root, "title", pointer(base, "title"))),
    description: textAt(context, root, "description", pointer(base, "description")) ?? name,
    ...(template === undefined ? { uri: uri ?? "" } : { uriTemplate: template }),
    ...optional("mimeType", mimeType),
    ...(isComputed ? {} : { text: text ?? "" }),
    ...optional("variables", variablesOf(context, root, template, base)),
    ...optional("verbatim", verbatimAt(root, "listed")),
  };
}

/** What is wrong with a URI, as the end of the sentence "'…' …". */
function uriProblem(uri: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:[^\s]+$/.test(uri)) return "has no scheme";
  if (uri.startsWith("pegboard:")) return "begins with 'pegboard:', which is the server's own";
  return /[{}]/.test(uri) ? "has braces; a URI with variables is a uri_template" : undefined;
}

/** What to write instead of a URI with a problem. */
function uriRepair(uri: string, root: SpecMap): Pick<DiagnosticExtras, "help" | "fix"> {
  const key = root.entries.get("uri")?.key;
  if (uriProblem(uri.replaceAll(/[{}]/g, "")) !== undefined || key === undefined) {
    return { help: "begin it with a scheme of your own, such as notes://" };
  }
  const help = "write 'uri_template'";
  return { help, fix: root.entries.has("uri_template") ? undefined : replaceWord(key, "uri_template") };
}

const templateRepair = {
  help: "write each variable once, as one name in braces with text before it, such as notes://note/{id}/{part}",
};

/** Of the template, in its order; `variables` tells more of them. */
function variablesOf(
  context: Context,
  root: SpecMap,
  template: string | undefined,
  base: string,
): readonly TemplateVariable[] | undefined {
  const given = entriesAt(root, "variables");
  const parsed = parseUriTemplate(template ?? "");
  if (template !== undefined && (parsed.problem !== undefined || uriProblem(template.replaceAll(/[{}]/g, "")))) {
    const problem = parsed.problem ?? uriProblem(template.replaceAll(/[{}]/g, "")) ?? "";
    const repair = parsed.problem === undefined ? uriRepair(template, root) : templateRepair;
    context.diagnostics.push(
      diagnostic("resource-uri", { uri: template, problem }, spanAt(root, "uri_template"), repair),
    );
    return [];
  }
  const names = parsed.parts.flatMap((part) => (typeof part === "string" ? [] : [part.variable]));
  for (const [name, { key }] of given) {
    if (names.includes(name)) continue;
    const extras = mistyped(name, key, names);
    context.diagnostics.push(diagnostic("unknown-variable", { name, template: template ?? "" }, key, extras));
  }
  if (template === undefined) return undefined;
  const about = new Map(given);
  return names.map((name, index) => {
    const node = about.get(name)?.value;
    if (node === undefined) return { name };
    return {
      name,
      ...optional("description", textAt(context, node, "description", pointer(base, "variables", index))),
      ...optional("completion", completionOf(node)),
    };
  });
}
