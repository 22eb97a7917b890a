import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import { print, type Terminal } from "../../terminal/terminal.ts";
import { openLocalCatalog } from "../catalog/local-catalog.ts";
import { startIn, withOwnMembers } from "../install/client-entries.ts";
import { clients } from "../install/clients.ts";
import { type OpenedEntry, openEntry, sureText, writeConfigFile } from "../install/config-file.ts";
import {
  type ChangeOptions,
  confirmChange,
  reportChange,
  type ShownChange,
  showChange,
} from "../install/confirm-change.ts";
import { digestOf, type Receipt, removeReceipt, writeReceipt } from "../install/receipt.ts";
import { serverEntry } from "../install/server-entry.ts";
import { thisProgram } from "../install/this-program.ts";
import type { ClientName } from "../servers/client-names.ts";
import { chooseListing, type ListingFlags } from "../settings/listing-flags.ts";

export interface InstallOptions extends ListingFlags, ChangeOptions {
  readonly name?: string;
  readonly catalog?: string;
  readonly config?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/**
 * Lets a client start our server: puts one entry into its configuration, and nothing else.
 * @param words further words of `serve`
 */
export async function install(
  terminal: Terminal,
  client: ClientName,
  words: readonly string[],
  options: InstallOptions,
): Promise<ExitCode> {
  const { scope } = options;
  const { registry } = await openLocalCatalog(terminal, options.catalog);
  // What `serve` would refuse is refused now, not when the client starts it.
  await chooseListing(registry, options, {});
  refuseHttp(words);
  const name = serverName(options.name ?? registry.server.name);
  const opened = await openEntry(terminal, client, scope, name);
  const { place, path, shown, shownAs, format, file, found, receipt, isOurs } = opened;
  const { catalog, config } = options;
  const { environment = [] } = registry;
  const allWords = [...flagWords(options), ...words];
  const facts = clients[client];
  const entryOptions = {
    client,
    name,
    scope,
    cwd: resolve(terminal.cwd),
    catalog,
    config,
    words: allWords,
    environment,
  };
  const { entry: fresh, notes } = serverEntry(entryOptions, thisProgram());
  const isSame = startsTheSame(found, fresh);
  const entry = isSame ? withOwnMembers(fresh, found) : fresh;
  const outcome = { client, scope, file: path, name, entry };
  if (isDeepStrictEqual(found, entry)) {
    const text = `${facts.title} starts it already: '${place.name}' in ${shown}`;
    return reportChange(terminal, options, { ...outcome, status: "unchanged" }, text);
  }
  const after = sureText(opened, format.put(file.text ?? "", place, entry), entry);
  const change: ShownChange = {
    shown,
    place,
    format,
    before: file.text,
    after,
    isOurs: { before: isOurs, after: true },
  };
  if (!options.json) {
    if (file.isLink) print(terminal, `${shown} is a link to ${shownAs(file.real)}`);
    showChange(terminal, change);
  }
  const of = isOurs ? otherCatalog(found, entry) : "";
  if (found !== undefined && of !== undefined && !isSame && !isMoved(found) && options.force === undefined) {
    throw new CliError(`${shown} has another server named '${place.name}'${of}`, {
      hint: "--name takes another name, --force replaces it; nothing was written",
    });
  }
  if (options.dryRun) {
    const text = terminal.colors.dim("nothing was written");
    return reportChange(terminal, options, { ...outcome, status: "dry-run" }, text);
  }
  await confirmChange(terminal, shown, options.yes === true);
  const kept = keep(opened, { entry, after });
  const mode = scope === "project" ? { file: 0o644, folder: 0o755 } : { file: 0o600, folder: 0o700 };
  // First the way back, then the change.
  await writeReceipt(terminal, kept);
  try {
    const made = await writeConfigFile(file, shown, after, mode);
    if (made.length > 0) await writeReceipt(terminal, { ...kept, madeFolders: made });
  } catch (error) {
    await (receipt === undefined ? removeReceipt(terminal, kept) : writeReceipt(terminal, receipt));
    throw error;
  }
  const inScope = scope === "user" ? client : `${client} --scope ${scope}`;
  const named = place.name === "pegboard" ? "" : ` --name ${place.name}`;
  const next = `pegboard doctor ${inScope} tries it; pegboard uninstall ${inScope}${named} undoes it`;
  const below = [...notes, facts.afterwards, next].map((line) => terminal.colors.dim(`  ${line}`));
  const text = [`'${place.name}' is in ${shown}`, ...below].join("\n");
  return reportChange(terminal, options, { ...outcome, status: "written" }, text);
}

/** An entry of `pegboard init` or of the user's, to which only variables or a kind are added: it is the same server. */
function startsTheSame(found: unknown, fresh: JsonObject): boolean {
  const start = startIn(found);
  return start !== undefined && isDeepStrictEqual(start, startIn(fresh));
}

/** What an earlier `install` wrote is brought up to date, unless it serves another catalog that is still there. */
function otherCatalog(found: unknown, entry: JsonObject): string | undefined {
  const [was, is] = [found, entry].map((each) => {
    const words = startIn(each) ?? [];
    const at = words.indexOf("--catalog");
    return at < 0 ? undefined : words[at + 1];
  });
  if (was === is) return undefined;
  if (typeof was !== "string") return ": the workbench";
  return isAbsolute(was) && !existsSync(was) ? undefined : `: that of '${was}'`;
}

/** An entry that starts this package from where it is not any more. */
function isMoved(found: unknown): boolean {
  const words = startIn(found) ?? [];
  const main = words.find((word) => typeof word === "string" && /[\\/]dist[\\/]cli[\\/]main\.js$/.test(word));
  return typeof main === "string" && words.includes("serve") && isAbsolute(main) && !existsSync(main);
}

/** What is needed to put back what was there before us, however often we changed it since. */
function keep(
  { file, place, format, receipt, isOurs }: OpenedEntry,
  { entry, after }: { readonly entry: JsonObject; readonly after: string },
): Receipt {
  const { container, name } = place;
  const now = { file: file.real, name, container, entry, digestAfter: digestOf(after) };
  const earlier = isOurs ? receipt : undefined;
  if (earlier === undefined) {
    const text = file.text ?? "";
    return {
      ...now,
      textBefore: file.text ?? null,
      rawBefore: format.raw(text, place) ?? null,
      madeLevels: format.missingLevels(text, place),
      madeFolders: [],
    };
  }
  // Others have changed the file since: then only the entry can be put back.
  const isAsLeft = file.text !== undefined && digestOf(file.text) === earlier.digestAfter;
  return { ...earlier, ...now, digestAfter: isAsLeft ? now.digestAfter : "" };
}

function serverName(name: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  throw new CliError(`'${name}' is not a server name that all clients accept`, {
    hint: "letters, digits, '_' and '-', at most 64",
  });
}

function flagWords({ profile, surface, detail, hints, allow, deny }: InstallOptions): readonly string[] {
  const single = Object.entries({ profile, surface, detail, hints });
  const many = [...(allow ?? []).map((word) => ["allow", word]), ...(deny ?? []).map((word) => ["deny", word])];
  return [...single, ...many].flatMap(([name, word]) => (word === undefined ? [] : [`--${name}`, word]));
}

function refuseHttp(words: readonly string[]): void {
  const word = words.find((each) => /^--(http|token-file|allow-host|allow-origin)(=|$)/.test(each));
  if (word === undefined) return;
  throw new CliError(`clients start the server over stdio: '${word}' can't be used`);
}
