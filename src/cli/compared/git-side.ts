import { visible } from "../../diagnostics/display-text.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { isHidden, isSchemaText } from "../../shell/catalog/schema-texts.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { type Commit, folderInRepository, mergeBase, requireCommit } from "../git/commits.ts";
import type { GitPlace } from "../git/run-git.ts";
import { entriesAt, holdsFile, obstacleTo, pathsEnding, readFiles, type TreeEntry } from "../git/tree-files.ts";
import { decodeSource, type Sources } from "../project.ts";
import { baselinePath } from "./baseline-side.ts";
import { savedSide } from "./saved-side.ts";
import type { EditedBaseline, NoCatalogYet, Side } from "./side.ts";

/** A commit and a place in it, as people write it: `main`, `v1.2.0:packages/notes`, `merge-base:origin/main`. */
export interface GitName {
  readonly ref: string;
  /** Take the commit at which the ref and HEAD parted. */
  readonly isMergeBase: boolean;
  /** From the repository's root; undefined: where the project is. */
  readonly path: string | undefined;
}

const mergeBasePrefix = "merge-base:";

/** Splits at the first colon: no ref holds one. */
export function readGitName(text: string): GitName {
  const isMergeBase = text.startsWith(mergeBasePrefix);
  const rest = isMergeBase ? text.slice(mergeBasePrefix.length) : text;
  const colon = rest.indexOf(":");
  return colon === -1
    ? { ref: rest, isMergeBase, path: undefined }
    : { ref: rest.slice(0, colon), isMergeBase, path: rest.slice(colon + 1) };
}

/**
 * A catalog compiled from its YAML as a commit holds it, or a saved list or catalog.json in that commit. The work tree is
 * neither read nor touched.
 * @param place a folder in the repository: the project's root, where there is one
 * @throws CliError when it can't be had
 */
export async function gitSide(
  place: GitPlace,
  { ref, isMergeBase, path }: GitName,
): Promise<Side | EditedBaseline | NoCatalogYet> {
  if (path !== undefined) refuseOddPath(path);
  const own = await folderInRepository(place);
  if (own === undefined) throw new CliError(`'${place.folder}' is not in a git repository`);
  const commit = isMergeBase ? await mergeBase(place, ref) : await requireCommit(place, ref);
  const at = (path ?? own).replace(/\/+$/, "");
  const name = path === undefined ? commit.name : `${commit.name}:${at}`;
  const found = path === undefined || at === "" ? undefined : await fileAt(place, commit, at);
  if (found !== undefined) return savedSide(found, name);
  const sources = await schemaAt(place, commit, at);
  if (sources !== undefined) {
    const folder = at === "" ? "" : `${at}/`;
    const { resolvedSide } = await import("./resolved-catalog.ts");
    const resolved = resolvedSide(sources, { name, rename: (file) => `${commit.name}:${folder}${file}` });
    const side = { ...resolved, handlers: () => handlersAt(place, commit, folder) };
    // Another path may be another project, whose baseline says nothing about ours.
    const isOwn = at === own.replace(/\/$/, "");
    return isOwn && (await holdsFile(place, commit, `${folder}${baselinePath}`))
      ? { ...side, hadBaseline: true }
      : side;
  }
  const elsewhere = await pathsEnding(place, commit, catalogFile);
  if (isMergeBase && elsewhere.length === 0) return { kind: "none-yet", name };
  throw noCatalog(commit, ref, { at, elsewhere, isMergeBase });
}

const catalogFile = "schema/catalog.yaml";

/** Only what can stand in a tree: no way leads out of it. */
function refuseOddPath(path: string): void {
  const shown = visible(path);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]/.test(path))
    throw new CliError(`'${shown}' is not a path in a repository: it contains a control character`);
  const parts = path.replace(/\/+$/, "").split("/");
  const isOdd = path !== "" && parts.some((part) => part === "" || part === "." || part === "..");
  if (!isOdd) return;
  throw new CliError(`'${shown}' is not a path in a repository`, {
    hint: "write it from the repository's root, as in main:packages/notes",
  });
}

/** The text of a file, where the path names one and no folder. */
async function fileAt(place: GitPlace, commit: Commit, path: string): Promise<string | undefined> {
  const entry = (await entriesAt(place, commit, path)).find((one) => one.path === path);
  if (entry?.kind !== "file") return undefined;
  const [bytes] = await readFiles(place, commit, [entry]);
  return bytes?.toString("utf8");
}

/** The texts under schema/, as `readSources` gives them of a folder; undefined when there is no catalog. */
async function schemaAt(place: GitPlace, commit: Commit, folder: string): Promise<Sources | undefined> {
  const schema = folder === "" ? "schema" : `${folder}/schema`;
  const entries = (await entriesAt(place, commit, schema)).filter(
    ({ path }) => path.startsWith(`${schema}/`) && !isHidden(path.slice(schema.length + 1)),
  );
  if (!entries.some(({ path, kind }) => path === `${schema}/catalog.yaml` && kind === "file")) {
    const obstacle = await obstacleTo(place, commit, `${schema}/catalog.yaml`);
    if (obstacle !== undefined) throw unfollowed(commit, obstacle);
    return undefined;
  }
  const odd = entries.find(({ kind }) => kind === "link" || kind === "submodule");
  if (odd !== undefined) throw unfollowed(commit, odd);
  const files = entries.filter(({ path, kind }) => kind === "file" && isSchemaText(path.slice(schema.length + 1)));
  const bytes = await readFiles(place, commit, files);
  const decoded = files.map(({ path }, index) => {
    return decodeSource(path.slice(schema.length - "schema".length), bytes[index] ?? Buffer.alloc(0));
  });
  return {
    sources: decoded.map(({ source }) => source).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
    diagnostics: decoded.flatMap(({ issue }) => (issue === undefined ? [] : [issue])),
  };
}

/** As `readHandlers` gives them of a folder. Links are not followed, and a file that is not a text is one without a forward. */
async function handlersAt(place: GitPlace, commit: Commit, folder: string): Promise<readonly SourceFile[]> {
  const entries = (await entriesAt(place, commit, `${folder}src/handlers`)).filter(
    ({ path, kind }) => kind === "file" && path.endsWith(".ts"),
  );
  const bytes = await readFiles(place, commit, entries);
  return entries.map(({ path }, index) => ({
    path: path.slice(folder.length),
    text: bytes[index]?.toString("utf8") ?? "",
  }));
}

function unfollowed(commit: Commit, { path, kind }: TreeEntry): CliError {
  const what = kind === "link" ? "a symbolic link" : "a submodule";
  return new CliError(`'${visible(path)}' is ${what} at '${commit.name}'; in commits these are not followed`, {
    hint: `check the commit out beside this one (git worktree add ../old ${commit.hash.slice(0, 10)}) and compare with that folder`,
  });
}

function noCatalog(
  commit: Commit,
  ref: string,
  {
    at,
    elsewhere,
    isMergeBase,
  }: { readonly at: string; readonly elsewhere: readonly string[]; readonly isMergeBase: boolean },
): CliError {
  const missing = at === "" ? catalogFile : `${at}/${catalogFile}`;
  const prefix = isMergeBase ? mergeBasePrefix : "";
  const folders = elsewhere
    .slice(0, 5)
    .map((path) => `${prefix}${ref}:${path.slice(0, -catalogFile.length).replace(/\/$/, "")}`);
  return new CliError(`there is no catalog at '${commit.name}': the commit has no ${visible(missing)}`, {
    hint: folders.length === 0 ? "no other folder of it has one" : `write ${visible(folders.join(" or "))}`,
  });
}
