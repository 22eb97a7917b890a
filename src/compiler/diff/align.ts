import { sameJson } from "../../contract/alias.ts";
import type { DeclaredError } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { isCurrent } from "../catalog/versions.ts";
import { alignAliases } from "./align-aliases.ts";
import { alignContract } from "./align-contract.ts";
import { alignListings } from "./align-listings.ts";
import { alignOffers } from "./align-offers.ts";
import type { Catalogs } from "./align-values.ts";
import { type ComparedCatalog, type ComparedTool, currentComparedTool } from "./compared.ts";
import { deprecationKept } from "./deprecation-kept.ts";
import type { DiffEvent, Place } from "./event.ts";
import { indexPairs } from "./index-pairs.ts";
import { renamedParams } from "./renamed-params.ts";
import { type Renames, renamesOf } from "./renames.ts";
import { changedKeys, haveSameTypes, type IndexedTool, isProse, toolsToCompare, versionKey } from "./same-tool.ts";

/** Walks two catalogs once, side by side, and lists everything that differs or may differ. It judges nothing. */
export function align(base: ComparedCatalog, head: ComparedCatalog): readonly DiffEvent[] {
  const renames = renamesOf(base, head);
  return [
    { kind: "catalog-kept", at: { subject: "catalog", basePointer: "", headPointer: "" }, base, head },
    ...alignTools(base, head, renames),
    ...alignRegrouped(base, head, renames),
    ...alignVersions(base, head),
    ...alignAliases(base, head, renames),
    ...alignErrors(base, head),
    ...alignOffers(base, head),
    ...alignListings(base, head, renames),
  ];
}

/** Who asks for no version gets the current one, so the current ones are compared with each other. */
function alignTools(base: ComparedCatalog, head: ComparedCatalog, renames: Renames): DiffEvent[] {
  const sameTypes = haveSameTypes(base, head);
  const sameRoots = sameTypes && base.unknownParams === head.unknownParams;
  const renamed = renamedParams(base, head);
  const kept = new Set(head.tools.filter((tool) => !isCurrent(tool)).map(versionKey));
  // A listed tool has its types in itself, so those of others do not matter.
  const alone = base.listed === true && head.listed === true;
  const unequal = toolsToCompare(base, head, sameRoots || alone);
  return pairs(placed(unequal.base), placed(unequal.head)).flatMap(([was, is]): DiffEvent[] => {
    const tool = is?.tool ?? was?.tool;
    if (tool === undefined) return [];
    const at: Place = {
      ...placeOf(tool, was, is, tool.name),
      ...(was !== undefined && kept.has(versionKey(was.tool)) ? { keptVersion: was.tool.version } : {}),
    };
    if (was === undefined) {
      return [{ kind: "tool-added", at, tool, ...(renames.formers.has(tool.name) ? { accounted: true } : {}) }];
    }
    if (is === undefined) return [toolRemoved(was.tool, at, head, renames)];
    return alignTool(was.tool, is.tool, at, { base, head, sameTypes, sameRoots, renamed });
  });
}

/** What took its place, where something did, is where people look for it in the head. */
function toolRemoved(tool: ComparedTool, at: Place, head: ComparedCatalog, renames: Renames): DiffEvent {
  const replacement = renames.replacements.get(tool.name);
  const renameCandidate = renames.renameCandidates.get(tool.name);
  const evidence = renames.evidence.get(tool.name);
  const successor = replacement ?? renameCandidate;
  return {
    kind: "tool-removed",
    at: successor === undefined ? at : { ...at, headPointer: placeOfName(tool.name, successor, head) },
    tool,
    ...(replacement === undefined ? {} : { replacement }),
    ...(renameCandidate === undefined ? {} : { renameCandidate }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** The alias that carries the name, or the tool that should. */
function placeOfName(name: string, tool: ComparedTool, head: ComparedCatalog): string {
  const index = head.tools.indexOf(tool);
  const base = index === -1 ? pointer("/builtins", head.builtins?.indexOf(tool) ?? 0) : pointer("/tools", index);
  const alias = tool.aliases.findIndex((one) => one.name === name);
  return alias === -1 ? base : pointer(base, "aliases", alias);
}

function alignRegrouped(base: ComparedCatalog, head: ComparedCatalog, renames: Renames): DiffEvent[] {
  const at = (whole: ComparedTool, pointers: Pick<Place, "basePointer" | "headPointer">): Place => ({
    tool: whole.name,
    stability: whole.stability,
    subject: whole.name,
    ...pointers,
  });
  return [
    ...renames.splits.map(({ whole, parts }): DiffEvent => {
      const [first] = parts;
      const basePointer = pointer("/tools", base.tools.indexOf(whole));
      return {
        kind: "tool-split",
        at: at(whole, {
          basePointer,
          ...(first === undefined ? {} : { headPointer: pointer("/tools", head.tools.indexOf(first.tool)) }),
        }),
        whole,
        parts,
      };
    }),
    ...renames.merges.map(({ whole, parts }): DiffEvent => {
      const headPointer = pointer("/tools", head.tools.indexOf(whole));
      return { kind: "tool-merged", at: at(whole, { headPointer }), whole, parts };
    }),
  ];
}

/** Who asks for a version keeps getting that one, whether it is the current one or not. */
function alignVersions(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  const sameTypes = haveSameTypes(base, head);
  const sameRoots = sameTypes && base.unknownParams === head.unknownParams;
  // The current versions were compared already, where they have one number.
  const isOpen = (tool: ComparedTool) => {
    const [was, is] = [currentComparedTool(tool.name, base), currentComparedTool(tool.name, head)];
    return was !== undefined && is !== undefined && !(isCurrent(tool) && was.version === is.version);
  };
  const numbered = (tools: readonly IndexedTool[]) =>
    tools.flatMap((one) => (isOpen(one.tool) ? [{ ...one, name: versionKey(one.tool) }] : []));
  const unequal = toolsToCompare(base, head, sameRoots);
  return pairs(numbered(unequal.base), numbered(unequal.head)).flatMap(([was, is]): DiffEvent[] => {
    const tool = is?.tool ?? was?.tool;
    if (tool === undefined) return [];
    const at = placeOf(tool, was, is, `${tool.name} version ${tool.version}`);
    if (was === undefined) return [{ kind: "version-added", at, tool }];
    if (is === undefined) return [{ kind: "version-removed", at, tool }];
    // Those were compared already.
    if (isCurrent(was.tool) && isCurrent(is.tool)) return [];
    if (sameRoots && sameJson(contractOf(was.tool), contractOf(is.tool))) {
      return deprecationKept("version", was.tool, is.tool, at);
    }
    return alignTool(was.tool, is.tool, at, { base, head, sameTypes, sameRoots });
  });
}

/** What a caller of the version sees: not who answers it, nor for how long it is kept. */
function contractOf({
  supersededBy: _by,
  upgrade: _how,
  deprecated: _until,
  aliases: _names,
  ...contract
}: ComparedTool) {
  return contract;
}

interface PlacedTool extends IndexedTool {
  readonly name: string;
}

/** The current ones. */
function placed(tools: readonly IndexedTool[]): readonly PlacedTool[] {
  return tools.flatMap((one) => (isCurrent(one.tool) ? [{ ...one, name: one.tool.name }] : []));
}

function placeOf(tool: ComparedTool, was: PlacedTool | undefined, is: PlacedTool | undefined, subject: string): Place {
  return {
    tool: tool.name,
    stability: was?.tool.stability ?? tool.stability,
    subject,
    ...(was === undefined ? {} : { basePointer: pointer("/tools", was.index) }),
    ...(is === undefined ? {} : { headPointer: pointer("/tools", is.index) }),
  };
}

interface AlignedCatalogs extends Catalogs {
  /** Types, and what becomes of unknown params, are the same in both. */
  readonly sameRoots: boolean;
}

function alignTool(base: ComparedTool, head: ComparedTool, at: Place, catalogs: AlignedCatalogs): DiffEvent[] {
  const changed = changedKeys(base, head);
  return [
    { kind: "tool-kept", at, base, head, changed },
    ...deprecationKept(isCurrent(head) ? "tool" : "version", base, head, at),
    ...(catalogs.sameRoots && isProse(changed) ? [] : alignContract(base, head, at, catalogs)),
    ...alignRaised(base, head, at),
  ];
}

function alignRaised(base: ComparedTool, head: ComparedTool, at: Place): DiffEvent[] {
  const removed = base.errors.filter((name) => !head.errors.includes(name));
  const added = head.errors.filter((name) => !base.errors.includes(name));
  const place = (name: string): Place => ({ ...at, subject: `${at.subject} error ${name}` });
  return [
    ...removed.map((name) => ({ kind: "error-removed" as const, at: place(name), tool: head, name })),
    ...added.map((name) => ({ kind: "error-added" as const, at: place(name), tool: head, name })),
  ];
}

function alignErrors(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  return indexPairs(base.errors, head.errors).flatMap(([baseAt, headAt]): DiffEvent[] => {
    const was: DeclaredError | undefined = base.errors[baseAt ?? -1];
    const is: DeclaredError | undefined = head.errors[headAt ?? -1];
    if (was === undefined || is === undefined || baseAt === undefined || headAt === undefined) return [];
    const at: Place = {
      subject: `error ${is.name}`,
      basePointer: pointer("/errors", baseAt),
      headPointer: pointer("/errors", headAt),
    };
    return [{ kind: "error-kept", at, base: was, head: is }, ...deprecationKept("error", was, is, at)];
  });
}

/** The same as pairs of things. */
function pairs<T extends { readonly name: string }>(
  base: readonly T[],
  head: readonly T[],
): readonly (readonly [T | undefined, T | undefined])[] {
  return indexPairs(base, head).map(([baseAt, headAt]) => [base[baseAt ?? -1], head[headAt ?? -1]] as const);
}
