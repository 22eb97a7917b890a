import { CliError } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { clients } from "../install/clients.ts";
import { type OpenedEntry, openEntry, removeFolders, sureText, writeConfigFile } from "../install/config-file.ts";
import { type ChangeOptions, confirmChange, reportChange, showChange } from "../install/confirm-change.ts";
import { digestOf, type Receipt, removeReceipt } from "../install/receipt.ts";
import type { ClientName } from "../servers/client-names.ts";

export interface UninstallOptions extends ChangeOptions {
  readonly name: string;
}

/** Undoes `install`: puts back exactly what was there, and where others have changed the file since, the entry alone. */
export async function uninstall(terminal: Terminal, client: ClientName, options: UninstallOptions): Promise<ExitCode> {
  const { scope, name } = options;
  const { title } = clients[client];
  const opened = await openEntry(terminal, client, scope, name);
  const { place, path, shown, format, file, found, receipt, isOurs: isAsPut } = opened;
  if (receipt === undefined) {
    throw new CliError(`pegboard did not put '${name}' into ${shown}`, {
      hint: "--name and --scope select the entry; remove a hand-written one by hand",
    });
  }
  if (found !== undefined && !isAsPut && options.force === undefined) {
    throw new CliError(`'${name}' in ${shown} was changed since`, {
      hint: "--force removes it anyway; nothing was written",
    });
  }
  const { after, did } = undone(opened, receipt);
  const outcome = { client, scope, file: path, name, did };
  if (after === file.text) {
    await removeReceipt(terminal, receipt);
    const text = said.nothing(name, shown);
    return reportChange(terminal, options, { ...outcome, did: "nothing", status: "unchanged" }, text);
  }
  if (!options.json) {
    showChange(terminal, { shown, place, format, before: file.text, after, isOurs: { before: isAsPut, after: false } });
  }
  if (options.dryRun) {
    const text = terminal.colors.dim("nothing was written");
    return reportChange(terminal, options, { ...outcome, status: "dry-run" }, text);
  }
  await confirmChange(terminal, shown, options.yes === true);
  await writeConfigFile(file, shown, after, { file: 0o600, folder: 0o700 });
  if (after === undefined) await removeFolders(receipt.madeFolders);
  await removeReceipt(terminal, receipt);
  const text = `${said[did](name, shown)}; ${title} may have to be restarted`;
  return reportChange(terminal, options, { ...outcome, status: "written" }, text);
}

/** What was done, as programs read it. */
type Undoing = "restored" | "removed-file" | "removed-entry" | "put-back" | "nothing";

const said: Readonly<Record<Undoing, (name: string, shown: string) => string>> = {
  restored: (_, shown) => `${shown} is as it was before`,
  "removed-file": (_, shown) => `${shown} is removed: there was none before`,
  "removed-entry": (name, shown) =>
    `'${name}' is taken out of ${shown}, which was changed since; the rest stays as it is`,
  "put-back": (name, shown) =>
    `the earlier '${name}' is back in ${shown}, which was changed since; the rest stays as it is`,
  nothing: (name, shown) => `'${name}' is not in ${shown} any more; there is nothing to undo`,
};

interface Undone {
  /** undefined: the file was made by us, and nothing else is in it. */
  readonly after: string | undefined;
  readonly did: Undoing;
}

function undone(opened: OpenedEntry, receipt: Receipt): Undone {
  const { file, format, place, found } = opened;
  const { text } = file;
  if (text === undefined) return { after: undefined, did: "nothing" };
  if (digestOf(text) === receipt.digestAfter) {
    return receipt.textBefore === null
      ? { after: undefined, did: "removed-file" }
      : { after: receipt.textBefore, did: "restored" };
  }
  if (found === undefined) return { after: text, did: "nothing" };
  if (receipt.rawBefore !== null) return { after: format.putBack(text, place, receipt.rawBefore), did: "put-back" };
  return {
    after: sureText(opened, format.remove(text, place, receipt.madeLevels), undefined),
    did: "removed-entry",
  };
}
