import { visible } from "../../diagnostics/display-text.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { clients } from "../install/clients.ts";
import { entryIn, namesIn, openConfig, writeConfigFile } from "../install/config-file.ts";
import { type ChangeOptions, confirmChange, showChange } from "../install/confirm-change.ts";
import { removeReceipt, writeReceipt } from "../install/receipt.ts";
import { type ClientName, clientNames, type Scope } from "../servers/client-names.ts";
import { type ReadServer, readClientServer } from "../sync/client-server.ts";
import { planSync, type SyncedServer, type SyncPlan } from "../sync/plan-sync.ts";

export interface SyncOptions extends ChangeOptions {
  readonly from?: ClientName;
  /** Clients, separated by commas. */
  readonly to?: string;
}

/**
 * Copies the servers of one client to others, each in its own form. Nothing is ever taken out.
 * @param names of servers; none: all
 */
export async function syncServers(
  terminal: Terminal,
  names: readonly string[],
  options: SyncOptions,
): Promise<ExitCode> {
  const { scope, json, force, dryRun } = options;
  const { from, to } = clientsOf(options);
  const servers = await readServers(terminal, from, scope, names);
  const plans: SyncPlan[] = [];
  for (const client of to) {
    plans.push(await planSync(terminal, { from, to: client, scope, servers, isForced: force === true }));
  }
  if (!json) for (const plan of plans) show(terminal, plan);
  const changed = plans.filter(({ after }) => after !== undefined);
  const status = changed.length === 0 ? "unchanged" : dryRun ? "dry-run" : "written";
  if (status === "written") {
    const files = changed.map(({ config }) => config.shown).join(" and ");
    await confirmChange(terminal, files, options.yes === true);
    for (const plan of changed) await writePlan(terminal, plan, scope);
  }
  if (json) {
    const targets = plans.map(({ client, config, servers: outcomes }) => ({
      client,
      file: config.path,
      servers: outcomes,
    }));
    printJson(terminal, { from, scope, status, targets });
  } else {
    const texts = {
      unchanged: "nothing to change",
      "dry-run": terminal.colors.dim("nothing was written"),
      written: `${counted(changed.length, "file")} changed; the clients may have to be restarted`,
    };
    print(terminal, texts[status]);
  }
  const isIncomplete = plans.some((plan) => plan.servers.some(isMissing));
  return isIncomplete ? ExitCode.findings : ExitCode.fine;
}

function isMissing({ status }: SyncedServer): boolean {
  return status === "kept" || status === "left-out";
}

function clientsOf({ from, to = "" }: SyncOptions): { readonly from: ClientName; readonly to: readonly ClientName[] } {
  const usage = { hint: "pegboard servers sync --from cursor --to claude-code,codex" };
  if (from === undefined) throw new CliError("sync needs --from, the client that has the servers", usage);
  const words = to.split(",").filter((word) => word !== "");
  if (words.length === 0) throw new CliError("sync needs --to, the clients that get the servers", usage);
  const found = words.map((word) => {
    const client = clientNames.find((name) => name === word);
    if (client !== undefined) return client;
    const hint = nearHint(word, [...clientNames], `known: ${clientNames.join(", ")}`);
    throw new CliError(`'${word}' is not a known client`, { hint });
  });
  if (found.includes(from)) throw new CliError(`'${from}' can't get its own servers`, usage);
  return { from, to: [...new Set(found)] };
}

/** @throws CliError where there are none, or none of a name */
async function readServers(
  terminal: Terminal,
  from: ClientName,
  scope: Scope,
  names: readonly string[],
): Promise<readonly ReadServer[]> {
  const { file, shown, placeOf } = await openConfig(terminal, from, scope);
  const all = namesIn(file.root, placeOf(""));
  const odd = names.find((name) => !all.includes(name));
  if (odd !== undefined) {
    throw new CliError(`${clients[from].title} has no server '${odd}' in ${shown}`, {
      hint: nearHint(odd, [...all], `it has: ${all.join(", ") || "none"}`),
    });
  }
  const wanted = names.length === 0 ? all : names;
  const servers = wanted.flatMap((name) => {
    const entry = entryIn(file.root, placeOf(name));
    return entry === undefined ? [] : (readClientServer(name, entry, from) ?? []);
  });
  if (servers.length > 0) return servers;
  throw new CliError(`${clients[from].title} has no servers in ${shown}`, { exitCode: ExitCode.findings });
}

function show(terminal: Terminal, { client, config, place, after, servers }: SyncPlan): void {
  const { dim, yellow } = terminal.colors;
  const { shown, format, file } = config;
  if (after !== undefined) {
    const names = servers.map(({ name }) => name);
    const isOurs = { before: false, after: false };
    showChange(terminal, { shown, place, names, format, before: file.text, after, isOurs });
  }
  for (const { name, status, note } of servers) {
    const line = `  ${client}: ${visible(name)}: ${words[status]}${note === undefined ? "" : ` (${visible(note)})`}`;
    print(terminal, isMissing({ name, status }) ? yellow(line) : dim(line));
  }
}

const words: Readonly<Record<SyncedServer["status"], string>> = {
  added: "added",
  replaced: "replaced",
  same: "is there already",
  kept: "not changed",
  "left-out": "left out",
};

async function writePlan(terminal: Terminal, { config, after, receipts }: SyncPlan, scope: Scope): Promise<void> {
  const mode = scope === "project" ? { file: 0o644, folder: 0o755 } : { file: 0o600, folder: 0o700 };
  // First the way back, then the change.
  for (const receipt of receipts) await writeReceipt(terminal, receipt);
  try {
    await writeConfigFile(config.file, config.shown, after, mode);
  } catch (error) {
    for (const receipt of receipts) await removeReceipt(terminal, receipt);
    throw error;
  }
}
