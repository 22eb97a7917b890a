import fc from "fast-check";
import { expect, it } from "vitest";
import { memoryFileName, readMemoryFile, writeMemoryFile } from "../../../src/services/memory-files/memory-file.ts";
import { memoryFiles } from "../../../src/services/memory-files/memory-files.ts";
import type { MemoryRow } from "../../../src/store/memory-rows.ts";
import { lawCases } from "../../law-cases.ts";
import { storeRequest, type Workbench, workbench, writer } from "../workbench.ts";

const line = fc
  .oneof(
    { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "yes",
        "2024",
        "2026-11-22",
        "1e5",
        "null",
        "~",
        "- x",
        "a: b",
        "#tag",
        "[x]",
        "'",
        '"',
        "---",
        "&a",
      ),
    },
  )
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim())
  .filter((text) => text !== "");
const content = fc
  .array(
    fc.oneof(
      fc.constantFrom("", "---", "---\r", "# Title", "id: x", "\ttab", "[[a link]]", "trailing  "),
      fc.string({ unit: "binary", maxLength: 12 }),
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join("\n"))
  .filter((text) => text.trim() !== "");
const parts = fc.record({
  title: line,
  namespace: fc.constantFrom("global", "project/atlas", "a/b/c"),
  tier: fc.constantFrom("short", "mid", "long"),
  kind: fc.constantFrom("observation", "claim", "decision"),
  priority: fc.integer({ min: 1, max: 10 }),
  tags: fc.uniqueArray(line, { maxLength: 4, selector: (tag) => tag.toLowerCase() }),
  content,
});

const wikilinks = fc.record({
  links: fc.array(fc.constantFrom("[[ports-1b2c3d4e]]", "[[net/My ports|supersedes]]", "[[Café: 2#top|related_to]]"), {
    maxLength: 3,
  }),
  exported: fc.array(fc.constantFrom("1b2c3d4e", "00000000", "12345678", "1234e567"), { maxLength: 3 }),
});

function linksIn(text: string) {
  const said = readMemoryFile(text);
  if (said === undefined || "problem" in said) throw new Error(`unreadable: ${text}`);
  return { links: said.links?.map((link) => link.text), exported: said.exported };
}

/** One memory in a workbench of its own, as the store gives it. */
async function storedMemory(services: Workbench): Promise<MemoryRow> {
  const outcome = await services.memories.store(storeRequest({ title: "Ports", content: "It is 7179." }));
  if (!("memory" in outcome)) throw new Error(`expected a new memory, got ${outcome.status}`);
  return outcome.memory;
}

it("what was put into a file is read from it, and putting in what was read changes no byte", async () => {
  const row = await storedMemory(await workbench());
  fc.assert(
    fc.property(parts, parts, wikilinks, wikilinks, (one, other, links, otherLinks) => {
      const memory: MemoryRow = { ...row, ...one };
      const given = { memory, ...links };
      const text = writeMemoryFile(undefined, given);
      const isEmpty = links.links.length + links.exported.length === 0;
      expect(linksIn(text)).toEqual(isEmpty ? { links: undefined, exported: [] } : links);
      expect(readMemoryFile(text)).toMatchObject({ id: row.id, version: 1, parts: one });
      expect(writeMemoryFile(text, given)).toBe(text);
      const edited = writeMemoryFile(text, { memory: { ...row, ...other, version: 2 }, ...otherLinks });
      const { links: after = [], exported } = linksIn(edited);
      expect({ links: after, exported }).toEqual(otherLinks);
      const said = readMemoryFile(edited);
      if (said === undefined || "problem" in said) throw new Error(`unreadable: ${edited}`);
      const { tags: _order, content: _ends, ...exact } = other;
      expect(said).toMatchObject({ id: row.id, version: 2, parts: exact });
      expect(said.parts.tags?.toSorted()).toEqual(other.tags.toSorted());
      expect(said.parts.content?.replaceAll("\r\n", "\n")).toBe(other.content.replaceAll("\r\n", "\n"));
      expect(memoryFileName(memory)).toMatch(/^[a-z0-9-]+-[0-9a-f]{8}\.md$/);
    }),
  );
});

it("any text is read or refused", () => {
  fc.assert(
    fc.property(content, fc.string({ unit: "binary" }), (front, rest) => {
      for (const text of [`${front}${rest}`, `---\nid: x\nversion: 1\n${front}\n---\n${rest}`]) readMemoryFile(text);
    }),
  );
});

it("after random edits on both sides each part is of the side that changed it, or the file is in conflict", async () => {
  const titles = fc.constantFrom("Ports", "Harbours", "Doors");
  const contents = fc.constantFrom("It is 7179.", "It is 7180.\n", "\nOne\r\n\r\ntwo");
  const edit = fc.record(
    { title: titles, content: contents, priority: fc.integer({ min: 4, max: 6 }), tags: fc.subarray(["a", "b", "c"]) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(edit, edit, fc.boolean(), async (here, there, force) => {
      const services = await workbench();
      const base = await storedMemory(services);
      const { id } = base;
      const files = memoryFiles(services);
      const [exported] = (await files.exported([], false)).outcomes;
      const { name = "", text = "" } = exported ?? {};
      await services.memories.update({ id, changes: here, editSource: "llm", writer });
      const inStore = await find(services, id);
      const edited = { name, text: writeMemoryFile(text, { memory: { ...base, ...there }, links: [], exported: [] }) };
      const said = { ...base, ...there };

      const same = (a: unknown, b: unknown) => norm(a) === norm(b);
      const keys = ["title", "content", "priority", "tags"] as const;
      const both = keys.filter(
        (key) => !(same(inStore[key], base[key]) || same(said[key], base[key]) || same(said[key], inStore[key])),
      );
      const request = { files: [edited], force };
      const [dry] = await files.import({ ...request, writer: undefined });
      expect(norm(await find(services, id))).toBe(norm(inStore));
      const [outcome] = await files.import({ ...request, writer });
      expect([dry?.outcome, dry?.detail]).toEqual([outcome?.outcome, outcome?.detail]);
      const after = await find(services, id);
      if (outcome?.outcome === "updated") expect(after.editSource).toBe("human");
      if (both.length > 0 && !force) {
        expect(outcome?.outcome).toBe("conflict");
        expect(norm(after)).toBe(norm(inStore));
        return;
      }
      for (const key of keys)
        expect(norm(after[key])).toBe(norm(same(said[key], base[key]) ? inStore[key] : said[key]));
      // What the import wrote, or what was there, goes through another export and import without a change.
      const [again] = (await files.exported([{ name, text: outcome?.text ?? edited.text }], false)).outcomes;
      expect(["unchanged", "updated"]).toContain(again?.outcome);
      const current = again?.text ?? outcome?.text ?? edited.text;
      for (const result of [
        (await files.exported([{ name, text: current }], false)).outcomes,
        await files.import({ files: [{ name, text: current }], force: false, writer }),
      ]) {
        expect(result).toEqual([{ name, outcome: "unchanged" }]);
      }
      expect((await find(services, id)).version).toBe(after.version);
    }),
    { numRuns: lawCases(60) },
  );
});

async function find({ memories }: Workbench, id: string): Promise<MemoryRow> {
  const found = await memories.find(id);
  if (found.status !== "found") throw new Error("expected the memory");
  return found.thing;
}

/** As files are compared: without the order of tags, and with one kind of line ends. */
function norm(value: unknown): string {
  const text = JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return text.replaceAll("\\r\\n", "\\n");
}
