import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { errors } from "../generated/errors.ts";
import { userFolders } from "./disk/user-folders.ts";
import type { Deps } from "./handlers/deps.ts";
import { HostUnavailable } from "./runtime/errors.ts";
import type { Figure } from "./runtime/figures.ts";
import type { Session } from "./runtime/ports.ts";
import type { Host, OpenHost, OutsideWorld } from "./runtime/registry.ts";
import { storedActivity } from "./services/activity/activity.ts";
import { type ActivityPruning, activityLifetime, activityPruning } from "./services/activity/prune-activity.ts";
import type { TextModel } from "./services/chat/text-model.ts";
import { storedPacks } from "./services/context/packs.ts";
import { storedDecisions } from "./services/decisions/decisions.ts";
import type { MemoryEmbeddings } from "./services/embedding/memory-embeddings.ts";
import { storedEvolution } from "./services/evolution/evolution.ts";
import { storedGraph } from "./services/graph/graph.ts";
import { storedMemories } from "./services/memories/stored-memories.ts";
import { storedOrganizations } from "./services/organizations/organizations.ts";
import { storedPlans } from "./services/plans/plans.ts";
import type { ProjectPlaces } from "./services/project-places/project-places.ts";
import { storedProjects } from "./services/projects/projects.ts";
import { storedSessions } from "./services/sessions/sessions.ts";
import { storedTasks } from "./services/tasks/tasks.ts";
import { storedUpkeep } from "./services/upkeep/upkeep.ts";
import { keyring } from "./services/vault/keyring.ts";
import { type PassphraseFile, passphraseFile } from "./services/vault/passphrase-file.ts";
import { VaultRefused } from "./services/vault/refused.ts";
import { storedVault } from "./services/vault/vault.ts";
import { storedWorkspaces } from "./services/workspaces/workspaces.ts";
import { lazyStore } from "./store/lazy-store.ts";
import { openStore } from "./store/open-store.ts";
import { storeSeenBy } from "./store/seen-by.ts";
import type { Store } from "./store/store.ts";
import type { Keyring, VaultRefusal } from "./store/vault.ts";

/** The database of an organisation without calls is closed; the next call opens it again. */
const organizationIdleMs = 5 * 60_000;

/** Composes the workbench. The store is opened by the first call that needs it, so opening the host does not touch the disk. */
export const openHost: OpenHost<Deps> = async ({ env, clock, log }: OutsideWorld): Promise<Host<Deps>> => {
  const path = () => databasePath(env);
  const embeddingsOf = await embeddingsIn(env, log);
  const model = await chatModelIn(env);
  let passphrase: PassphraseFile | undefined;
  const opened = (vault: string) => passphrase?.keyOf(vault);
  const ownKeyring = keyring({ database: path, clock, refusal: refusedBy, opened });
  const own = lazyStore((closing) => openStore(path(), { closing, keyring: ownKeyring }));
  const passphrasePath = env.PEGBOARD_VAULT_PASSPHRASE_FILE;
  if (passphrasePath !== undefined && passphrasePath !== "") {
    passphrase = passphraseFile(resolve(passphrasePath), own, log);
  }
  const { store, embeddings } = embedded(passphrase === undefined ? own : unlockedBy(passphrase, own), embeddingsOf);
  const person = personOf(env);
  const lifetime = activityLifetime(env.PEGBOARD_ACTIVITY_DAYS);
  const pruning = activityPruning({ store, clock }, log, lifetime);
  const sessions = storedSessions({ store, clock, onOpened: () => pruning.start(), person });
  const organizations = storedOrganizations({ store, clock, person });
  let loadedPlaces: Promise<ProjectPlaces> | undefined;
  const places = () => {
    loadedPlaces ??= import("./services/project-places/project-places.ts").then(({ projectPlaces }) =>
      projectPlaces({ env, clock, store, cwd: () => process.cwd() }),
    );
    return loadedPlaces;
  };
  const depsOn = ({ store, embeddings }: Embedded): Deps => ({
    memories: (agent) => storedMemories({ store: storeSeenBy(store, agent), clock, embeddings }),
    memoryFiles: async (agent) => {
      const { memoryFiles } = await import("./services/memory-files/memory-files.ts");
      return memoryFiles({ store: storeSeenBy(store, agent), clock });
    },
    graph: (agent) => storedGraph({ store: storeSeenBy(store, agent), clock }),
    evolution: (agent) => storedEvolution({ store: storeSeenBy(store, agent), clock }),
    upkeep: (agent) => storedUpkeep({ store: storeSeenBy(store, agent), clock, model }),
    workspaces: (agent) => storedWorkspaces({ store: storeSeenBy(store, agent), clock }),
    guide: guideOf,
    projects: storedProjects({ store, clock }),
    projectsOf: (organization) => sharedBy(organization).deps.projects,
    tasks: storedTasks({ store, clock }),
    packs: storedPacks({ store, clock }),
    decisions: storedDecisions({ store, clock }),
    plans: storedPlans({ store, clock }),
    activity: storedActivity({ store }),
    organizations,
    sessions,
    places,
    now: clock,
  });
  const deps = depsOn({ store, embeddings });
  // What belongs to an organisation is in a database of its own: no query can find what is in another one.
  const shared = new Map<string, Embedded & { readonly deps: Deps; readonly pruning: ActivityPruning }>();
  const sharedBy = (organization: string) => {
    const known = shared.get(organization);
    if (known !== undefined) return known;
    const opened = (closing: AbortSignal) =>
      openStore(organizationPath(path(), organization), { closing, keyring: noVault });
    const own = embedded(lazyStore(opened, { idleMs: organizationIdleMs }), embeddingsOf);
    const made = { ...own, deps: depsOn(own), pruning: activityPruning({ store: own.store, clock }, log, lifetime) };
    shared.set(organization, made);
    return made;
  };
  const depsOf = (session: Session | undefined) => {
    if (session?.scope === undefined) return deps;
    const opened = sharedBy(session.scope);
    opened.pruning.start();
    return opened.deps;
  };
  const close = async () => {
    const opened = [{ store, embeddings, pruning }, ...shared.values()];
    await Promise.all(opened.map((one) => Promise.all([one.pruning.close(), one.embeddings?.close()])));
    await Promise.all(opened.map((one) => one.store.close()));
  };
  // Any query opens the database and finds out whether it answers.
  const ready = async () => void (await store.read(({ projects }) => projects.byId("")));
  const figures = () => storeFigures(store, path());
  return { deps, depsOf, sessions, ready, figures, close, wholeCharacters: true };
};

/** What belongs to an organisation is read by its members, who have no vault in common. */
const noVault: Keyring = { keyOf: () => undefined, refusal: () => refusedBy("unsupported") };

function refusedBy(reason: VaultRefusal): Error {
  switch (reason) {
    case "locked":
      return new VaultRefused(errors.vaultLocked({}));
    case "missing":
      return new VaultRefused(errors.vaultMissing({}));
    case "damaged":
      return new VaultRefused(errors.vaultDamaged({}));
    case "unsupported":
      return new VaultRefused(errors.encryptionUnsupported({}));
  }
}

/** A store that opens its vault with the passphrase of a file before it is used. */
function unlockedBy(file: PassphraseFile, store: Store): Store {
  return {
    ...store,
    read: async (work, options) => {
      await file.ready();
      return store.read(work, options);
    },
    write: async (work, options) => {
      await file.ready();
      return store.write(work, options);
    },
  };
}

/** The vault of the user's own database, for the command line: handlers don't get it. */
export function openVault({ env, clock }: Pick<OutsideWorld, "env" | "clock">) {
  const database = databasePath(env);
  const store = lazyStore((closing) => openStore(database, { closing }));
  return { vault: storedVault({ store, database, clock }), close: () => store.close() };
}

/** Of the user's own database; nothing before its first use, and where it may only be read. */
async function storeFigures(store: Store, path: string): Promise<readonly Figure[]> {
  const counted = store.figures?.();
  if (counted === undefined) return [];
  const bytes = (file: string) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  const [file, log] = await Promise.all([bytes(path), bytes(`${path}-wal`)]);
  const { writes, writeMs, writesWaiting, lockRefusals } = counted;
  const gauge = (name: string, help: string, value: number): Figure => ({ name, type: "gauge", help, value });
  const counter = (name: string, help: string, value: number): Figure => ({ name, type: "counter", help, value });
  return [
    gauge("pegboard_store_writes_waiting", "Writes that wait in line", writesWaiting),
    counter("pegboard_store_writes_total", "Writes that have ended", writes),
    counter(
      "pegboard_store_write_seconds_total",
      "How long writes took, from the request to the commit",
      writeMs / 1000,
    ),
    counter(
      "pegboard_store_lock_refusals_total",
      "Attempts at the write lock while another process had it",
      lockRefusals,
    ),
    gauge("pegboard_store_file_bytes", "Size of the database", file),
    gauge("pegboard_store_log_bytes", "Size of its write-ahead log", log),
  ];
}

/** A store, and what makes the vectors of its memories where a provider is set up. */
interface Embedded {
  readonly store: Store;
  readonly embeddings?: MemoryEmbeddings | undefined;
}

type EmbeddingsOf = (store: Store) => MemoryEmbeddings;

/** What makes vectors is loaded only where a provider is set up. */
async function embeddingsIn(env: OutsideWorld["env"], log: OutsideWorld["log"]): Promise<EmbeddingsOf | undefined> {
  if (!isSetUp(env, "PEGBOARD_EMBEDDINGS")) return undefined;
  const [{ embeddingSettings }, { embeddingProvider }, { openAiEmbedder }, { memoryEmbeddings }] = await Promise.all([
    import("./services/embedding/embedding-settings.ts"),
    import("./services/embedding/embedding-provider.ts"),
    import("./services/embedding/openai-embedder.ts"),
    import("./services/embedding/memory-embeddings.ts"),
  ]);
  const settings = embeddingSettings(env);
  if (settings === undefined) return undefined;
  const provider = embeddingProvider(openAiEmbedder(settings), settings);
  return (store) => memoryEmbeddings(store, provider, log);
}

/** The same of a chat model. */
async function chatModelIn(env: OutsideWorld["env"]): Promise<TextModel | undefined> {
  if (!isSetUp(env, "PEGBOARD_CHAT")) return undefined;
  const [{ providerSettings }, { openAiChat }] = await Promise.all([
    import("./services/provider/provider-settings.ts"),
    import("./services/chat/openai-chat.ts"),
  ]);
  const settings = providerSettings(env, "PEGBOARD_CHAT", "chat/completions");
  return settings === undefined ? undefined : openAiChat(settings);
}

function isSetUp(env: OutsideWorld["env"], prefix: string): boolean {
  return [env[`${prefix}_URL`], env[`${prefix}_MODEL`]].some((value) => value !== undefined && value.trim() !== "");
}

/** Every write may have stored a memory. */
function embedded(store: Store, embeddingsOf: EmbeddingsOf | undefined): Embedded {
  if (embeddingsOf === undefined) return { store };
  const embeddings = embeddingsOf(store);
  const write: Store["write"] = async (work, options) => {
    const result = await store.write(work, options);
    embeddings.wake();
    return result;
  };
  return { store: { ...store, write }, embeddings };
}

/** The guide of a profile; its texts are loaded by the first call that asks for it. */
async function guideOf(profile: string): Promise<string> {
  const [{ registry }, { catalogDocs }, { guidePage }] = await Promise.all([
    import("../generated/registry.ts"),
    import("./runtime/catalog-docs.ts"),
    import("./runtime/guide-page.ts"),
  ]);
  const shown = { listingOptions: { profile }, policy: { permits: () => true } };
  return guidePage(registry, shown, await catalogDocs(registry));
}

/** Who uses this process: PEGBOARD_USER, else the name that the system gives. */
export function personOf(env: OutsideWorld["env"]): string {
  const names = [env.PEGBOARD_USER, env.USER, env.USERNAME, env.LOGNAME];
  return names.find((name) => name !== undefined && name !== "") ?? "person";
}

/**
 * The database of an organisation, in the folder beside the user's own.
 * @throws HostUnavailable for an id that this program does not make: it might name a file outside of the folder
 */
export function organizationPath(database: string, organization: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organization)) {
    throw new HostUnavailable("the organisation of this session has a damaged id; open a new session", "never");
  }
  return join(`${database}.organizations`, `${organization}.db`);
}

/**
 * The file that PEGBOARD_DB names, else one in the user's data folder. A leading `~/` is the home folder, because no shell expands it
 * in the configuration of a client.
 * @throws HostUnavailable for `:memory:`, which is a database that ends with the process
 */
export function databasePath(env: OutsideWorld["env"]): string {
  const given = env.PEGBOARD_DB;
  if (given === ":memory:") {
    const sentence = "PEGBOARD_DB is ':memory:', which would end with the process; set it to a file";
    throw new HostUnavailable(sentence, "never");
  }
  if (given?.startsWith("~/") === true) return join(homedir(), given.slice(2));
  if (given !== undefined && given !== "") return resolve(given);
  return join(userFolders(env).data, "workbench.db");
}
