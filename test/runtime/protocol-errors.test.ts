import { describe, expect, test } from "vitest";
import { businessProtocolError } from "../../src/runtime/answers.ts";
import { openNotes } from "./notes-catalog.ts";
import { errorOf } from "./read-answer.ts";

// `errors: "protocol"`: declared errors as JSON-RPC errors; what breaks the contract stays a result.

const missing = { action: "rename", title: "x", to: "y" };

describe("with errors as the protocol's", () => {
  test("a declared error has the catalog's number and message, and among its data name, retry and hint", async () => {
    expect(await openNotes({ errors: "protocol" }).call("note_manage", missing)).toEqual({
      kind: "protocol-error",
      code: -32001,
      message: "no note titled 'x'",
      data: {
        title: "x",
        code: "NOTE_NOT_FOUND",
        retry: "changed_arguments",
        hint: "note_list shows the titles",
      },
    });
  });

  test("one through a proxy tool too", async () => {
    const world = openNotes({ errors: "protocol" });
    expect(await world.call("call_destructive", { tool: "note_manage", arguments: missing })).toMatchObject({
      kind: "protocol-error",
      code: -32001,
    });
  });

  test("a call that breaks its contract is a result all the same", async () => {
    const world = openNotes({ errors: "protocol" });
    expect(errorOf(await world.call("note_manage", {})).code).toBe("INVALID_ARGUMENTS");
    expect(errorOf(await world.call("note_create", { title: "x" })).code).toBe("SESSION_REQUIRED");
    const unconfirmed = await world.call("note_manage", { action: "delete", title: "x" });
    expect(errorOf(unconfirmed).code).toBe("CONFIRMATION_REQUIRED");
  });

  test("the log has the number", async () => {
    const world = openNotes({ errors: "protocol" });
    await world.call("note_manage", missing);
    expect(world.lines.map(({ fields }) => fields?.outcome)).toEqual(["protocol error -32001"]);
  });
});

test("without, it is a result", async () => {
  expect(errorOf(await openNotes().call("note_manage", missing))).toMatchObject({ number: -32001 });
});

test("declared data of a name that is ours is the declared one", () => {
  const data = { code: 7, retry: "soon", hint: "h" };
  const raised = { name: "ODD", number: -31000, message: "m", data, retry: "never", hint: "ours" } as const;
  expect(businessProtocolError(raised)).toEqual({ kind: "protocol-error", code: -31000, message: "m", data });
});
