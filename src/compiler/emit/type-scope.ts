import type { Catalog, Field, NamedType } from "../catalog/catalog.ts";
import { namedType, oncePerCatalog } from "../catalog/lookup.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { type Form, isFilledIn, isPresent, nameIn } from "../schema/json-schema.ts";
import { typeKey } from "./code-text.ts";
import type { ModuleText } from "./module-text.ts";

/** Where a type is being printed, and how its named types are reached from there. */
export interface TypeScope {
  readonly catalog: Catalog;
  readonly file: ModuleText;
  /** The module of the named types, as seen from the file; undefined in that module itself. */
  readonly typesFrom: string | undefined;
  readonly form: Form;
  /** Objects that name members have those only, for who writes them: a member that was misspelt is an error of the type checker. */
  readonly isStrict?: true;
}

/** The identifier of a named type in one of its forms. Most types look alike in both, and have one name only. */
export function typeName(name: string, scope: Pick<TypeScope, "catalog" | "form">): string {
  if (!isFilledIn(scope.form) || !hasTwoForms(name, scope.catalog)) return name;
  const known = new Set(scope.catalog.types.map((type) => type.name));
  let candidate = `${name}Normalised`;
  while (known.has(candidate)) candidate += "_";
  return candidate;
}

/** True when normalising fills in something inside the named type. */
export function hasTwoForms(name: string, catalog: Catalog): boolean {
  return typesInTwoForms(catalog).has(name);
}

const typesInTwoForms = oncePerCatalog((catalog): ReadonlySet<string> => {
  const isFilledIn = (name: string) => {
    const type = namedType(name, catalog);
    return type !== undefined && someField(type, (field) => !field.required && field.default !== undefined);
  };
  const names = catalog.types.map(({ name }) => name);
  return new Set(names.filter((name) => [name, ...reachable(name, catalog)].some(isFilledIn)));
});

/** True when a value of the type may hold another one of the same type. */
export function isRecursive(name: string, catalog: Catalog): boolean {
  return reachable(name, catalog).has(name);
}

/** The recursive types that the named one can't be described without, itself first. */
export function cycleOf(name: string, catalog: Catalog): readonly string[] {
  const others = [...reachable(name, catalog)].filter((other) => other !== name && reachable(other, catalog).has(name));
  return [name, ...others.sort()];
}

/** Named types in an order in which each stands behind those it leans on; recursive ones lean on nothing of their cycle. */
export function typesInOrder(catalog: Catalog): readonly NamedType[] {
  const named = new Map(catalog.types.map((type) => [type.name, type] as const));
  const done = new Set<string>();
  const ordered: NamedType[] = [];
  function visit(name: string): void {
    if (done.has(name)) return;
    done.add(name);
    const type = named.get(name);
    if (type === undefined) return;
    const cycle = new Set(isRecursive(name, catalog) ? cycleOf(name, catalog) : []);
    for (const member of [name, ...cycle]) {
      for (const other of directRefs(member, catalog)) if (!cycle.has(other)) visit(other);
    }
    ordered.push(type);
  }
  for (const type of catalog.types) visit(type.name);
  return ordered;
}

/** Every named type that a node speaks of, directly or through others. */
export function refsIn(node: TypeNode, catalog: Catalog): ReadonlySet<string> {
  const found = new Set<string>();
  walk(node, (inner) => {
    if (inner.kind !== "ref") return;
    found.add(inner.name);
    for (const name of reachable(inner.name, catalog)) found.add(name);
  });
  return found;
}

/** The type of an index signature next to fields: every field has to fit it, too. */
export function indexTypes(open: TypeNode, fields: readonly Field[]): readonly TypeNode[] {
  return [open, ...fields.map((field) => field.type)];
}

/** `readonly name?: ` */
export function memberHead(field: Field, form: Form): string {
  return `readonly ${typeKey(nameIn(field, form))}${isPresent(field, form) ? "" : "?"}: `;
}

const reachableCache = new WeakMap<Catalog, Map<string, ReadonlySet<string>>>();

function reachable(name: string, catalog: Catalog): ReadonlySet<string> {
  const cache = reachableCache.get(catalog) ?? new Map<string, ReadonlySet<string>>();
  reachableCache.set(catalog, cache);
  const known = cache.get(name);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const ref of directRefs(next, catalog)) {
      if (found.has(ref)) continue;
      found.add(ref);
      open.push(ref);
    }
  }
  cache.set(name, found);
  return found;
}

function directRefs(name: string, catalog: Catalog): readonly string[] {
  const type = namedType(name, catalog);
  const refs: string[] = [];
  if (type !== undefined) walk(type, (node) => node.kind === "ref" && refs.push(node.name));
  return [...new Set(refs)].sort();
}

function someField(node: TypeNode, test: (field: Field) => boolean): boolean {
  let found = false;
  walk(node, (inner) => {
    if (inner.kind === "object" && inner.fields.some(test)) found = true;
  });
  return found;
}

function walk(node: TypeNode, visit: (node: TypeNode) => void): void {
  visit(node);
  if (node.kind === "array") walk(node.items, visit);
  else if (node.kind === "union") for (const option of node.of) walk(option, visit);
  else if (node.kind === "object") {
    for (const field of node.fields) walk(field.type, visit);
    if (typeof node.open === "object") walk(node.open, visit);
  }
}
