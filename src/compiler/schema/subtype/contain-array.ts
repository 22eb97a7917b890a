import { sameJson } from "../../../contract/alias.ts";
import type { Json } from "../../../contract/json.ts";
import { contain, type Sides } from "./contain.ts";
import { describeBranch } from "./describe.ts";
import type { ArrayBranch } from "./form.ts";
import { arrayWith, instances } from "./instance.ts";
import { every, no, type Verdict, yes } from "./verdict.ts";

/** Arrays: lengths inside lengths, items inside items, and no repeats where `b` wants none. */
export function containArray(a: ArrayBranch, b: ArrayBranch, sides: Sides): Verdict {
  return every([lengths(a, b, sides), items(a, b, sides), repeats(a, b, sides)]);
}

function lengths(a: ArrayBranch, b: ArrayBranch, sides: Sides): Verdict {
  const tooShort = a.minItems < b.minItems ? [arrayWith(a, [], sides.left)] : [];
  const least = Math.max(a.minItems, b.maxItems + 1);
  const tooLong = a.maxItems > b.maxItems ? [arrayWith({ ...a, minItems: least }, [], sides.left)] : [];
  const tried = [...tooShort, ...tooLong];
  if (tried.length === 0) return yes;
  return no(
    tried.filter((value) => value !== undefined),
    "",
    describeBranch(b),
  );
}

function items(a: ArrayBranch, b: ArrayBranch, sides: Sides): Verdict {
  if (a.maxItems === 0) return yes;
  const verdict = contain(a.items, b.items, sides);
  if (verdict.kind === "yes") return yes;
  if (verdict.kind === "unknown") return { ...verdict, path: `/0${verdict.path}` };
  const finds = verdict.finds.flatMap((find) => {
    const array = arrayWith(a, [find.witness], sides.left);
    return array === undefined ? [] : [{ witness: array, path: `/0${find.path}`, reason: find.reason }];
  });
  if (finds.length > 0) return { kind: "no", finds };
  return { kind: "unknown", path: "/0", reason: verdict.finds[0]?.reason ?? "items differ" };
}

function repeats(a: ArrayBranch, b: ArrayBranch, sides: Sides): Verdict {
  if (!b.unique || a.unique || a.maxItems < 2) return yes;
  const [item] = instances(a.items, 1, sides.left);
  const twice: readonly Json[] | undefined =
    item === undefined ? undefined : arrayWith({ ...a, unique: false }, [item, item], sides.left);
  const repeated = twice?.some((one, index) => index > 0 && sameJson(one, twice[0] ?? null)) === true;
  return no(twice !== undefined && repeated ? [twice] : [], "", describeBranch(b));
}
