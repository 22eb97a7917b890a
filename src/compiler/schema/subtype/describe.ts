import type { Branch, Form, NumberBranch, StringBranch } from "./form.ts";

/** A form in a few words, for reasons: "a string of at most 10 characters, or null". */
export function describe(form: Form): string {
  const parts = [...new Set(form.branches.map(describeBranch))];
  return parts.length === 0 ? "nothing" : parts.join(", or ");
}

export function describeBranch(branch: Branch): string {
  switch (branch.kind) {
    case "values": {
      const shown = branch.values.slice(0, 12).map((value) => JSON.stringify(value));
      const more = branch.values.length > shown.length ? ", …" : "";
      return shown.length === 1 ? shown.join() : `one of ${shown.join(", ")}${more}`;
    }
    case "number":
      return describeNumber(branch);
    case "string":
      return describeString(branch);
    case "array": {
      const count = range(branch.minItems, branch.maxItems, "item");
      return `an array${count === "" ? "" : ` of ${count}`}${branch.unique ? " without repeats" : ""}`;
    }
    case "object":
      return "an object";
  }
}

function describeNumber(branch: NumberBranch): string {
  const noun = branch.integer ? "an integer" : "a number";
  const low = branch.low.exclusive ? ` above ${branch.low.value}` : ` from ${branch.low.value}`;
  const high = branch.high.exclusive ? ` below ${branch.high.value}` : ` up to ${branch.high.value}`;
  const multiples = branch.multiples.length === 0 ? "" : `, a multiple of ${branch.multiples.join(" and ")}`;
  return `${noun}${Number.isFinite(branch.low.value) ? low : ""}${Number.isFinite(branch.high.value) ? high : ""}${multiples}`;
}

function describeString(branch: StringBranch): string {
  const length = range(branch.minLength, branch.maxLength, "character");
  const patterns = branch.patterns.map((pattern) => ` matching ${pattern}`).join(" and");
  return `a string${length === "" ? "" : ` of ${length}`}${patterns}`;
}

function range(min: number, max: number, unit: string): string {
  const units = (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (min > 0 && max < Infinity) return min === max ? units(min) : `${min} to ${units(max)}`;
  if (min > 0) return `at least ${units(min)}`;
  return max < Infinity ? `at most ${units(max)}` : "";
}
