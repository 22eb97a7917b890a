import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base64Url } from "../../src/runtime/base64.ts";
import { createMemorySessions } from "../../src/runtime/memory-sessions.ts";
import { countingEntropy } from "./notes-catalog.ts";

describe("sessions in memory", () => {
  test("a handle has 128 random bits and finds its session", async () => {
    const sessions = createMemorySessions({ clock: () => 5, entropy: countingEntropy(), unusedMs: 10 });
    const { handle, session } = await sessions.open({ agent: "ann", model: "m" });
    expect(handle).toBe("AAECAwQFBgcICQoLDA0ODw");
    expect(session).toEqual({ agent: "ann", model: "m", id: "EBESExQVFhcY", openedAt: 5, expiresAt: 15 });
    expect(await sessions.use(handle)).toEqual(session);
    expect(await sessions.use("other")).toBe(undefined);
  });
  test("it ends when it was not used for its time, and not before", async () => {
    let now = 0;
    const sessions = createMemorySessions({ clock: () => now, entropy: countingEntropy(), unusedMs: 10 });
    const { handle } = await sessions.open({ agent: "ann" });
    now = 9;
    expect((await sessions.use(handle))?.expiresAt).toBe(19);
    now = 19;
    expect(await sessions.use(handle)).toBe(undefined);
  });
  test("the one used longest ago goes when there are too many", async () => {
    const sessions = createMemorySessions({ clock: () => 0, entropy: countingEntropy(), maxSessions: 2 });
    const handles = [];
    for (const agent of ["a", "b"]) handles.push((await sessions.open({ agent })).handle);
    await sessions.use(handles[0] ?? "");
    handles.push((await sessions.open({ agent: "c" })).handle);
    const found = await Promise.all(handles.map(async (handle) => (await sessions.use(handle))?.agent));
    expect(found).toEqual(["a", undefined, "c"]);
  });
});

test("base64url is Node's", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => base64Url(bytes) === Buffer.from(bytes).toString("base64url")));
});
