import type { Change, DiffReport } from "../../compiler/diff/change.ts";
import type { Side } from "./side.ts";

/**
 * Gives every change a place in a text where one is known: removed things are in the base, all else in the head. Until
 * now those without a span say where by a pointer: `<base>#/tools/3`, or `#/tools/3` for the head.
 */
export async function withPlaces(report: DiffReport, base: Side, head: Side): Promise<DiffReport> {
  const sides = { base, head };
  const pointerOf = ({ span, path, side }: Change): string | undefined => {
    if (span !== undefined) return undefined;
    if (path.startsWith(`${sides[side].name}#`)) return path.slice(sides[side].name.length + 1);
    return path.startsWith("#") ? path.slice(1) : undefined;
  };
  const asked = (side: Change["side"]) =>
    report.changes.flatMap((change) => (change.side === side ? (pointerOf(change) ?? []) : []));
  const places = { base: await locate(base, asked("base")), head: await locate(head, asked("head")) };
  const changes = report.changes.map((change): Change => {
    const pointer = pointerOf(change);
    if (pointer === undefined) return change;
    const span = places[change.side].get(pointer);
    const path = span === undefined ? `${sides[change.side].name}#${pointer}` : span.file.path;
    return { ...change, path, ...(span === undefined ? {} : { span }) };
  });
  return { ...report, changes };
}

function locate(side: Side, pointers: readonly string[]): ReturnType<Side["locate"]> {
  return pointers.length === 0 ? Promise.resolve(new Map()) : side.locate([...new Set(pointers)]);
}
