import { expect, test } from "vitest";
import { lastAwaited } from "../../src/runtime/awaited.ts";
import { createLazyHost } from "../../src/runtime/lazy-host.ts";
import { loadTool } from "../../src/runtime/loading.ts";
import type { Host, ToolEntry } from "../../src/runtime/registry.ts";
import { nodeEntropy } from "../../src/server/node-entropy.ts";
import { loadCatalog } from "../../src/shell/catalog/bound-catalog.ts";
import { type NotesDeps, notesRegistry } from "./notes-catalog.ts";

const why = "a top-level await in its module, or in one that it imports, does not end";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const changes = { resourceUpdated: () => {}, resourceListChanged: () => {} };
const hostEnv = { env: {}, clock: () => 0, log: silent, changes };

function entryOf(load: ToolEntry<NotesDeps>["load"]): ToolEntry<NotesDeps> {
  const entry = notesRegistry().tools.note_list;
  if (entry === undefined) throw new Error("the notes have a list");
  return { ...entry, load };
}

test("a module that is never loaded ends the call with its name, and is awaited by name until then", async () => {
  const where = "'note_list' (src/handlers/notes/note_list.ts)";
  const loaded = loadTool(
    entryOf(() => new Promise(() => undefined)),
    1,
  );
  expect(lastAwaited()).toBe(`${where} is never loaded: ${why}`);
  // Alone it does not keep the process alive.
  const alive = setInterval(() => undefined, 1_000);
  await expect(loaded).rejects.toThrow(`${where} has not been loaded within 1 ms: ${why}`);
  clearInterval(alive);
  expect(lastAwaited()).toBeUndefined();
});

test("a catalog and a host that are never loaded are named while something else keeps the process alive", async () => {
  const alive = setInterval(() => undefined, 1_000);
  const never = () => new Promise<never>(() => undefined);
  const inHost = "a top-level await in src/host.ts, or in a module that it imports, does not end";
  const late = `the catalog has not been loaded within 1 ms: ${inHost}`;
  await expect(loadCatalog(never, 1)).rejects.toThrow(late);
  const separate = { registry: notesRegistry(), openHost: never, loadHost: never };
  const loaded = await loadCatalog(async () => separate, 1);
  await expect(loaded.loadHost()).rejects.toThrow(late);
  clearInterval(alive);
});

test("a call is refused while the host takes too long, and a later one finds it open", async () => {
  const alive = setInterval(() => undefined, 1_000);
  let open: (host: Host<string>) => void = () => undefined;
  const openHost = () =>
    new Promise<Host<string>>((resolve) => {
      open = resolve;
    });
  const host = createLazyHost({ openHost, environment: [] }, hostEnv, nodeEntropy, 1);
  for (const _ of ["first", "second"]) {
    await expect(host.get()).rejects.toMatchObject({
      name: "HostUnavailable",
      retry: "later",
      message: "the server is still starting",
      operatorMessage: expect.stringMatching(
        /^the host has not been opened within 1 ms: openHost, or a top-level await/,
      ),
    });
  }
  const events: string[] = [];
  open({ deps: "one", close: async () => void events.push("closed") });
  expect((await host.get()).deps).toBe("one");
  await host.close();
  expect(events).toEqual(["closed"]);
  clearInterval(alive);
});

test("a host that is late and never opens can be closed", async () => {
  const alive = setInterval(() => undefined, 1_000);
  const openHost = () => new Promise<never>(() => undefined);
  const host = createLazyHost({ openHost, environment: [] }, hostEnv, nodeEntropy, 1);
  await expect(host.get()).rejects.toThrow("still starting");
  await host.close();
  expect(host.opened()).toBeUndefined();
  clearInterval(alive);
});
