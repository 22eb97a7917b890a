import { ownName } from "../catalog/own-names.ts";
import type { ComparedTool } from "./compared.ts";
import type { ValuePlace } from "./event.ts";

// What an author can do so that callers and readers who remember the old contract go on working.

/** The author does not write our YAML: then a repair is described in words that fit any server. */
export function isForeign({ head }: { readonly head: ComparedTool }): boolean {
  return head.listed !== undefined;
}

/**
 * How to have the new form without taking the old one away.
 * @param undo what keeps the old form, e.g. "leave max length at 80"; without it, in general words
 */
export function keepOldForm(at: ValuePlace, undo?: string): string {
  const isInput = at.side === "input";
  const kept = isInput ? "keep accepting what it accepted" : "keep promising what was promised";
  const places = [
    ...(at.trail.length === 0 ? [] : [isInput ? "a new param" : "a new result field"]),
    // Where the old version is kept that was done already, and is printed beside this.
    ...(at.keptVersion === undefined ? [newTool(at)] : []),
  ];
  const elsewhere = `, or put the ${isInput ? "stricter" : "other"} form into ${places.join(", or into ")}`;
  return `${undo ?? kept}${places.length === 0 ? "" : elsewhere}`;
}

function newTool(at: ValuePlace): string {
  const { base } = at;
  return isForeign(at)
    ? "a new tool, with this one deprecated"
    : `a new version of the tool, with this one deprecated as ${ownName(base)}.v${base.version}.yaml`;
}
