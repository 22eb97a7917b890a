import { sameJson } from "../../contract/alias.ts";
import type { DeclaredError, ToolAlias } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { isCurrent } from "../catalog/versions.ts";
import { alignFields, alignType } from "./align-values.ts";
import {
  type ComparedCatalog,
  type ComparedTool,
  currentComparedTool,
  currentComparedTools,
  isClosed,
} from "./compared.ts";
import type { DiffEvent, Place, ValuePlace } from "./event.ts";

/** Walks two catalogs once, side by side, and tells everything that differs or may differ. It judges nothing. */
export function align(base: ComparedCatalog, head: ComparedCatalog): readonly DiffEvent[] {
  return [
    { kind: "catalog-kept", at: { subject: "catalog", basePointer: "", headPointer: "" }, base, head },
    ...alignTools(base, head),
    ...alignVersions(base, head),
    ...alignAliases(base, head),
    ...alignErrors(base, head),
    ...alignFamilies(base, head),
    ...alignProfiles(base, head),
  ];
}

/** Whoever asks for no version gets the current one, so the current ones are compared with each other. */
function alignTools(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  const sameTypes = sameJson(base.types, head.types) && base.unknownParams === head.unknownParams;
  const kept = new Set(head.tools.filter((tool) => !isCurrent(tool)).map(versionKey));
  return pairs(placed(base).filter(isOfCurrent), placed(head).filter(isOfCurrent)).flatMap(([was, is]): DiffEvent[] => {
    const tool = is?.tool ?? was?.tool;
    if (tool === undefined) return [];
    const at: Place = {
      ...placeOf(tool, was, is, tool.name),
      ...(was !== undefined && kept.has(versionKey(was.tool)) ? { keptVersion: was.tool.version } : {}),
    };
    if (was === undefined) return [{ kind: "tool-added", at, tool }];
    if (is === undefined) {
      const heir = head.tools.find((one) => one.aliases.some((alias) => alias.name === was.name));
      return [{ kind: "tool-removed", at, tool: was.tool, ...(heir === undefined ? {} : { heir }) }];
    }
    if (sameTypes && sameJson(was.tool, is.tool)) return [];
    return alignTool(was.tool, is.tool, at, { base, head });
  });
}

/** Whoever asks for a version keeps getting that one, whether it is the current one or not. */
function alignVersions(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  const sameTypes = sameJson(base.types, head.types) && base.unknownParams === head.unknownParams;
  const inBoth = (name: string) =>
    currentComparedTool(name, base) !== undefined && currentComparedTool(name, head) !== undefined;
  const numbered = (catalog: ComparedCatalog) =>
    placed(catalog)
      .filter(({ tool }) => inBoth(tool.name))
      .map((one) => ({ ...one, name: versionKey(one.tool) }));
  return pairs(numbered(base), numbered(head)).flatMap(([was, is]): DiffEvent[] => {
    const tool = is?.tool ?? was?.tool;
    if (tool === undefined) return [];
    const at = placeOf(tool, was, is, `${tool.name} version ${tool.version}`);
    if (was === undefined) return [{ kind: "version-added", at, tool }];
    if (is === undefined) return [{ kind: "version-removed", at, tool }];
    // Those were compared already.
    if (isCurrent(was.tool) && isCurrent(is.tool)) return [];
    if (sameTypes && sameJson(contractOf(was.tool), contractOf(is.tool))) {
      return [{ kind: "deprecation-kept", at, base: was.tool.deprecated, head: is.tool.deprecated }];
    }
    return alignTool(was.tool, is.tool, at, { base, head });
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

function versionKey(tool: ComparedTool): string {
  return `${tool.name} ${tool.version}`;
}

interface PlacedTool {
  readonly name: string;
  readonly tool: ComparedTool;
  readonly pointer: string;
}

function placed(catalog: ComparedCatalog): readonly PlacedTool[] {
  return catalog.tools.map((tool, index) => ({ name: tool.name, tool, pointer: pointer("/tools", index) }));
}

function isOfCurrent({ tool }: PlacedTool): boolean {
  return isCurrent(tool);
}

function placeOf(tool: ComparedTool, was: PlacedTool | undefined, is: PlacedTool | undefined, subject: string): Place {
  return {
    tool: tool.name,
    stability: was?.tool.stability ?? tool.stability,
    subject,
    ...(was === undefined ? {} : { basePointer: was.pointer }),
    ...(is === undefined ? {} : { headPointer: is.pointer }),
  };
}

function alignTool(
  base: ComparedTool,
  head: ComparedTool,
  at: Place,
  catalogs: { base: ComparedCatalog; head: ComparedCatalog },
): DiffEvent[] {
  const within = (side: ValuePlace["side"], key: string, subject: string): ValuePlace => ({
    ...at,
    side,
    base,
    head,
    subject,
    ...(at.basePointer === undefined ? {} : { basePointer: pointer(at.basePointer, key) }),
    ...(at.headPointer === undefined ? {} : { headPointer: pointer(at.headPointer, key) }),
  });
  const arguments_ = within("input", "params", at.subject);
  const closedBefore = isClosed(base, catalogs.base);
  const closedNow = isClosed(head, catalogs.head);
  return [
    { kind: "tool-kept", at, base, head },
    { kind: "deprecation-kept", at, base: base.deprecated, head: head.deprecated },
    { kind: "openness-kept", at: arguments_, base: !closedBefore, head: !closedNow },
    ...alignFields({ base: base.params, head: head.params, closedBefore }, arguments_, catalogs),
    ...alignType(base.result, head.result, within("output", "result", `${at.subject} result`), catalogs),
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

interface AliasPlace {
  readonly alias: ToolAlias;
  readonly tool: ComparedTool;
  readonly pointer: string;
}

function alignAliases(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  const was = aliasesOf(base);
  const is = aliasesOf(head);
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name): DiffEvent[] => {
    const old = was.get(name);
    const now = is.get(name);
    const tool = now?.tool ?? old?.tool;
    const at: Place = {
      ...(tool === undefined ? {} : { tool: tool.name, stability: old?.tool.stability ?? tool.stability }),
      subject: `alias ${name}`,
      ...(old === undefined ? {} : { basePointer: old.pointer }),
      ...(now === undefined ? {} : { headPointer: now.pointer }),
    };
    if (old === undefined) {
      // A tool that lives on under its old name is reported as renamed.
      if (now === undefined || base.tools.some((one) => one.name === name)) return [];
      return [{ kind: "alias-added", at, tool: now.tool, alias: now.alias }];
    }
    const target = now?.tool ?? currentComparedTool(name, head);
    if (target === undefined) return [{ kind: "alias-removed", at, tool: old.tool, alias: old.alias }];
    const moved: DiffEvent[] =
      target.name === old.tool.name || followsRename(old.tool, target)
        ? []
        : [{ kind: "alias-moved", at, name, from: old.tool, to: target }];
    if (now === undefined) return moved;
    return [
      ...moved,
      { kind: "alias-kept", at, base: old.alias, head: now.alias, baseTool: old.tool, headTool: now.tool },
      { kind: "deprecation-kept", at, base: old.alias.deprecated, head: now.alias.deprecated },
    ];
  });
}

/** The target itself was renamed and answers to its old name. */
function followsRename(from: ComparedTool, to: ComparedTool): boolean {
  return to.aliases.some((alias) => alias.name === from.name);
}

function aliasesOf(catalog: ComparedCatalog): ReadonlyMap<string, AliasPlace> {
  const of = (tools: readonly ComparedTool[], base: string) =>
    tools.flatMap((tool, at) =>
      tool.aliases.map((alias, index): [string, AliasPlace] => [
        alias.name,
        { alias, tool, pointer: pointer(base, at, "aliases", index) },
      ]),
    );
  return new Map([...of(catalog.tools, "/tools"), ...of(catalog.builtins ?? [], "/builtins")]);
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
    return [
      { kind: "error-kept", at, base: was, head: is },
      { kind: "deprecation-kept", at, base: was.deprecated, head: is.deprecated },
    ];
  });
}

function alignFamilies(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  return indexPairs(base.families, head.families).flatMap(([baseAt, headAt]): DiffEvent[] => {
    const was = base.families[baseAt ?? -1];
    const is = head.families[headAt ?? -1];
    if (is === undefined && was !== undefined) {
      const at = { subject: `family ${was.name}`, basePointer: pointer("/families", baseAt ?? 0) };
      return [{ kind: "family-removed", at, family: was }];
    }
    if (was !== undefined || is === undefined) return [];
    const at = { subject: `family ${is.name}`, headPointer: pointer("/families", headAt ?? 0) };
    return [{ kind: "family-added", at, family: is }];
  });
}

function alignProfiles(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  return indexPairs(base.profiles, head.profiles).flatMap(([baseAt, headAt]): DiffEvent[] => {
    const was = base.profiles[baseAt ?? -1];
    const is = head.profiles[headAt ?? -1];
    const at: Place = {
      subject: `profile ${is?.name ?? was?.name ?? ""}`,
      ...(baseAt === undefined ? {} : { basePointer: pointer("/profiles", baseAt) }),
      ...(headAt === undefined ? {} : { headPointer: pointer("/profiles", headAt) }),
    };
    if (was === undefined) return is === undefined ? [] : [{ kind: "profile-added", at, profile: is }];
    if (is === undefined) return [{ kind: "profile-removed", at, profile: was }];
    // A tool that is gone, or new, is reported once, as such.
    const lost = was.tools.filter((name) => !is.tools.includes(name) && head.tools.some((tool) => tool.name === name));
    const gained = currentComparedTools(head).filter(
      (tool) =>
        is.tools.includes(tool.name) &&
        !was.tools.includes(tool.name) &&
        (base.tools.some((one) => one.name === tool.name) || tool.effects.destructive),
    );
    return [
      ...lost.map((name) => ({ kind: "profile-tool-removed" as const, at, profile: is, name })),
      ...gained.map((tool) => ({ kind: "profile-tool-added" as const, at, profile: is, tool })),
    ];
  });
}

/** The same as pairs of things. */
function pairs<T extends { readonly name: string }>(
  base: readonly T[],
  head: readonly T[],
): readonly (readonly [T | undefined, T | undefined])[] {
  return indexPairs(base, head).map(([baseAt, headAt]) => [base[baseAt ?? -1], head[headAt ?? -1]] as const);
}

/** Pairs two lists by name: index in the base, index in the head; first those of the base, then the new ones. */
function indexPairs(
  base: readonly { readonly name: string }[],
  head: readonly { readonly name: string }[],
): readonly (readonly [number | undefined, number | undefined])[] {
  const inBase = new Map(base.map((one, index) => [one.name, index]));
  const inHead = new Map(head.map((one, index) => [one.name, index]));
  return [
    ...base.map((one, index) => [index, inHead.get(one.name)] as const),
    ...head.flatMap((one, index) => (inBase.has(one.name) ? [] : [[undefined, index] as const])),
  ];
}
