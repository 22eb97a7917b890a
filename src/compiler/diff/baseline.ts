import { canonicalJson, canonicalJsonLine } from "../../contract/canonical-json.ts";
import { isJsonObject } from "../../contract/json.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isLater, readVersion } from "../catalog/version-order.ts";
import { askers } from "./askers.ts";
import { isSeenByCallers } from "./bump.ts";
import type { Bump } from "./change.ts";
import { diff } from "./diff.ts";
import { countChanges } from "./report.ts";
import { sha256 } from "./sha256.ts";
import { bumpBetween, bumped } from "./version.ts";

/** The released catalog as a file: the catalog and the hash of its content, so that edits by hand are noticed. */
export function baselineText(catalog: Catalog): string {
  return canonicalJson({ hash: hashOf(catalog), catalog });
}

/**
 * Reads such a file; `problem` describes what is wrong with it, for a person. `edited`: it is whole, but differs from
 * what was recorded.
 */
export function readBaseline(
  text: string,
): { readonly catalog: Catalog } | { readonly problem: string; readonly edited?: true } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    return { problem: `it is not JSON: ${problem instanceof Error ? problem.message : String(problem)}` };
  }
  if (!isJsonObject(value) || !isJsonObject(value.catalog) || typeof value.hash !== "string") {
    return { problem: "it does not hold a catalog and its hash" };
  }
  const { catalog, hash } = value;
  if (catalog.format !== 1)
    return { problem: `its catalog has format ${String(catalog.format)}; this version reads format 1` };
  if (hashOf(catalog) !== hash) return { problem: "it was edited: the hash does not match the catalog", edited: true };
  // Only `baselineText` writes a matching hash, and it takes nothing but a Catalog.
  return { catalog: catalog as unknown as Catalog };
}

/** Why a catalog may not be released over the last one; empty when it may. */
export function releaseProblems(base: Catalog, head: Catalog): readonly string[] {
  const from = base.server.version;
  const to = head.server.version;
  const was = readVersion(from);
  const is = readVersion(to);
  if (was === undefined || is === undefined) return [`'${was === undefined ? from : to}' is not a semver version`];
  if (isLater(was, is)) return [`catalog-version-decreased: version ${to} is before the released ${from}`];
  const { required, changes } = diff(base, head);
  if (rank[required] <= rank[bumpBetween(from, to)]) return [];
  const seen = changes.filter((change) => isSeenByCallers(change) && change.hidden !== true);
  const counts = countChanges(seen);
  const [first] = seen;
  const because = first === undefined ? "" : `, first of them ${first.id}: ${first.message}`;
  const wanted = `${askers(counts)} ${bumped(from, required)}${because}`;
  return from === to
    ? [`catalog-version-not-bumped: version ${to} is released already; ${wanted}`]
    : [`catalog-version-bump-too-small: ${from} to ${to} is too small a step; ${wanted}`];
}

const rank: { readonly [B in Bump]: number } = { none: 0, patch: 1, minor: 2, major: 3 };

function hashOf(catalog: unknown): string {
  return `sha256:${sha256(canonicalJsonLine(catalog))}`;
}
