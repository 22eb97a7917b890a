import { isDeepStrictEqual } from "node:util";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type ClientName, clients, configPlace, type Scope } from "../install/clients.ts";
import { type ConfigFile, readConfigFile, removeFolders, writeConfigFile } from "../install/config-file.ts";
import { confirmChange, reportChange, showChange } from "../install/confirm-change.ts";
import { type EntryPlace, putBack, removeEntry } from "../install/edit-servers.ts";
import { digestOf, type Receipt, readReceipt, removeReceipt } from "../install/receipt.ts";
import { memberOf, nodeValue } from "../servers/jsonc.ts";
import { knownAs } from "../servers/load-servers.ts";

export interface UninstallOptions {
  readonly scope: Scope;
  readonly name: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly force?: true;
  readonly json?: true;
}

/** Undoes `install`: puts back exactly what was there, and where others have changed the file since, the entry alone. */
export async function uninstall(terminal: Terminal, client: ClientName, options: UninstallOptions): Promise<ExitCode> {
  const { scope, name } = options;
  const { title, container } = clients[client];
  const place = { container, name };
  const path = configPlace(terminal, client, scope);
  const shown = knownAs(path, { cwd: terminal.cwd, home: userFolders(terminal.env).home });
  const file = await readConfigFile(path, shown, place);
  const receipt = await readReceipt(terminal, { file: file.real, name });
  if (receipt === undefined) {
    throw new CliError(`pegboard did not put '${name}' into ${shown}`, {
      hint: "--name and --scope select the entry; remove a hand-written one by hand",
    });
  }
  const node = memberOf(memberOf(file.root, container), name);
  const isAsPut = node !== undefined && isDeepStrictEqual(nodeValue(node), receipt.entry);
  if (node !== undefined && !isAsPut && options.force === undefined) {
    throw new CliError(`'${name}' in ${shown} was changed since`, {
      hint: "--force removes it anyway; nothing was written",
    });
  }
  const after = undone(file, place, receipt);
  const outcome = { client, scope, file: path, name };
  if (after === file.text) {
    await removeReceipt(terminal, receipt);
    const text = `'${name}' is not in ${shown} any more; there is nothing to undo`;
    return reportChange(terminal, options, { ...outcome, status: "unchanged" }, text);
  }
  if (!options.json) {
    showChange(terminal, { shown, place, before: file.text, after, isOurs: { before: isAsPut, after: false } });
  }
  if (options.dryRun) {
    const text = terminal.colors.dim("nothing was written");
    return reportChange(terminal, options, { ...outcome, status: "dry-run" }, text);
  }
  await confirmChange(terminal, shown, options.yes === true);
  await writeConfigFile(file, shown, after, { file: 0o600, folder: 0o700 });
  if (after === undefined) await removeFolders(receipt.madeFolders);
  await removeReceipt(terminal, receipt);
  const text = `${shown} is as it was before; ${title} may have to be restarted`;
  return reportChange(terminal, options, { ...outcome, status: "written" }, text);
}

/** @returns undefined: the file was made by us, and nothing else is in it */
function undone({ text, root }: ConfigFile, place: EntryPlace, receipt: Receipt): string | undefined {
  if (text === undefined) return undefined;
  if (digestOf(text) === receipt.digestAfter) return receipt.textBefore ?? undefined;
  if (root === undefined) return text;
  return receipt.rawBefore === null
    ? removeEntry(text, root, place, receipt.madeContainer)
    : putBack(text, root, place, receipt.rawBefore);
}
