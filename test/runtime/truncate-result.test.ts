import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { limits } from "../../src/contract/limits.ts";
import { utf8Length } from "../../src/contract/utf8.ts";
import { image, text } from "../../src/runtime/content.ts";
import { declareError } from "../../src/runtime/errors.ts";
import { createMemoryResults } from "../../src/runtime/kept-results.ts";
import { ok, type Success, type ToolResult } from "../../src/runtime/result.ts";
import { countingEntropy, handlers, notesRegistry, openNotes, tools, validatorOf } from "./notes-catalog.ts";
import { errorOf, noticesOf, resultOf } from "./read-answer.ts";

const maxResultBytes = 20_000;
const secrets = countingEntropy();

function serving(tool: string, returned: Success<unknown>, keeps = true) {
  const results = createMemoryResults({ clock: () => 0, entropy: secrets });
  const notes = openNotes({
    registry: notesRegistry({}, { ...handlers, [tool]: () => returned }),
    maxResultBytes,
    ...(keeps ? { results } : {}),
  });
  return { notes, results };
}

function listOf(count: number, title: (at: number) => string): readonly JsonObject[] {
  return Array.from({ length: count }, (_, at) => ({ title: title(at), priority: at, by: "ann" }));
}

function bytesOf(result: ToolResult): number {
  return utf8Length(JSON.stringify(result));
}

/** The link that a cut answer carries, and the id in it. */
function linkIn({ content }: ToolResult): string {
  const link = content.find(({ type }) => type === "resource_link");
  if (link?.type !== "resource_link") throw new Error("the link is missing");
  return link.uri;
}

function idIn(result: ToolResult): string {
  return linkIn(result).replace("pegboard://results/", "");
}

const manage = { action: "rename", title: "a", to: "b" };

describe("a result that is too large", () => {
  test("is cut, says so, and is kept in whole", async () => {
    const all = listOf(1_200, (at) => `note ${at}`);
    const { notes, results } = serving("note_list", ok(all));
    const answer = await notes.call("note_list");
    const result = resultOf(answer);
    const shown = result.structuredContent?.items;
    if (!Array.isArray(shown)) throw new Error("the list is missing");
    expect(shown.length).toBeGreaterThan(50);
    // It says how many stand beside it; how many there were, the notice says.
    expect(result.structuredContent?.count).toBe(shown.length);
    expect(result.content[0]).toEqual({ type: "text", text: JSON.stringify(result.structuredContent) });
    expect(linkIn(result)).toMatch(/^pegboard:\/\/results\/[\w-]{22}$/);
    expect(noticesOf(answer)).toEqual([
      `the result was too large and was cut (items: ${shown.length} of 1,200 shown); ` +
        `read ${linkIn(result)} for the whole, or narrow the call or request a page of it`,
    ]);
    expect(result._meta?.["pegboard/notices"]).toMatchObject([
      {
        kind: "cut",
        data: {
          cuts: [{ place: "items", unit: "items", shown: shown.length, total: 1_200 }],
          resource: linkIn(result),
        },
      },
    ]);
    expect(await results.get(idIn(result))).toEqual([
      { mimeType: "application/json", text: JSON.stringify({ items: all, count: 1_200 }) },
    ]);
  });

  test("where nothing is kept, the way to the rest is another call", async () => {
    const { notes } = serving("note_list", ok(listOf(1_200, String)), false);
    const answer = await notes.call("note_list");
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/shown\); to see the rest, narrow the call or request/)]);
    expect(JSON.stringify(answer)).not.toContain("pegboard://results");
  });

  test("what can't be cut is answered by an error that says the call was carried out", async () => {
    // Keys are not texts: nothing shortens them.
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`.repeat(400), at]));
    const returned: Success<unknown> = { ok: true, value: { data: fields } };
    const { notes, results } = serving("note_manage", returned);
    const answer = await notes.call("note_manage", manage);
    const resource = linkIn(resultOf(answer));
    expect(errorOf(answer)).toEqual({
      code: "RESULT_TOO_LARGE",
      message: expect.stringMatching(
        /^'note_manage' was carried out, but its result has \d+ bytes; the limit is 20000$/,
      ),
      done: true,
      bytes: expect.any(Number),
      limit: maxResultBytes,
      resource,
      hint: `do not repeat the call to get the result; read ${resource} for the whole, or request less at once`,
    });
    expect(await results.get(idIn(resultOf(answer)))).toEqual([
      { mimeType: "application/json", text: JSON.stringify(returned.value) },
    ]);
    const { notes: forgetful } = serving("note_manage", returned, false);
    const { hint } = errorOf(await forgetful.call("note_manage", manage));
    expect(hint).toBe("do not repeat the call to get the result; request less at once");
  });

  test.each([undefined, "protocol"] as const)("a declared error is cut too (%s)", async (errors) => {
    const tooMany = declareError<"TOO_MANY", { asked: string; near: string[]; at: number }>({
      name: "TOO_MANY",
      number: -31000,
      message: "too many notes are like '{asked}'",
      retry: "changed_arguments",
      hint: "one of {near}",
    });
    const near = Array.from({ length: 9_000 }, (_, at) => `note ${at}`);
    const returned = () => tooMany({ asked: "m".repeat(30_000), near, at: 7 });
    const registry = notesRegistry({}, { ...handlers, note_list: returned });
    const notes = openNotes({ registry, maxResultBytes, ...(errors === undefined ? {} : { errors }) });
    const answer = await notes.call("note_list");
    expect(utf8Length(JSON.stringify(answer))).toBeLessThanOrEqual(maxResultBytes);
    if (answer.kind === "protocol-error") {
      expect(answer).toMatchObject({ code: -31000, data: { code: "TOO_MANY", at: 7, near: expect.any(Array) } });
      return;
    }
    const { code, message, hint, data } = errorOf(answer);
    expect({ code, message, hint }).toEqual({
      code: "TOO_MANY",
      message: expect.stringMatching(/^too many notes are like 'm+…$/),
      hint: expect.stringMatching(/^one of note 0, note 1, .*…$/),
    });
    if (!isJsonObject(data) || !Array.isArray(data.near)) throw new Error("the data has no list");
    expect(data.near.length).toBeGreaterThan(50);
    expect(data).toMatchObject({ at: 7, asked: expect.stringMatching(/^m+…$/) });
    expect(noticesOf(answer)).toEqual([
      `the error was too large and was cut (message: 1,999 of 30,026 characters shown; ` +
        `hint: 1,999 of 97,895 characters shown; data.asked: ${(String(data.asked).length - 1).toLocaleString("en")} of 30,000 characters shown; ` +
        `data.near: ${data.near.length} of 9,000 shown)`,
    ]);
  });

  test("a declared error whose data can't be cut goes without it", async () => {
    const odd = declareError<"ODD", { [key: string]: number }>({
      name: "ODD",
      number: -31000,
      message: "odd",
      retry: "never",
    });
    const data = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`.repeat(400), at]));
    const registry = notesRegistry({}, { ...handlers, note_list: () => odd(data) });
    const answer = await openNotes({ registry, maxResultBytes }).call("note_list");
    expect(errorOf(answer)).toMatchObject({ code: "ODD", message: "odd", data: {} });
    expect(noticesOf(answer)).toEqual([expect.stringContaining("data: 0 of 30 entries shown")]);
  });

  test("a cut that would break the schema is not sent", async () => {
    const registry = notesRegistry({}, { ...handlers, note_list: () => ok(listOf(1_200, String)) });
    const { note_list: entry } = registry.tools;
    if (entry === undefined) throw new Error("the tool is missing");
    const load = async () => {
      const { validator, handler } = await entry.load();
      // Nothing in the schema says it, as nothing says that texts which are cut stay different.
      const checkOutput = (value: unknown) => validator.checkOutput(value) && JSON.stringify(value).includes('"1199"');
      return { validator: { ...validator, checkOutput }, handler };
    };
    const notes = openNotes({
      registry: { ...registry, tools: { ...registry.tools, note_list: { ...entry, load } } },
      maxResultBytes,
    });
    expect(errorOf(await notes.call("note_list")).code).toBe("RESULT_TOO_LARGE");
  });

  test("where a cursor would lead past what was cut off, it says so", async () => {
    const reported = async (cursor: string | null) => {
      const page = { items: listOf(1_200, String), count: 1_200, next_cursor: cursor };
      const registry = notesRegistry({}, { ...handlers, note_list: () => ok(page) });
      const { note_list: entry } = registry.tools;
      if (entry === undefined) throw new Error("the tool is missing");
      const load = async () => {
        const { validator, handler } = await entry.load();
        return { validator: { ...validator, checkOutput: isJsonObject }, handler };
      };
      const tools = { ...registry.tools, note_list: { ...entry, load } };
      const notes = openNotes({ registry: { ...registry, tools }, maxResultBytes });
      const answer = await notes.call("note_list");
      expect(resultOf(answer).structuredContent?.next_cursor).toBe(cursor);
      return noticesOf(answer)[0];
    };
    expect(await reported("1200")).toMatch(/request a smaller page: next_cursor skips the items that were cut$/);
    expect(await reported(null)).toMatch(/narrow the call or request a page of it$/);
  });

  test("a handler's own text stays where it is short, else the value's JSON says it", async () => {
    const all = listOf(1_200, String);
    const short = resultOf(await serving("note_list", ok(all, { text: "1,200 notes" })).notes.call("note_list"));
    expect(short.content[0]).toEqual({ type: "text", text: "1,200 notes" });
    const { notes, results } = serving("note_list", ok([], { text: "long ".repeat(9_000) }));
    const answer = await notes.call("note_list");
    const long = resultOf(answer);
    expect(long.content[0]).toEqual({ type: "text", text: '{"items":[],"count":0}' });
    expect(noticesOf(answer)[0]).toContain("own text: 0 of 45,000 characters shown");
    expect(await results.get(idIn(long))).toMatchObject([{}, { mimeType: "text/plain", text: "long ".repeat(9_000) }]);
  });

  test("pictures have a limit of their own; blocks are left out whole", async () => {
    const picture = image(new Uint8Array(100_000), "image/png");
    const content = [picture, text("t".repeat(30_000)), text("short"), picture, picture];
    const { notes, results } = serving("note_list", ok([], { content }));
    const answer = await notes.call("note_list");
    const { content: sent } = resultOf(answer);
    expect(sent.slice(1, 4)).toEqual([picture, text("short"), picture]);
    expect(noticesOf(answer)[0]).toContain("further content: 3 of 5 shown");
    expect(await results.get(idIn(resultOf(answer)))).toMatchObject([
      { mimeType: "application/json" },
      { mimeType: "text/plain", text: "t".repeat(30_000) },
      { mimeType: "image/png" },
    ]);
  });

  test("pictures alone can be too many", async () => {
    const picture = image(new Uint8Array(100_000), "image/png");
    const { notes } = serving("note_list", ok([], { content: [picture, picture, picture] }));
    const answer = await notes.call("note_list");
    expect(resultOf(answer).content.map(({ type }) => type)).toEqual([
      "text",
      "image",
      "image",
      "resource_link",
      "text",
    ]);
    expect(noticesOf(answer)[0]).toContain("further content: 2 of 3 shown");
  });

  test("it always fits its schema and the limit, whatever it holds", async () => {
    const contract = tools.find(({ name }) => name === "note_list");
    if (contract === undefined) throw new Error("the tool is missing");
    const { checkOutput } = validatorOf(contract);
    const titles = fc.tuple(fc.constantFrom("x", "ä", "😀", '"', "\\n", "\n"), fc.integer({ min: 0, max: 20_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(titles, { minLength: 1, maxLength: 400 }), async (parts) => {
        const all = listOf(parts.length, (at) => (parts[at]?.[0] ?? "").repeat(parts[at]?.[1] ?? 0));
        const { notes, results } = serving("note_list", ok(all));
        const result = resultOf(await notes.call("note_list"));
        expect(bytesOf(result)).toBeLessThanOrEqual(maxResultBytes);
        const value = result.structuredContent;
        expect(isJsonObject(value) && checkOutput(value)).toBe(true);
        expect(result.content[0]).toEqual({ type: "text", text: JSON.stringify(value) });
        const whole = JSON.stringify({ items: all, count: all.length });
        if (JSON.stringify(value) === whole) expect(result.content).toHaveLength(1);
        else expect(await results.get(idIn(result))).toEqual([{ mimeType: "application/json", text: whole }]);
      }),
      { numRuns: 12 },
    );
  });
});

test("what fits is sent as it is, to the byte", async () => {
  const whole = { ok: true as const, value: { data: "" } };
  const { notes } = serving("note_manage", whole);
  const empty = bytesOf(resultOf(await notes.call("note_manage", manage)));
  for (const [more, isCut] of [
    [0, false],
    [2, true],
  ] as const) {
    const data = "x".repeat((maxResultBytes - empty) / 2 + more);
    const { notes: server } = serving("note_manage", { ok: true, value: { data } });
    const result = resultOf(await server.call("note_manage", manage));
    expect(result.structuredContent?.data === data).toBe(!isCut);
    expect(bytesOf(result)).toBeLessThanOrEqual(maxResultBytes);
  }
});

test("a limit too small for the notice counts as the smallest one", async () => {
  const notes = openNotes({
    registry: notesRegistry({}, { ...handlers, note_list: () => ok(listOf(1_200, String)) }),
    maxResultBytes: 1,
  });
  const bytes = bytesOf(resultOf(await notes.call("note_list")));
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(limits.minResultBytes);
});
