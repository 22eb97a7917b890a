import { nearMiss } from "../contract/near-miss.ts";

/** The help text for a mistyped name: "did you mean 'x'?", or the known names when there are few, or nothing. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const near = nearMiss(name, names);
  if (near !== undefined) return `did you mean '${near}'?`;
  if (names.length > 0 && names.length <= 10) return `known: ${names.join(", ")}`;
  return undefined;
}
