import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { utf8Length } from "../../src/contract/utf8.ts";
import { text } from "../../src/runtime/content.ts";
import { createMemoryResults } from "../../src/runtime/kept-results.ts";
import { ok, okList, type Success } from "../../src/runtime/result.ts";
import { countingEntropy, handlers, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, noticesOf, resultOf } from "./read-answer.ts";

// An answer with a list that its handler can make shorter: what it says of itself is true of what is sent.

const maxResultBytes = 20_000;
const entropy = countingEntropy();

/** A server whose tool `note_list` answers with any object. */
function serving(handler: () => Success<JsonObject> | Promise<Success<JsonObject>>) {
  const results = createMemoryResults({ clock: () => 0, entropy });
  const registry = notesRegistry({}, { ...handlers, note_list: handler });
  const { note_list: entry } = registry.tools;
  if (entry === undefined) throw new Error("the tool is missing");
  const load = async () => {
    const loaded = await entry.load();
    return { validator: { ...loaded.validator, output: {}, checkOutput: isJsonObject }, handler: loaded.handler };
  };
  const tools = { ...registry.tools, note_list: { ...entry, load } };
  const notes = openNotes({ registry: { ...registry, tools }, maxResultBytes, results });
  return { call: () => notes.call("note_list"), results };
}

/** Texts of these lengths as a page of a longer list, with a cursor after the last one. */
function page(lengths: readonly number[], extras: (count: number) => { text?: string } = () => ({})) {
  const titles = lengths.map((length, at) => `${at} ${"x".repeat(length)}`);
  return okList<JsonObject>(titles.length, (count) => {
    const hits = titles.slice(0, count);
    return ok({ hits, count, more: count < titles.length, next_cursor: `after ${count - 1}` }, extras(count));
  });
}

function listIn(value: JsonObject | undefined): readonly unknown[] {
  if (!Array.isArray(value?.hits)) throw new Error("the list is missing");
  return value.hits;
}

describe("a list that is too long to send", () => {
  test("is sent as far as it fits, with numbers that say so", async () => {
    const answer = await serving(() => page(Array.from({ length: 300 }, () => 100))).call();
    const { structuredContent, content } = resultOf(answer);
    const count = listIn(structuredContent).length;
    expect(count).toBeGreaterThan(50);
    expect(structuredContent).toMatchObject({ count, more: true, next_cursor: `after ${count - 1}` });
    expect(content[0]).toEqual({ type: "text", text: JSON.stringify(structuredContent) });
    expect(noticesOf(answer)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^the result was too large and was cut \\(hits: ${count} of 300 shown\\); read pegboard://results/\\S+ ` +
            "for the whole, or go on with next_cursor, which follows the last item shown$",
        ),
      ),
    ]);
  });

  test("is whole where it can be read in whole", async () => {
    const { call, results } = serving(async () => ({
      ...(await page(Array.from({ length: 300 }, () => 100))),
      content: [text("note")],
    }));
    const link = resultOf(await call()).content.find(({ type }) => type === "resource_link");
    const uri = link?.type === "resource_link" ? link.uri : "";
    const [kept, ...others] = (await results.get(uri.replace("pegboard://results/", ""))) ?? [];
    const whole = kept !== undefined && "text" in kept ? JSON.parse(kept.text) : undefined;
    expect([whole.hits.length, whole.count, whole.more]).toEqual([300, 300, false]);
    // An answer with fewer items may have other content, so that of the whole answer is all there.
    expect(others).toEqual([{ mimeType: "text/plain", text: "note" }]);
  });

  test("keeps the handler's text, which fits it too", async () => {
    const answer = await serving(() =>
      page(
        Array.from({ length: 300 }, () => 100),
        (count) => ({ text: `${count} hits. ${"y".repeat(40 * count)}` }),
      ),
    ).call();
    const { structuredContent, content } = resultOf(answer);
    const count = listIn(structuredContent).length;
    expect(content[0]).toMatchObject({ text: expect.stringMatching(new RegExp(`^${count} hits\\. y+$`)) });
  });

  test("begins with its first item in any case, shortened where it has to be", async () => {
    const answer = await serving(() => page([50_000, 10, 10])).call();
    const { structuredContent } = resultOf(answer);
    expect(structuredContent).toMatchObject({ count: 1, more: true, next_cursor: "after 0" });
    expect(String(listIn(structuredContent)[0])).toMatch(/^0 x{1000,}…$/);
    expect(noticesOf(answer)[0]).toMatch(/\(hits: 1 of 3 shown; hits\[0\]: [\d,]+ of 50,002 characters shown\)/);
  });

  test("stays whole where something else is too large", async () => {
    const blocks = [text("t".repeat(30_000)), text("short")];
    const answer = await serving(async () => ({ ...(await page([10, 10])), content: blocks })).call();
    expect(resultOf(answer).structuredContent).toMatchObject({ count: 2, more: false });
    expect(noticesOf(answer)[0]).toContain("further content: 1 of 2 shown");
  });

  test("whose shorter form breaks its contract is an internal error", async () => {
    const broken: Success<JsonObject> = {
      ok: true,
      value: { hits: Array.from({ length: 300 }, () => "x".repeat(100)) },
      list: { items: 300, first: () => ({ ...ok<JsonObject>({}), content: [{ type: "text", text: 5 } as never] }) },
    };
    expect(errorOf(await serving(() => broken).call()).code).toBe("INTERNAL");
  });

  test("fits the limit, and as many items fit as can be", async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(lengths, async (all) => {
        const result = resultOf(await serving(() => page(all)).call());
        expect(utf8Length(JSON.stringify(result))).toBeLessThanOrEqual(maxResultBytes);
        const shown = listIn(result.structuredContent);
        expect(result.structuredContent).toMatchObject({
          count: shown.length,
          more: shown.length < all.length,
          next_cursor: `after ${shown.length - 1}`,
        });
        // Whole items only, and no more than a notice's place is left free: the next one would not have fitted.
        const whole = await page(all);
        expect(shown).toEqual(listIn(whole.value).slice(0, shown.length));
        const next = all[shown.length];
        const used = 2 * utf8Length(JSON.stringify(result.structuredContent));
        if (next !== undefined) expect(used + 2 * next).toBeGreaterThan(maxResultBytes - 7_000);
      }),
      { numRuns: 40 },
    );
  });
});
