import { sameJson } from "../../contract/alias.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { aliasInputSchema } from "../schema/json-schema.ts";
import { smallestInstance, smallestObjectWith, smallestProperty } from "../schema/sample.ts";
import { type Subtype, subtype } from "../schema/subtype.ts";
import { compileCheck } from "../schema/validate.ts";
import { acceptingCatalog, acceptingField, acceptingTool } from "./accepting.ts";
import {
  argumentsSchema,
  type ComparedCatalog,
  type ComparedTool,
  fieldSchema,
  ownCatalog,
  ownTool,
  resultSchema,
  shapeSchema,
} from "./compared.ts";
import type { DiffEvent, ValuePlace } from "./event.ts";
import type { ComparedField, Shape } from "./shape.ts";

/** Does a remembered call, or a reader of results, break? With arguments or a result that shows it. */
export type Proof =
  | { readonly verdict: "yes" }
  | { readonly verdict: "no"; readonly witness?: Json; readonly path: string; readonly reason: string }
  | { readonly verdict: "unknown"; readonly reason: string };

export interface Prover {
  /** yes: compatible. Answers for one param or result field are remembered. */
  readonly prove: (event: DiffEvent) => Proof | undefined;
  readonly proveField: (at: ValuePlace) => Proof;
  readonly compare: (at: ValuePlace, from: Shape, to: Shape, direction: "widens" | "narrows") => Subtype;
}

export function openProver(base: ComparedCatalog, head: ComparedCatalog): Prover {
  const sameTypes = sameJson(base.types, head.types);
  const catalogs = { base: acceptingCatalog(base), head: acceptingCatalog(head) };
  const known = new Map<string, Proof>();
  const proveField = (at: ValuePlace): Proof => {
    const { base: was, head: is } = at.root ?? {};
    // Most fields of a changed tool did not change.
    const same = sameTypes && was !== undefined && is !== undefined && was.required === is.required;
    if (same && sameJson(was.type, is.type)) return { verdict: "yes" };
    const key = JSON.stringify([
      at.head.name,
      at.base.version,
      at.head.version,
      at.side,
      at.root?.base?.name,
      at.root?.head?.name,
    ]);
    const proof = known.get(key) ?? fieldProof(at, catalogs);
    known.set(key, proof);
    return proof;
  };
  return { prove: (event) => eventProof(event, catalogs, proveField), proveField, compare: compareTypes(catalogs) };
}

interface Catalogs {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
}

function eventProof(event: DiffEvent, catalogs: Catalogs, proveField: Prover["proveField"]): Proof | undefined {
  switch (event.kind) {
    case "tool-removed":
      return shown(smallestInstance(argumentsSchema(event.tool, catalogs.base)), "the name is unknown now");
    case "alias-removed":
      return shown(
        smallestInstance(aliasInputSchema(event.alias, ownTool(event.tool), ownCatalog(catalogs.base), false)),
        "the name is unknown now",
      );
    case "alias-kept": {
      const was = closed(aliasInputSchema(event.base, ownTool(event.baseTool), ownCatalog(catalogs.base), false));
      return fromSubtype(
        subtype(was, closed(aliasInputSchema(event.head, ownTool(event.headTool), ownCatalog(catalogs.head), false))),
      );
    }
    case "openness-kept":
      return event.at.root === undefined ? rootProof(event.at, catalogs) : proveField(event.at);
    case "field-kept":
    case "field-removed":
    case "field-added":
    case "type-kept":
    case "value-removed":
    case "value-added":
    case "value-alias-removed":
    case "branch-removed":
    case "branch-added":
      return event.at.root === undefined ? rootProof(event.at, catalogs) : proveField(event.at);
    default:
      return undefined;
  }
}

/** The root as a whole: an unknown argument for the input, the whole schema for the result. */
function rootProof(at: ValuePlace, catalogs: Catalogs): Proof {
  if (at.side === "output") {
    return fromSubtype(subtype(resultSchema(at.head, catalogs.head), resultSchema(at.base, catalogs.base)));
  }
  const was = argumentsSchema(at.base, catalogs.base);
  const stranger = freshName([...at.base.params, ...at.head.params]);
  const witness = smallestObjectWith(was, { [stranger]: null });
  return judged(witness, was, argumentsSchema(at.head, catalogs.head), `no property '${stranger}'`);
}

function fieldProof(at: ValuePlace, catalogs: Catalogs): Proof {
  const { base, head } = at.root ?? {};
  const [from, to] =
    at.side === "input"
      ? [whole(at.base, "input", catalogs.base), whole(at.head, "input", catalogs.head)]
      : [whole(at.head, "output", catalogs.head), whole(at.base, "output", catalogs.base)];
  const [was, is] = at.side === "input" ? [base, head] : [head, base];
  if (was !== undefined && is !== undefined) return keptProof(was, is, from, to, at, catalogs);
  if (was !== undefined) {
    // What was sent or read has no counterpart: it is refused, or ignored.
    const value = smallestProperty(from, was.name);
    const witness = value === undefined ? undefined : smallestObjectWith(from, { [was.name]: value });
    return judged(witness, from, to, `no property '${was.name}'`);
  }
  return judged(smallestObjectWith(from, {}), from, to, `'${is?.name ?? ""}' must be there`);
}

function keptProof(
  was: ComparedField,
  is: ComparedField,
  from: JsonSchema,
  to: JsonSchema,
  at: ValuePlace,
  catalogs: Catalogs,
): Proof {
  const [fromCatalog, toCatalog] =
    at.side === "input" ? [catalogs.base, catalogs.head] : [catalogs.head, catalogs.base];
  const alone = (field: ComparedField, catalog: ComparedCatalog) =>
    at.side === "input" ? fieldSchema(acceptingField(field), catalog) : shapeSchema(field.type, catalog);
  const answer = subtype(alone(was, fromCatalog), alone(is, toCatalog));
  if (answer.verdict === "no") {
    const witness = smallestObjectWith(from, { [was.name]: answer.witness });
    const path = `/${was.name}${answer.path}`;
    if (witness === undefined || !compileCheck(from)(witness)) return { verdict: "unknown", reason: answer.reason };
    return { verdict: "no", witness, path, reason: answer.reason };
  }
  if (is.required && !was.required) return judged(smallestObjectWith(from, {}), from, to, `'${is.name}' must be there`);
  return answer.verdict === "yes" ? answer : { verdict: "unknown", reason: answer.reason };
}

/** Arguments or result of a tool, closed: the question is what becomes of the fields that are known. */
function whole(tool: ComparedTool, side: ValuePlace["side"], catalog: ComparedCatalog): JsonSchema {
  return closed(side === "input" ? argumentsSchema(acceptingTool(tool), catalog) : resultSchema(tool, catalog));
}

function closed(schema: JsonSchema): JsonSchema {
  return schema.type === "object" ? { ...schema, additionalProperties: false } : schema;
}

function judged(witness: JsonObject | undefined, from: JsonSchema, to: JsonSchema, reason: string): Proof {
  if (witness === undefined || !compileCheck(from)(witness)) return { verdict: "unknown", reason };
  return compileCheck(to)(witness) ? { verdict: "yes" } : { verdict: "no", witness, path: "", reason };
}

function shown(witness: Json | undefined, reason: string): Proof {
  return { verdict: "no", ...(witness === undefined ? {} : { witness }), path: "", reason };
}

function fromSubtype(answer: Subtype): Proof {
  return answer.verdict === "unknown" ? { verdict: "unknown", reason: answer.reason } : answer;
}

function freshName(fields: readonly ComparedField[]): string {
  let name = "other";
  while (fields.some((field) => field.name === name)) name += "_";
  return name;
}

function compareTypes(catalogs: Catalogs): Prover["compare"] {
  return (at, base, head, direction) => {
    const schema = (type: Shape, catalog: ComparedCatalog) =>
      at.side === "input"
        ? fieldSchema(acceptingField({ name: "value", type, required: false }), catalog)
        : shapeSchema(type, catalog);
    const was = schema(base, catalogs.base);
    const is = schema(head, catalogs.head);
    return direction === "widens" ? subtype(was, is) : subtype(is, was);
  };
}
