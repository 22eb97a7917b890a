import { namedSide } from "../src/cli/compared/named-side.ts";
import type { CatalogSide } from "../src/cli/compared/side.ts";
import { findCommit, folderInRepository, mergeBase } from "../src/cli/git/commits.ts";
import { recordTerminal } from "./cli/record-terminal.ts";

/** The catalog of the commit at which HEAD left the main branch, or why there is none to compare with. */
export type MergeBaseCatalog =
  | {
      readonly kind: "found";
      readonly side: CatalogSide;
      /** HEAD is a commit of the main branch: only what is not committed yet can differ. */
      readonly onMain: boolean;
    }
  | {
      readonly kind: "absent";
      readonly why: string;
      /** Nothing can be done about it here: what was unpacked from an archive has no history. */
      readonly excused: boolean;
    };

/**
 * @param root a project's folder; it has to be the root of its repository, so that an unpacked archive in somebody's
 * repository is not compared with theirs
 * @throws Refusal when the commit is there and its catalog can't be read
 */
export async function mergeBaseCatalog(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<MergeBaseCatalog> {
  const place = { folder: root, env };
  if ((await folderInRepository(place)) !== "")
    return { kind: "absent", why: "this is not a git repository", excused: true };
  const branch = await mainBranch(place);
  if (branch === undefined) {
    const why =
      "this clone has neither 'main' nor 'origin/main': fetch the history, in GitHub Actions with fetch-depth: 0";
    return { kind: "absent", why, excused: false };
  }
  const terminal = { ...recordTerminal(root).terminal, env };
  const side = await namedSide({ terminal, catalog: undefined }, `merge-base:${branch}`);
  if (side.kind !== "catalog") return { kind: "absent", why: `${branch} had no catalog there`, excused: true };
  const [base, head] = [await mergeBase(place, branch), await findCommit(place, "HEAD")];
  return { kind: "found", side, onMain: base.hash === head?.hash };
}

async function mainBranch(place: Parameters<typeof findCommit>[0]): Promise<string | undefined> {
  // The branch of the shared repository first: a local one may lie behind it.
  for (const name of ["origin/main", "main"]) if ((await findCommit(place, name)) !== undefined) return name;
  return undefined;
}
