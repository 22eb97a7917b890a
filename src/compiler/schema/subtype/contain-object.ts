import { pointer } from "../../catalog/origins.ts";
import { contain, type Sides } from "./contain.ts";
import type { ObjectBranch } from "./form.ts";
import { propertySchema } from "./form.ts";
import { objectWith, withKey } from "./instance.ts";
import { readForm } from "./read-form.ts";
import { every, no, type Verdict, yes } from "./verdict.ts";
import { isVoidForm } from "./void.ts";

/** Objects: what `b` requires `a` requires too, and every property, named or not, lies inside its counterpart. */
export function containObject(a: ObjectBranch, b: ObjectBranch, sides: Sides): Verdict {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return every([
    ...[...b.required].filter((name) => !a.required.has(name)).map((name) => lacks(a, name, sides)),
    ...[...names].map((name) => property(a, b, name, sides)),
    rest(a, b, names, sides),
  ]);
}

function lacks(a: ObjectBranch, name: string, sides: Sides): Verdict {
  const without = objectWith(a, {}, sides.left);
  return no(without === undefined ? [] : [without], "", `'${name}' must be there`);
}

function property(a: ObjectBranch, b: ObjectBranch, name: string, sides: Sides): Verdict {
  return oneProperty(a, name, propertySchema(b, name), b.properties.has(name), sides);
}

function rest(a: ObjectBranch, b: ObjectBranch, names: ReadonlySet<string>, sides: Sides): Verdict {
  if (a.rest === false || b.rest === true) return yes;
  let name = "other";
  while (names.has(name)) name += "_";
  return oneProperty(a, name, b.rest, false, sides);
}

function oneProperty(a: ObjectBranch, name: string, wanted: unknown, known: boolean, sides: Sides): Verdict {
  const own = propertySchema(a, name);
  if (isVoidForm(readForm(own, sides.left), sides.left)) return yes;
  const verdict = contain(own, wanted, sides);
  if (verdict.kind === "yes") return yes;
  const at = pointer("", name);
  if (verdict.kind === "unknown") return { ...verdict, path: at + verdict.path };
  const finds = verdict.finds.flatMap((find) => {
    const object = objectWith(a, withKey({}, name, find.witness), sides.left);
    const reason = !known && find.reason === "nothing" ? `no property '${name}'` : find.reason;
    return object === undefined ? [] : [{ witness: object, path: at + find.path, reason }];
  });
  if (finds.length > 0) return { kind: "no", finds };
  return { kind: "unknown", path: at, reason: verdict.finds[0]?.reason ?? "the property differs" };
}
