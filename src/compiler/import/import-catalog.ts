// An import that compiles, whatever the list: what the compiler refuses is removed and reported, and the rest tried again.
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import { setOwn } from "../../contract/own-property.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import { groupBy } from "../catalog/lookup.ts";
import { check } from "../compile.ts";
import { printYaml } from "../syntax/print-yaml.ts";
import { readYaml } from "../syntax/read-yaml.ts";
import type { SpecNode } from "../syntax/spec-node.ts";
import { asImported } from "./catalog-yaml.ts";
import { type Draft, type ImportedTool, type ImportOptions, importList } from "./import-list.ts";
import { type ListedForms, withSchemaOf } from "./keep-schema.ts";
import type { Loss, LossEffect } from "./loss.ts";
import type { ImportedPrompt } from "./read-offers.ts";

export interface ImportedCatalog {
  readonly server: string;
  /** Paths such as "schema/tools/notes/note_create.yaml"; sorted. */
  readonly files: readonly SourceFile[];
  readonly tools: readonly ImportedTool[];
  readonly prompts: readonly ImportedPrompt[];
  /** In the order of the list; what the compiler had refused stands at the end. */
  readonly lost: readonly Loss[];
  /** Names that were asked for and that the list does not have. */
  readonly unknown: readonly string[];
  /** The compiler's findings, with the files that were there before. With errors among them nothing must be written. */
  readonly findings: readonly Diagnostic[];
}

/** Rounds of taking out and trying again. */
const maxRounds = 12;

/**
 * @param before the schema files that are there already; they compile
 * @returns undefined when the value is not a list of tools
 */
export function importCatalog(
  list: unknown,
  options: ImportOptions,
  before: readonly SourceFile[] = [],
): ImportedCatalog | undefined {
  const imported = importList(list, options);
  if (imported === undefined) return undefined;
  const lost = [...imported.lost];
  let drafts = imported.drafts;
  let outcome = tryOut(drafts, before);
  const origin = { tools: imported.tools, list, forms: new WeakMap() };
  for (let round = 0; round < maxRounds && outcome.errors.length > 0; round++) {
    const fixed = takeOut(drafts, outcome.errors, origin);
    if (!fixed.isChanged) break;
    lost.push(...fixed.lost);
    drafts = fixed.drafts;
    outcome = tryOut(drafts, before);
  }
  const paths = new Set(drafts.map(({ path }) => path));
  return {
    server: imported.server,
    files: outcome.files,
    tools: imported.tools.filter(({ path }) => paths.has(path)),
    prompts: imported.prompts.filter(({ name }) => paths.has(`schema/prompts/${name}.yaml`)),
    lost,
    unknown: imported.unknown,
    findings: outcome.findings,
  };
}

function tryOut(drafts: readonly Draft[], before: readonly SourceFile[]) {
  const files = drafts.map(({ path, value }): SourceFile => ({ path, text: printYaml(value) }));
  const { diagnostics } = check([...before, ...files]);
  return { files, findings: diagnostics, errors: diagnostics.filter(({ severity }) => severity === "error") };
}

interface Adjusted {
  readonly isChanged: boolean;
  readonly drafts: readonly Draft[];
  readonly lost: readonly Loss[];
}

/** What the drafts were made of. */
interface Origin {
  readonly tools: readonly ImportedTool[];
  readonly list: unknown;
  readonly forms: ListedForms;
}

/**
 * A refused part of a param or a result goes as far as the language's own words: the schema of the list takes its place. Any other
 * refused part goes; a tool whose refused part can't go alone goes as a whole. */
function takeOut(drafts: readonly Draft[], errors: readonly Diagnostic[], { tools, list, forms }: Origin): Adjusted {
  const lost: Loss[] = [];
  let isChanged = false;
  const gone = new Map<string, string>();
  const values = new Map<string, JsonObject>();
  const goneOffers = new Set<string>();
  const errorsIn = groupBy(errors, ({ span }) => span?.file.path);
  for (const { path, value, tools: users, offer } of drafts) {
    let left = value;
    const found = errorsIn.get(path) ?? [];
    const [file] = found.flatMap(({ span }) => span?.file ?? []);
    // For all findings of a file at once: it may be large, and they may be many.
    const tree = file && readYaml(file).value;
    const listed = file && users.length === 1 ? listedTool(users[0], { tools, list }) : undefined;
    for (const { span, message } of found) {
      const keys = span === undefined ? [] : keysAt(span, tree);
      const asSchema = withSchemaOf(listed, left, keys, forms);
      if (asSchema !== undefined) {
        left = asSchema;
        isChanged = true;
        continue;
      }
      const part = partToDrop(keys);
      if (part === undefined && offer !== undefined) {
        if (!goneOffers.has(path)) {
          const keyword = offer.split("/")[1] ?? "";
          lost.push({ tool: "", pointer: offer, keyword, effect: "left-out", why: message, instead: "nothing" });
        }
        goneOffers.add(path);
        continue;
      }
      if (part === undefined) {
        for (const user of users) gone.set(user, message);
        continue;
      }
      const next = withTextListed(dropAt(left, part), left, part);
      if (next === left) continue;
      left = next;
      isChanged = true;
      if (isListedText(part) && offer === undefined) continue;
      for (const user of users.length === 0 ? [""] : users) {
        const pointer = offer ?? tools.find((tool) => tool.original === user)?.pointer ?? "";
        const keyword = part.at(-1) ?? "";
        const effect = effectOf[keyword] ?? "dropped";
        lost.push({ tool: user, pointer, keyword, effect, why: message, instead: "nothing" });
      }
    }
    values.set(path, left);
  }
  for (const [user, why] of gone) {
    const pointer = tools.find((tool) => tool.original === user)?.pointer ?? "";
    lost.push({ tool: user, pointer, keyword: "tools", effect: "left-out", why, instead: "nothing" });
  }
  const stays = drafts.filter(
    (draft) => !goneOffers.has(draft.path) && (draft.tools.length === 0 || draft.tools.some((user) => !gone.has(user))),
  );
  const left = new Set(tools.filter(({ original }) => !gone.has(original)).map(({ name }) => name));
  return {
    isChanged: isChanged || gone.size > 0 || goneOffers.size > 0,
    drafts: stays.map((draft) => ({
      ...draft,
      value: withOrder(values.get(draft.path) ?? draft.value, (name) => left.has(name)),
      tools: draft.tools.filter((user) => !gone.has(user)),
    })),
    lost,
  };
}

function listedTool(original: string | undefined, { tools, list }: Pick<Origin, "tools" | "list">): unknown {
  const pointer = tools.find((tool) => tool.original === original)?.pointer;
  return pointer === undefined ? undefined : valueAt(list, pointer);
}

/** The texts of a tool that a list may show: a finding about one never takes it from the list. */
function isListedText(part: readonly string[]): boolean {
  return part.length === 1 && (part[0] === "description" || part[0] === "summary");
}

function withTextListed(next: JsonObject, before: JsonObject, part: readonly string[]): JsonObject {
  const listed = isJsonObject(next.listed) ? next.listed : undefined;
  const shown = before.description ?? before.summary;
  if (listed === undefined || !isListedText(part) || Object.hasOwn(listed, "description") || shown === undefined)
    return next;
  return { ...next, listed: { ...listed, description: shown } };
}

/** The list of a catalog without the tools that are gone. */
function withOrder(value: JsonObject, stays: (name: string) => boolean): JsonObject {
  const profiles = isJsonObject(value.profiles) ? value.profiles : undefined;
  const profile = isJsonObject(profiles?.[asImported]) ? profiles[asImported] : undefined;
  if (!Array.isArray(profile?.order)) return value;
  const order = profile.order.filter((name: Json) => typeof name === "string" && stays(name));
  return { ...value, profiles: { ...profiles, [asImported]: { ...profile, order } } };
}

/** Keys that a part can do without, and what its going means for calls. */
const effectOf: { readonly [key: string]: LossEffect } = {
  description: "dropped",
  summary: "dropped",
  title: "dropped",
  instructions: "dropped",
  examples: "dropped",
  default: "dropped",
  deprecated: "dropped",
  pattern: "wider",
  format: "wider",
  aliases: "narrower",
};

/** The innermost key on the way that can go. Names of params don't count as keys. */
function partToDrop(keys: readonly string[]): readonly string[] | undefined {
  for (let length = keys.length; length > 0; length--) {
    const isName = /^(?:params|fields|families|errors)$/.test(keys[length - 2] ?? "");
    if (!isName && Object.hasOwn(effectOf, keys[length - 1] ?? "")) return keys.slice(0, length);
  }
  return undefined;
}

function dropAt(value: JsonObject, keys: readonly string[]): JsonObject {
  const [key, ...rest] = keys;
  if (key === undefined || !Object.hasOwn(value, key)) return value;
  const copy: { [key: string]: Json } = {};
  let isChanged = false;
  for (const [name, child] of Object.entries(value)) {
    const next = name === key ? (rest.length === 0 ? withoutText(value, key) : dropIn(child, rest)) : child;
    isChanged ||= next !== child;
    if (next !== undefined) setOwn(copy, name, next);
  }
  return isChanged ? copy : value;
}

function dropIn(child: Json, keys: readonly string[]): Json {
  if (isJsonObject(child)) return dropAt(child, keys);
  const index = Number(keys[0]);
  if (!Array.isArray(child) || keys.length < 2) return child;
  return child.map((item: Json, at) => (at === index ? dropIn(item, keys.slice(1)) : item));
}

/** Some texts must be there; a plain one takes the place of theirs. */
function withoutText(owner: JsonObject, key: string): Json | undefined {
  // A prompt or a resource: tools are described by their summary, and parts have no name inside.
  const isOffer = key === "description" && typeof owner.name === "string" && owner.summary === undefined;
  if (key !== "title" && key !== "summary" && !isOffer) return undefined;
  const plain = String(owner.name ?? "tool").replaceAll("_", " ");
  if (isOffer) return plain;
  return key === "title" ? plain : `Run '${plain}'.`;
}

/** Keys and indexes on the way to the innermost node that holds the beginning of a span. */
function keysAt(span: Span, root: SpecNode | undefined): readonly string[] {
  const keys: string[] = [];
  const holds = ({ start, end }: Span) => start <= span.start && span.start <= end;
  for (let node: SpecNode | undefined = root; node !== undefined; ) {
    let next: SpecNode | undefined;
    if (node.kind === "map") {
      for (const [key, entry] of node.entries) {
        if (!holds(entry.key) && !holds(entry.value.span)) continue;
        keys.push(key);
        next = holds(entry.value.span) ? entry.value : undefined;
        break;
      }
    } else if (node.kind === "list") {
      const index = node.items.findIndex((item) => holds(item.span));
      next = node.items[index];
      if (index !== -1) keys.push(String(index));
    }
    node = next;
  }
  return keys;
}
