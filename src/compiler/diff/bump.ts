import type { Bump, Change } from "./change.ts";

/**
 * The least version bump that changes ask for. A break asks for a major version, a warning or an addition for a minor one,
 * anything else for a patch. Below 1.0.0, as semver has it, the minor number is the one that breaks: a break asks for a
 * minor version there and all else for a patch. What was accepted or levelled counts as what it is.
 */
export function requiredBump(changes: readonly Change[], baseVersion: string): Bump {
  if (changes.every(({ id }) => notCounted.has(id))) return "none";
  const early = baseVersion.startsWith("0.");
  const seen = changes.filter(isSeenByCallers);
  const judged = seen.map((change) => change.levelled?.from ?? change.severity);
  if (judged.includes("ERR")) return early ? "minor" : "major";
  const grows = judged.includes("WARN") || seen.some(isAddition);
  return grows && !early ? "minor" : "patch";
}

/** Handlers and typed clients are compiled again anyway. */
export function isSeenByCallers({ id, categories }: Change): boolean {
  return categories.some((category) => category !== "SOURCE") && !notCounted.has(id);
}

/** What is reported beside changes and is not one: a day that came, and the judgement on the version itself. */
const notCounted: ReadonlySet<string> = new Set([
  "sunset-passed-still-present",
  "catalog-version-not-bumped",
  "catalog-version-decreased",
  "catalog-version-bump-too-small",
]);

/** Callers can do what they could not do before: send more, or use something new. Announcing an end counts, as in semver §7. */
function isAddition({ id, categories, hidden }: Change): boolean {
  if (hidden === true) return false;
  return categories.includes("CALL") || /^(?!output-).*-added(?:-|$)/.test(id) || additionsToResults.has(id);
}

const additionsToResults: ReadonlySet<string> = new Set(["output-schema-added", "output-property-added"]);
