import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { DiffReport } from "../compiler/diff/change.ts";
import { changelogEntry, changelogText } from "../compiler/diff/changelog/entry.ts";
import { insertEntry } from "../compiler/diff/changelog/insert-entry.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { CliError, failsWith } from "../terminal/cli-error.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { readSavedText } from "./compared/saved-side.ts";
import { isThere } from "./project.ts";

/**
 * What users notice of the changes, as an entry of a changelog: printed, or put into a file.
 * @param name the file; undefined prints
 * @throws CliError when the file can't be read, or what was put there was changed by hand
 */
export async function writeChangelog(terminal: Terminal, report: DiffReport, name: string | undefined): Promise<void> {
  const entry = changelogEntry(report, new Date(terminal.clock()).toISOString().slice(0, 10));
  if (name === undefined) {
    print(terminal, changelogText(entry));
    return;
  }
  if (name === "")
    throw new CliError("--changelog got an empty name", { hint: "name a Markdown file, or leave it out" });
  const path = resolve(terminal.cwd, name);
  const before = (await isThere(path)) ? await readSavedText(path, name) : "";
  if (before === "" && !/\.(?:md|markdown|mdx)$/i.test(name)) {
    throw new CliError(`'${name}' is not a changelog`, {
      hint: "name a Markdown file, such as CHANGELOG.md; write what is compared before --changelog",
    });
  }
  const outcome = insertEntry(before, entry);
  if ("edited" in outcome) {
    throw new CliError(`the entry in '${name}' was edited by hand, and the catalog has changed since`, {
      hint: "remove the comments <!-- pegboard diff … --> to keep it as it is, or the whole entry to have it written again",
    });
  }
  if (outcome.text === before) {
    print(
      terminal,
      before === ""
        ? `nothing has changed for callers: ${name} was not written (at a release it is written before \`baseline --release\`)`
        : `${name} has it already`,
    );
    return;
  }
  const fail = failsWith(`'${name}' can't be written`);
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  await replaceFile(path, outcome.text).catch(fail);
  print(terminal, `${before === "" ? "created" : "updated"} ${name}`);
}
