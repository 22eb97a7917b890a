import { join } from "node:path";
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import type { Change, DiffReport } from "../../compiler/diff/change.ts";
import { countChanges, report, sortChanges } from "../../compiler/diff/report.ts";
import { sha256 } from "../../compiler/diff/sha256.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { findCommit, folderInRepository } from "../git/commits.ts";
import type { GitPlace } from "../git/run-git.ts";
import { holdsFile } from "../git/tree-files.ts";
import { isThere } from "../project.ts";
import { baselineSide, readSavedText } from "./saved-side.ts";
import type { CatalogSide, EditedBaseline, Side } from "./side.ts";

/** Where the released catalog is kept, relative to the project's root. */
export const baselinePath = "test/baseline/catalog.json";

/** Both halves of this rule are about the file, so they are found where it is read. */
const ruleId = "baseline-missing-or-edited";
export const takeBack = "restore it from version control; only `pegboard baseline --release` writes it";

/**
 * The project's recorded baseline.
 * @param place the project's root
 * @throws CliError when there is none, or it is damaged; one that was deleted is distinguished from one that never was
 */
export async function readBaselineSide(place: GitPlace): Promise<CatalogSide | EditedBaseline> {
  const root = place.folder;
  if (!(await isThere(join(root, baselinePath)))) {
    await refuseDeleted(place);
    throw new CliError(`there is no baseline: '${baselinePath}' does not exist (${ruleId})`, {
      hint: "record one with `pegboard baseline --release`, or compare with something else: --against <git ref, folder or file>",
    });
  }
  const text = await readSavedText(join(root, baselinePath), baselinePath);
  return baselineSide({ path: baselinePath, text }, baselinePath);
}

/**
 * What `pegboard baseline --release` recorded last; undefined when it never did.
 * @throws CliError when it is damaged, was edited or deleted
 */
export async function readRecorded(place: GitPlace): Promise<Catalog | undefined> {
  if (!(await isThere(join(place.folder, baselinePath)))) {
    await refuseDeleted(place);
    return undefined;
  }
  const side = await readBaselineSide(place);
  if (side.kind === "catalog") return side.catalog;
  throw new CliError(`'${baselinePath}' was edited: its hash does not match its catalog (${ruleId})`, {
    hint: takeBack,
  });
}

/**
 * Without a baseline anything may be recorded, so that it must not go away by hand: what the last commit holds is asked for.
 * @throws CliError when the file was there
 */
async function refuseDeleted(place: GitPlace): Promise<void> {
  const folder = await folderInRepository(place).catch(notWithoutGit);
  const head = folder === undefined ? undefined : await findCommit(place, "HEAD");
  if (head === undefined || !(await holdsFile(place, head, `${folder}${baselinePath}`))) return;
  throw new CliError(`'${baselinePath}' was deleted; the last commit has it (${ruleId})`, {
    hint: `restore it: git checkout HEAD -- ${baselinePath}`,
  });
}

/** A machine without git, or a repository that git does not trust, has no last commit to ask. */
function notWithoutGit(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
}

/**
 * The report on what a branch changed, and that it took the baseline away if it did: the comparison with the baseline, which
 * could report, is one that people leave out until there is a baseline.
 */
export async function withMissingBaseline(reported: DiffReport, base: Side, root: string): Promise<DiffReport> {
  if (base.kind !== "catalog" || base.hadBaseline !== true || (await isThere(join(root, baselinePath))))
    return reported;
  const message = "the baseline was deleted; it stood beside the catalog that is compared with";
  const change = baselineChange(message, `${base.name}:${baselinePath}`, "base");
  const changes = sortChanges([...reported.changes, change]);
  return { ...reported, changes, counts: countChanges(changes) };
}

function baselineChange(message: string, path: string, side: Change["side"]): Change {
  return {
    id: ruleId,
    severity: "ERR",
    categories: ["LIFE"],
    subject: "catalog",
    message,
    help: takeBack,
    path,
    side,
    fingerprint: sha256(JSON.stringify([ruleId, "catalog", message])).slice(0, 12),
  };
}

/** Nothing can be compared with a catalog that never was released: this is all that there is to say. */
export async function editedReport({ name, locate }: EditedBaseline, version: string): Promise<DiffReport> {
  const message = "the baseline was edited: its hash does not match its catalog";
  const span = (await locate(["/hash"])).get("/hash");
  const change: Change = {
    // Not of the catalog that is gone, but of the file that was edited: that is the place to look at.
    ...baselineChange(message, `${name}#/hash`, "head"),
    ...(span === undefined ? {} : { span, path: span.file.path }),
  };
  // What a new version would have to be is unknown until the baseline is back.
  return { ...report([change], "", version), required: "none" };
}
