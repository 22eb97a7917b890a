import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BadCursor,
  decodeCursor,
  encodeCursor,
  type ListIdentity,
  type Page,
} from "../../src/services/paging/page.ts";
import { lawCases } from "../law-cases.ts";
import { newProject, newTask, storeRequest, workbench, writer } from "./workbench.ts";

const list: ListIdentity = ["tasks", { status: "todo", query: undefined, next: true }];

test("a cursor gives back its key, whatever the order of the filters", () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 3 }), (key) => {
      const cursor = encodeCursor(list, key);
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
      expect(decodeCursor(["tasks", { next: true, status: "todo" }], cursor, key.length)).toEqual(
        key.map((part) => part + 0),
      );
      expect(decodeCursor(list, cursor, key.length + 1)).toBe(undefined);
    }),
  );
});

test.each<ListIdentity>([
  ["memories", { status: "todo", next: true }],
  ["tasks", { status: "completed", next: true }],
  ["tasks", { status: "todo", next: "true" }],
  ["tasks", { status: "todo", next: true, query: "" }],
  ["tasks", {}],
])("a cursor of another list is not a cursor of %j", (...other) => {
  expect(decodeCursor(other, encodeCursor(list, [5]), 1)).toBe(undefined);
});

test("an edited or invented text is not a cursor", () => {
  const cursor = encodeCursor(list, [5, 7]);
  const json = Buffer.from(cursor, "base64url").toString();
  const spelled = (text: string) => Buffer.from(text).toString("base64url");
  for (const text of [
    "",
    `${cursor}=`,
    `${cursor} `,
    spelled(json.replace("5", "5.5")),
    spelled(` ${json}`),
    spelled("{}"),
  ]) {
    expect(decodeCursor(list, text, 2)).toBe(undefined);
  }
  fc.assert(fc.property(fc.string(), (text) => decodeCursor(list, text, 2) === undefined));
  fc.assert(fc.property(fc.json(), (text) => decodeCursor(list, spelled(text), 2) === undefined));
});

// While others write, paging neither repeats nor misses what was there from the start and still matches.

type Write = { readonly kind: "insert" | "complete" | "start"; readonly at: number; readonly priority: 0 | 1 | 2 };

const write = fc.record<Write>({
  kind: fc.constantFrom("insert", "complete", "start"),
  at: fc.nat(20),
  priority: fc.constantFrom(0, 1, 2),
});
const story = fc.record({
  priorities: fc.array(fc.constantFrom<0 | 1 | 2>(0, 1, 2), { maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  /** What happens between two pages. */
  between: fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 8 }),
});
const names = ["high", "medium", "low"] as const;

test.each([{ next: true }, { next: false }])(
  "tasks, $next: no repeats, no gaps",
  { timeout: 60_000 },
  async ({ next }) => {
    const bench = await workbench();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(story, async ({ priorities, limit, between }) => {
        const { id: projectId } = await newProject(bench, `Project ${run++}`);
        const ids: string[] = [];
        const insert = async (priority: 0 | 1 | 2) =>
          void ids.push((await newTask(bench, { projectId, priority: names[priority] })).id);
        for (const priority of priorities) await insert(priority);
        const first = [...ids];
        const pages = between[Symbol.iterator]();
        const filter = { projectId, status: "todo", next, agent: undefined, limit } as const;
        const seen = await allPages(
          (cursor) => bench.tasks.list({ ...filter, ...cursor }),
          async () => {
            for (const { kind, at, priority } of pages.next().value ?? []) {
              const taskId = ids[at % Math.max(1, ids.length)];
              if (kind === "insert") await insert(priority);
              else if (taskId !== undefined) await bench.tasks.manage({ taskId, action: kind, writer });
            }
          },
        );
        const left = (await bench.tasks.byIds(first, undefined))
          .filter(({ status }) => status === "todo")
          .map(({ id }) => id);
        expect(new Set(seen).size).toBe(seen.length);
        expect(left.filter((id) => !seen.includes(id))).toEqual([]);
      }),
      { numRuns: lawCases(60) },
    );
  },
);

test("memories and projects: no repeats, no gaps", { timeout: 60_000 }, async () => {
  const bench = await workbench();
  let run = 0;
  const insert = async (namespace: string, number: number) => {
    const stored = await bench.memories.store(storeRequest({ namespace, content: `number ${number}`, force: true }));
    if (stored.status !== "created") throw new Error(`expected a new memory, got ${stored.status}`);
    await newProject(bench, `${namespace} ${number}`);
    return stored.memory.title;
  };
  const counts = fc.record({ before: fc.nat(8), limit: fc.integer({ min: 1, max: 4 }), between: fc.array(fc.nat(3)) });
  await fc.assert(
    fc.asyncProperty(counts, async ({ before, limit, between }) => {
      const namespace = `run${run++}x`;
      const first: string[] = [];
      for (let number = 0; number < before; number++) first.push(await insert(namespace, number));
      let number = before;
      const news = between[Symbol.iterator]();
      const more = async () => {
        for (let left = news.next().value ?? 0; left > 0; left--) await insert(namespace, number++);
      };
      const { memories, projects } = bench;
      const ids = await allPages((cursor) => memories.list({ namespace, limit, ...cursor }), more);
      expect((await memories.byIds(ids)).map(({ title }) => title)).toEqual(first.toReversed());
      const expected = number;
      const found = await allPages((cursor) => projects.list({ query: namespace, limit, ...cursor }), more);
      expect(new Set(found).size).toBe(expected);
      expect(found).toHaveLength(expected);
    }),
    { numRuns: lawCases(40) },
  );
});

/** Ids of all pages, in order; `meanwhile` happens after each page. */
async function allPages(
  page: (cursor: { readonly cursor?: string }) => Promise<Page<{ readonly id: string }> | BadCursor>,
  meanwhile: () => Promise<void>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const found = await page(cursor === undefined ? {} : { cursor });
    if ("status" in found) throw new Error("the list refused its own cursor");
    if (ids.length > 1000) throw new Error("the list never ends");
    ids.push(...found.items.map(({ id }) => id));
    cursor = found.nextCursor;
    await meanwhile();
  }
  return ids;
}
